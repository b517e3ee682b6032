package belfry.web.jobs;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.http.Bodies;
import belfry.http.Cursor;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Turns;
import belfry.jobs.JobFollowUps;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.JobStore;
import belfry.people.audience.Audience;
import belfry.runs.Results;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpList;
import belfry.runs.followups.FollowUpState;
import belfry.runs.followups.FollowUps;
import belfry.storage.Database;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Csv;
import belfry.web.frame.Downloads;
import belfry.web.frame.Fields;
import belfry.web.frame.Views;
import belfry.web.people.AudienceForms;
import belfry.web.runs.FollowUpViews;
import belfry.web.runs.RecipientCsv;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code jobs/recall}, {@code jobs/correct}, {@code jobs/correctable}, {@code jobs/stopFollowUp}
 * and {@code jobs/followUp/…}: what becomes of messages after they were sent.
 */
public final class FollowUpRoutes {
  private static final int PAGE = 1_000;
  private static final Duration AWAITED = Duration.ofSeconds(2);

  private final JobStore jobs;
  private final JobFollowUps followUps;
  private final FollowUps all;
  private final FollowUpList messages;
  private final JobViews views;
  private final AudienceForms audiences;

  /** An audience may have to be resolved for a number. */
  private final Turns turns = new Turns(1, 2, 8, Duration.ofSeconds(10));

  private final Places exports = new Places("exports", 2, 8);

  public FollowUpRoutes(
      Database database, JobFollowUps followUps, JobViews views, AudienceForms audiences) {
    jobs = new JobStore(database);
    this.followUps = followUps;
    all = new FollowUps(database);
    messages = new FollowUpList(database);
    this.views = views;
    this.audiences = audiences;
  }

  private record RecallForm(
      @Nullable String jobId,
      @Nullable String part,
      @Nullable List<AudienceForms.EntryForm> audience,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable String refusedBy,
      @Nullable String whom,
      @Nullable String requestId) {}

  private record CorrectForm(
      @Nullable String jobId,
      @Nullable Long revision,
      @Nullable String markdown,
      @Nullable String part,
      @Nullable List<AudienceForms.EntryForm> audience,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable String whom,
      @Nullable String requestId) {}

  public Reply recall(Caller caller, Request request) {
    var form = Bodies.json(request, RecallForm.class);
    var whose = whose(caller, form.part, form.audience, form.except, form.whom);
    return reply(
        caller,
        followUps.recall(
            caller.actor(),
            JobForms.id(form.jobId),
            form.refusedBy == null ? whose : refused(form.part != null, whose, form.refusedBy),
            JobForms.consent(null, null, form.whom, null, null),
            Fields.requestId(form.requestId)));
  }

  public Reply correct(Caller caller, Request request) {
    var form = Bodies.json(request, CorrectForm.class);
    return reply(
        caller,
        followUps.correct(
            caller.actor(),
            JobForms.id(form.jobId),
            whose(caller, form.part, form.audience, form.except, form.whom),
            form.markdown == null ? "" : form.markdown,
            JobForms.consent(form.revision, null, form.whom, null, null),
            Fields.requestId(form.requestId)));
  }

  /** How many messages cannot be changed any more, as far as that is known. */
  public Reply correctable(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    return Reply.ok(followUps.correctable(job));
  }

  private record ReachForm(
      @Nullable String jobId,
      @Nullable String part,
      @Nullable List<AudienceForms.EntryForm> audience,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable String refusedBy) {}

  private record ReachView(
      long people, long spaces, Optional<String> whom, List<String> noAccount) {}

  /** How many messages a recall or a correction of them would be about now. */
  public Reply reach(Caller caller, Request request) {
    var form = Bodies.json(request, ReachForm.class);
    var job = JobForms.found(caller, jobs, form.jobId);
    var chosen = whose(caller, form.part, form.audience, form.except, null);
    var whose =
        form.refusedBy == null ? chosen : refused(form.part != null, chosen, form.refusedBy);
    return turns.in(
        caller.personId().value(),
        () ->
            switch (followUps.reach(caller.app(), job, whose)) {
              case JobFollowUps.Reach.Known(var count, var whom, var noAccount) ->
                  Reply.ok(new ReachView(count.people(), count.spaces(), whom, noAccount));
              case JobFollowUps.Reach.Stuck(var why) ->
                  throw Problem.invalid("audience", why).thrown();
            });
  }

  private record StopForm(
      @Nullable String jobId, @Nullable String followUpId, @Nullable String requestId) {
    Optional<FollowUpId> seen() {
      return Optional.ofNullable(followUpId)
          .map(id -> FollowUpId.parse(id).orElseThrow(FollowUpRoutes::unknown));
    }
  }

  public Reply stop(Caller caller, Request request) {
    var form = Bodies.json(request, StopForm.class);
    return reply(
        caller,
        followUps.stop(
            caller.actor(),
            JobForms.id(form.jobId),
            form.seen(),
            Fields.requestId(form.requestId)));
  }

  private Reply reply(Caller caller, ChangeResult answer) {
    return JobReplies.of(views, caller, 200, answer);
  }

