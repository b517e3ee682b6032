package belfry.jobs;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.messages.Attachments;
import belfry.people.Audience;
import belfry.people.Audiences;
import belfry.people.Headcount;
import java.util.ArrayList;
import java.util.Optional;

/** Finds what a draft comes to, and what keeps it from going out. */
final class Checking {
  static final Fault NO_ATTACHMENT =
      new Fault(
          "attachment",
          Phrase.of("attachment.gone", "This file is not here any more. Attach it again."));

  private final Attachments attachments;
  private final Audiences audiences;

  Checking(Attachments attachments, Audiences audiences) {
    this.attachments = attachments;
    this.audiences = audiences;
  }

  Jobs.Check check(App app, Draft draft) {
    var count = audiences.count(app, draft.audience());
    var faults = new ArrayList<Fault>();
    draft.text().fault().ifPresent(why -> faults.add(new Fault("markdown", why)));
    draft
        .attachment()
        .filter(file -> attachments.find(app.name(), file).isEmpty())
        .ifPresent(_ -> faults.add(NO_ATTACHMENT));
    fault(draft.audience(), count).ifPresent(why -> faults.add(new Fault("audience", why)));
    return new Jobs.Check(count, faults);
  }

  private static Optional<Phrase> fault(Audience audience, Headcount count) {
    if (audience.isEmpty()) {
      return Optional.of(Phrase.of("audience.empty", "Choose who gets it."));
    }
    if (!count.missing().isEmpty()) {
      return Optional.of(
          Phrase.of(
              "audience.missing",
              "These are gone, or the bot may not write there: {{names}}. Take them out.",
              "names",
              String.join(", ", count.missing())));
    }
    if (count.people() + count.spaces() + count.unchecked().size() > 0) {
      return Optional.empty();
    }
    return Optional.of(
        count.stale().isEmpty()
            ? Phrase.of("audience.nobody", "Nobody is in this audience. Add somebody.")
            : Phrase.of(
                "audience.stale",
                "The directory does not tell who is in {{names}} just now. Try again in a minute.",
                "names",
                String.join(", ", count.stale())));
  }

  /** Counted anew where an edit of a job that has its time already changes who gets it. */
  Optional<Headcount> recounted(App app, Optional<Job> before, Draft draft) {
    return before
        .filter(job -> job.state() instanceof JobState.Scheduled)
        .filter(job -> !job.audience().equals(draft.audience()))
        .map(_ -> audiences.count(app, draft.audience()));
  }

  /**
   * A job as it was when it was counted, which may ask the platform and so cannot be done inside
   * the transaction; the revision makes sure that what was counted is what is sent.
   */
  record Counted(Jobs.Check check, long revision) {}

  /** Counts a job, if there is one; {@code revision} is what the caller has seen of it. */
  Optional<Counted> counted(App app, Optional<Job> seen, Optional<Long> revision) {
    return seen.map(job -> new Counted(check(app, job.draft()), revision.orElseGet(job::revision)));
  }
}
