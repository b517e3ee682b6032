package belfry.web.runs;

import belfry.base.Phrase;
import belfry.http.ApiJson;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Request;
import belfry.jobs.RecipientDecisions;
import belfry.jobs.job.ChangeResult;
import belfry.runs.recipients.Chosen;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code jobs/decide} and {@code jobs/retryFailed}: a person's decisions about individual
 * recipients.
 */
public final class RecipientActions {
  private static final int MOST_NAMED = 1_000;

  private final RecipientDecisions decisions;

  public RecipientActions(RecipientDecisions decisions) {
    this.decisions = decisions;
  }

  private record DecideForm(
      @Nullable String jobId,
      @Nullable List<@Nullable String> recipients,
      @Nullable String decision,
      @Nullable Long held,
      @Nullable String requestId) {}

  /** Without {@code recipients}, it applies to everybody who is held. */
  public ChangeResult decide(Caller caller, Request request) {
    var form = Bodies.json(request, DecideForm.class);
    var whom =
        form.recipients == null
            ? new Chosen.All()
            : new Chosen.Named(named("recipients", form.recipients));
    return decisions.decide(
        caller.actor(),
        JobForms.id(form.jobId),
        whom,
        sendAgain(form.decision),
        Optional.ofNullable(form.held),
        Fields.requestId(form.requestId));
  }

  /**
   * Whether a person decided that it is sent again.
   *
   * @throws Problem.Thrown 400, naming the field
   */
  public static boolean sendAgain(@Nullable String decision) {
    return switch (decision) {
      case "sendAgain" -> true;
      case "delivered" -> false;
      case null, default ->
          throw Problem.invalid(
                  "decision", Phrase.of("decision.unknown", "This must be sendAgain or delivered."))
              .thrown();
    };
  }

  private record RetryForm(
      @Nullable String jobId,
      @Nullable List<@Nullable String> recipients,
      @Nullable List<@Nullable String> reasons,
      @Nullable Long failed,
      @Nullable String requestId) {}

  /**
   * A person chooses recipients. There is no "all", because retrying what cannot succeed helps
   * nobody.
   */
  public ChangeResult retryFailed(Caller caller, Request request) {
    var form = Bodies.json(request, RetryForm.class);
    return decisions.retryFailed(
        caller.actor(),
        JobForms.id(form.jobId),
        whom(form),
        Optional.ofNullable(form.failed),
        Fields.requestId(form.requestId));
  }

  private static Chosen whom(RetryForm form) {
    if (form.recipients != null && form.reasons != null) {
      throw Problem.invalid(
              "reasons", Phrase.of("reasons.both", "Choose recipients or reasons, not both."))
          .thrown();
    }
    if (form.reasons != null) {
      return new Chosen.Because(named("reasons", form.reasons));
    }
    if (form.recipients != null) {
      return new Chosen.Named(named("recipients", form.recipients));
    }
    throw Problem.invalid(
            "recipients", Phrase.of("recipients.none", "Choose recipients, or reasons."))
        .thrown();
  }

  private static List<String> named(String field, List<@Nullable String> words) {
    if (words.isEmpty() || words.size() > MOST_NAMED) {
      throw Problem.invalid(
              field, Phrase.of("field.count", "Name 1 to {{most, number}}.", "most", MOST_NAMED))
          .thrown();
    }
    for (var i = 0; i < words.size(); i++) {
      if (words.get(i) == null) {
        throw Problem.invalid(field + "[" + i + "]", ApiJson.MUST_BE_TEXT).thrown();
      }
    }
    return words.stream().map(String::valueOf).toList();
  }
}