  private JobFollowUps.Whose whose(
      Caller caller,
      @Nullable String part,
      @Nullable List<AudienceForms.EntryForm> only,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable String whom) {
    // Whoever was written to by their address can be named by it.
    var audience = audiences.read(caller.app(), only, except, true, Audience.NOBODY);
    // Whoever chose nobody, or saw a number of some, did not mean everybody.
    if (only != null && audience.entries().isEmpty()) {
      throw Problem.invalid(
              "audience",
              Phrase.of(
                  "followUp.nobody",
                  "Nobody is chosen. Choose somebody, or leave this out if everybody is meant."))
          .thrown();
    }
    if (only == null && whom != null) {
      throw Problem.invalid(
              "whom",
              Phrase.of(
                  "followUp.whomAlone",
                  "This is about an audience, and there is none. Choose it as well, or leave this out."))
          .thrown();
    }
    if (audience.entries().isEmpty() && !audience.excluded().isEmpty()) {
      throw Problem.invalid(
              "except",
              Phrase.of(
                  "followUp.exceptNobody",
                  "Nobody is chosen whom these could be left out of. Choose an audience as well."))
          .thrown();
    }
    return new JobFollowUps.Whose(
        part(part),
        audience.entries().isEmpty() ? Optional.empty() : Optional.of(audience),
        Optional.empty());
  }

  private static JobFollowUps.Whose refused(
      boolean ofPart, JobFollowUps.Whose whose, String correction) {
    if (ofPart || whose.only().isPresent()) {
      throw Problem.invalid(
              "refusedBy",
              Phrase.of(
                  "followUp.refusedByAlone",
                  "A part or an audience cannot be chosen beside this. Leave them out."))
          .thrown();
    }
    return FollowUpId.parse(correction)
        .map(id -> new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.empty(), Optional.of(id)))
        .orElseThrow(() -> Problem.invalid("refusedBy", JobFollowUps.NOT_LATEST).thrown());
  }

  private static FollowUp.Part part(@Nullable String word) {
    return switch (word) {
      case "all" -> FollowUp.Part.ALL;
      case "firstWave" -> FollowUp.Part.FIRST_WAVE;
      case "rest" -> FollowUp.Part.REST;
      case null -> FollowUp.Part.ALL;
      default ->
          throw Problem.invalid(
                  "part", Phrase.of("followUp.part", "This must be all, firstWave or rest."))
              .thrown();
    };
  }

  /** The messages that a recall or a correction is about. */
  public Reply messages(Caller caller, Request request) {
    var followUp = found(caller, request);
    var state = state(request.query("state").orElse(""));
    var after = Cursor.read(request, Cursor.Bounds.PLACE).map(at -> at[0]).orElse(-1L);
    var page = messages.page(followUp, state, after, Cursor.limit(request));
    var bot = views.waits().bot(caller.app().name());
    return Reply.ok(
        Views.Items.page(
            page.items().stream()
                .map(item -> FollowUpViews.MessageView.of(followUp.kind(), item, bot))
                .toList(),
            page.next().map(next -> Cursor.write(next)),
            Optional.empty()));
  }

  private static Optional<FollowUpState> state(String word) {
    if (word.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(FollowUpState.read(word.toLowerCase(Locale.ROOT)));
    } catch (IllegalArgumentException _) {
      throw Problem.invalid(
              "state",
              Phrase.of("state.unknown", "There is no state called '{{name}}'.", "name", word))
          .thrown();
    }
  }

  /** All of them as CSV, page by page. */
  public Reply export(Caller caller, Request request) {
    var followUp = found(caller, request);
    var title = jobs.find(caller.app().name(), followUp.job()).map(job -> job.title()).orElse("");
    var day = LocalDate.ofInstant(followUp.created(), ZoneOffset.UTC);
    var name = Csv.fileName(title + " " + EnumWord.of(followUp.kind()), day);
    var place = exports.take(caller.personId().value(), AWAITED);
    return Reply.stream("text/csv; charset=utf-8", place, out -> write(followUp, out))
        .with("Content-Disposition", Downloads.named(name));
  }

  private void write(FollowUp followUp, OutputStream out) throws IOException {
    var table = Csv.table(out);
    Csv.line(table, "name", "email", "kind", "result", "why", "at");
    for (Optional<Long> after = Optional.of(-1L); after.isPresent(); ) {
      var page = messages.page(followUp, Optional.empty(), after.get(), PAGE);
      for (var one : page.items()) {
        Csv.line(
            table,
            one.name(),
            one.email(),
            EnumWord.of(one.kind()),
            RecipientCsv.result(Results.of(followUp.kind(), one.state())),
            one.reason().orElse(""),
            one.settled().map(Instant::toString).orElse(""));
      }
      table.flush();
      after = page.next();
    }
  }

  private FollowUp found(Caller caller, Request request) {
    return FollowUpId.parse(request.path("followUpId"))
        .flatMap(all::find)
        .filter(one -> jobs.find(caller.app().name(), one.job()).isPresent())
        .orElseThrow(FollowUpRoutes::unknown);
  }

  private static Problem.Thrown unknown() {
    return Problem.notFound(Phrase.of("followUp.unknown", "There is no such recall or correction."))
        .thrown();
  }
}
