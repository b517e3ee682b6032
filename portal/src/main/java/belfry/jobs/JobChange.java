package belfry.jobs;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.base.Phrase;
import belfry.runs.JobId;
import belfry.runs.Run;
import belfry.runs.Runs;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * One change of a job on its way through its transaction. Each step either goes on or refuses by a
 * {@link Refusal}, and then nothing of the whole change stays.
 */
final class JobChange {
  private final Handle handle;
  private final Actor actor;
  private final String action;
  private final Audit audit;
  private final Instant now;

  JobChange(Handle handle, Actor actor, String action, Audit audit, Instant now) {
    this.handle = handle;
    this.actor = actor;
    this.action = action;
    this.audit = audit;
    this.now = now;
  }

  /** Why nothing was changed; it ends the transaction. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Answer answer;

    Refusal(Answer answer) {
      super(answer.toString(), null, false, false);
      this.answer = answer;
    }

    Answer answer() {
      return answer;
    }
  }

  Handle handle() {
    return handle;
  }

  Instant now() {
    return now;
  }

  /** The job as it is, for whoever may see it. */
  Job find(JobId id) {
    return there(JobStore.find(handle, actor.app().name(), id));
  }

  private static Job there(Optional<Job> job) {
    return job.orElseThrow(() -> new Refusal(new Answer.Missing()));
  }

  /** The job of somebody who may change it; nobody else does until the transaction ends. */
  Job own(JobId id) {
    var job = there(JobStore.lock(handle, actor.app().name(), id));
    if (!actor.admin() && !job.author().equals(actor.personId())) {
      throw new Refusal(
          new Answer.Forbidden(
              Phrase.of(
                  "job.notYours",
                  "{{author}} wrote this. Ask them or an administrator.",
                  "author",
                  job.authorName())));
    }
    return job;
  }

  /** The state that this leads to; empty where it changes none. */
  Optional<JobState> decide(Job job, Command command) {
    return switch (JobState.decide(job.state(), command)) {
      case Verdict.Moved(var to) -> Optional.of(to);
      case Verdict.Unchanged(), Verdict.Granted() -> Optional.empty();
      case Verdict.Refused(var why) -> throw new Refusal(new Answer.Refused(why));
    };
  }

  /**
   * Nobody has changed it since the actor looked; {@code seen} is empty where that is no matter.
   */
  void expect(Job job, Optional<Long> seen) {
    if (seen.filter(revision -> revision != job.revision()).isPresent()) {
      throw new Refusal(new Answer.Stale(job));
    }
  }

  /** Nothing keeps it from being done. */
  void require(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw new Refusal(new Answer.Invalid(faults));
    }
  }

  /** Opens or shuts the gate of its run, where it has one. */
  void gate(Job job, Run.Gate gate) {
    job.state().runId().ifPresent(run -> Runs.setGate(handle, run, gate));
  }

  /** Writes it down in its new state, with its trace; where there is none it stays as it is. */
  Answer save(Job job, Optional<JobState> to) {
    return save(job, job, to);
  }

  /** The same of one that is altered, too; the trail has the title that it had. */
  Answer save(Job was, Job altered, Optional<JobState> to) {
    if (to.isEmpty()) {
      return new Answer.Agreed(was);
    }
    record(was, was.title());
    return new Answer.Agreed(JobStore.save(handle, altered.with(to.get()), now));
  }

  /** Leaves a trace in the trail. */
  void record(Job job, String detail) {
    record(action, job, detail);
  }

  /** The same of something that is done with it. */
  void record(String what, Job job, String detail) {
    record(what, job.id().toString(), detail);
  }

  /** The same of what is no job. */
  void record(Run run, String detail) {
    record(action, run.id().toString(), detail);
  }

  private void record(String what, String object, String detail) {
    audit.record(
        handle,
        AuditEntry.in(actor.app().name())
            .by(actor.personId())
            .did("job." + what, object)
            .saying(detail));
  }
}
