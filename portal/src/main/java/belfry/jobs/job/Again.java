package belfry.jobs.job;

import belfry.base.Phrase;
import belfry.jobs.schedule.Fault;
import belfry.people.audience.Audience;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUps;
import java.util.List;
import java.util.Optional;

/**
 * Whom of a message's recipients a copy of it is for.
 *
 * @param recall those of this recall only; empty for those of all
 */
public record Again(Audience.Who who, Optional<FollowUpId> recall) {
  /** There is no such recall; also for names that no recall can have. */
  public static final Phrase NO_RECALL =
      Phrase.of("entry.recall", "There is no such recall of this message. Leave it out.");

  public String asked() {
    return who.word() + recall.map(id -> " " + id).orElse("");
  }

  /** What they get: after a correction that could not change theirs, the corrected text. */
  Draft draft(JobChange change, Job job) {
    var run =
        job.state()
            .runId()
            .orElseThrow(
                () -> new JobChange.Refusal(new ChangeResult.Refused(JobState.NOT_GONE_OUT)));
    var recalled =
        recall.map(id ->
            FollowUps.find(change.handle(), id)
                .filter(one -> one.run().equals(run) && one.kind() == FollowUp.Kind.RECALL)
                .filter(_ -> who == Audience.Who.RECALLED)
                .orElseThrow(() ->
                    new JobChange.Refusal(
                        new ChangeResult.Invalid(List.of(new Fault("recall", NO_RECALL))))));
    var them =
        new Audience.Recipients(
            job.id().toString(), who, job.title(), recall.map(FollowUpId::toString).orElse(""));
    var draft =
        job.draft().onlyFor(new Audience(List.of(them), List.of(), job.audience().outside()));
    return recalled
        .flatMap(FollowUp::refusedBy)
        .flatMap(id -> FollowUps.find(change.handle(), id))
        .map(correction -> draft.saying(correction.markdown()))
        .orElse(draft);
  }
}
