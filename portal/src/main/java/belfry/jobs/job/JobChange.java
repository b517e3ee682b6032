package belfry.jobs.job;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.base.Phrase;
import belfry.jobs.schedule.Fault;
import belfry.messages.Reminders;
import belfry.runs.MessageTestRecord;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.JobId;
import belfry.storage.Unreadable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * A change of a job within its transaction. Each step either continues or throws a {@link Refusal},
 * which rolls back the whole change.
 */
public final class JobChange {
  public static final Phrase UNDER_WAY =
      Phrase.of(
          "followUp.underWay",
          "A recall or a correction of it is under way. Wait, or stop it first.");

  public static final Phrase MAY_NOT_HURRY =
      Phrase.of(
          "urgent.mayNot",
          "You may not make messages of {{app}} urgent. Send it without that, or ask an administrator, who can do it or give you the right to.");

  private final Handle handle;
  private final Actor actor;
  private final String action;
  private final Access access;
  private final Instant now;

  JobChange(Handle handle, Actor actor, String action, Access access, Instant now) {
    this.handle = handle;
    this.actor = actor;
    this.action = action;
    this.access = access;
    this.now = now;
  }

  /** Why nothing was changed; rolls back the transaction. */
  public static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient ChangeResult answer;

    public Refusal(ChangeResult answer) {
      super(answer.toString(), null, false, false);
      this.answer = answer;
    }

    ChangeResult answer() {
      return answer;
    }
  }

  /** The same change under another name in the audit trail. */
  public JobChange as(String other) {
    return new JobChange(handle, actor, other, access, now);
  }

  public Handle handle() {
    return handle;
  }

  public Instant now() {
    return now;
  }

  /** The job, for anybody who may see it. */
  Job find(JobId id) {
    return there(JobStore.find(handle, actor.app().name(), id));
  }

  private static Job there(Optional<Job> job) {
    return job.orElseThrow(() -> new Refusal(new ChangeResult.Missing()));
  }

  /** What a copy of it says; with {@code again}, to these of those who got it. */
  public Draft copied(JobId id, Optional<Again> again) {
    var job = find(id);
    return again.map(one -> one.draft(this, job)).orElseGet(job.draft()::anew);
  }

  /** The job, locked until the transaction ends, for somebody who may change it. */
  public Job own(JobId id) {
    var job = there(JobStore.lock(handle, actor.app().name(), id));
    if (!actor.admin() && !job.author().equals(actor.personId())) {
      throw new Refusal(
          new ChangeResult.Forbidden(
              Phrase.of(
                  "job.notYours",
                  "{{author}} wrote this. Ask them or an administrator.",
                  "author",
                  job.authorName())));
    }
    return job;
  }

  /** Whether this version can read the job, which is locked, and its run. */
  public boolean canRead(JobId id) {
    try {
      JobStore.lock(handle, actor.app().name(), id)
          .flatMap(job -> job.state().runId())
          .ifPresent(run -> Runs.find(handle, run));
      return true;
    } catch (Unreadable _) {
      return false;
    }
  }

  /** What can be read of a job that cannot, for an administrator, who alone may delete it. */
  public Job unread(JobId id) {
    if (!actor.admin()) {
      throw new Refusal(
          new ChangeResult.Forbidden(
              Phrase.of(
                  "job.unreadable",
                  "This message cannot be read. An administrator can delete it.")));
    }
    return there(JobStore.seen(handle, actor.app().name(), id));
  }

  /**
   * Makes the job urgent for this reason, which the audit trail records, or not if it is empty; for
   * somebody who may do that.
   *
   * @param field which part of the request asks for it
   */
  public void hurry(Job job, String why, String field) {
    if (why.isEmpty()) {
      return;
    }
    if (!mayHurry()) {
      throw new Refusal(
          new ChangeResult.Forbidden(MAY_NOT_HURRY.with("app", actor.app().title()), field));
    }
    record("urgent", job, why);
  }

  private boolean mayHurry() {
    return access.mayHurry(handle, actor.app(), actor.personId());
  }

  /** The job as this actor may have it sent: what others made urgent is not so in their words. */
  public Job asAllowed(Job job) {
    if (job.schedule().urgent().isEmpty() || mayHurry()) {
      return job;
    }
    record(TimedMoves.NOT_URGENT, job, job.schedule().urgent());
    return job.with(job.schedule().urgent(""));
  }

  /** The state that this command leads to; empty if it does not change the state. */
  public Optional<JobState> decide(Job job, Command command) {
    return switch (JobState.decide(job.state(), command)) {
      case Verdict.Moved(var to) -> Optional.of(to);
      case Verdict.Unchanged(), Verdict.Granted() -> Optional.empty();
      case Verdict.Refused(var why) -> throw new Refusal(new ChangeResult.Refused(why));
    };
  }

  /**
   * Requires that nobody has changed the job since the actor saw it; {@code seen} is empty if that
   * does not matter.
   */
  public void expect(Job job, Optional<Long> seen) {
    if (seen.filter(revision -> revision != job.revision()).isPresent()) {
      throw new Refusal(new ChangeResult.Stale(job));
    }
  }

  /** Requires that there are no faults. */
  public void require(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw new Refusal(new ChangeResult.Invalid(faults));
    }
  }

  public static void refuseIf(boolean refused, Phrase why) {
    if (refused) {
      throw new Refusal(new ChangeResult.Refused(why));
    }
  }

  /** Keeps a new job, and records this. */
  public Job create(Job job, References references) {
    require(references.begin(handle, job.app(), job.draft()));
    var noted = tested(job);
    JobStore.insert(handle, noted);
    record("create", noted, noted.title());
    recordReminders(noted, Reminders.NONE);
    return noted;
  }

  /** The job with another content, for whoever has seen this revision; it is still to be saved. */
  public Job edited(Job job, Optional<Long> seen, Draft draft, References references) {
    var _ = decide(job, new Command.Edit());
    refuseIf(job.isStarting(), JobState.STARTING);
    refuseIf(JobStore.isChanging(handle, job.id()), JobState.CHANGING);
    expect(job, seen);
    require(references.begin(handle, job.app(), draft));
    references.end(handle, job.app(), job.draft());
    return tested(job.sentBy(actor.personId()).with(draft));
  }

  /** The job, marked as tested if its content arrived as a test before it was saved. */
  public Job tested(Job job) {
    var isTested =
        !job.isTested()
            && MessageTestRecord.isTested(
                handle, job.app(), actor.personId(), job.draft().content());
    return isTested ? job.nowTested() : job;
  }

  /** Records in the audit trail who set others with a message. */
  public void recordReminders(Job job, Reminders before) {
    TimedMoves.set(job, before).ifPresent(set -> record("reminders", job, set));
  }

  /** Deletes the job now, and marks its runs to be deleted later; records this. */
  public void delete(Job job, References references) {
    references.delete(handle, job, now);
    record("delete", job, job.title());
  }

  /** A question that leaves nobody to send to cannot be answered with yes. */
  public List<Fault> toNobody(Job job) {
    return job
        .state()
        .runId()
        .flatMap(run -> Runs.find(handle, run))
        .filter(run -> run.progress().expanded())
        .filter(run -> !run.question().isEmpty() && run.progress().tally().open() == 0)
        .map(_ ->
            new Fault(
                "jobId", Phrase.of("job.toNobody", "It would go to nobody. Cancel it instead.")))
        .stream()
        .toList();
  }

  /** Requires that none of its messages are being recalled or corrected. */
  public void refuseWhileFollowedUp(Job job) {
    if (followUps(job).stream().anyMatch(FollowUp::isOpen)) {
      throw new Refusal(new ChangeResult.Refused(UNDER_WAY));
    }
  }

  /** Requires that it may still be sent to others than those who have it. */
  public void requireReopening(Job job) {
    var followedUp = job.state().runId().filter(run -> FollowUps.outdate(handle, run)).isPresent();
    job.state().whyNotAgain(followedUp).ifPresent(why -> refuseIf(true, why));
  }

  private List<FollowUp> followUps(Job job) {
    return job.state().runId().map(run -> FollowUps.of(handle, run)).orElse(List.of());
  }

  /** Opens or closes the gate of its run, if it has one. */
  public void gate(Job job, Run.Gate gate) {
    job.state().runId().ifPresent(run -> Runs.setGate(handle, run, gate, now));
  }

  /**
   * Saves the job in its new state, and records this. Without a new state, the job stays as it is.
   */
  public ChangeResult.Agreed save(Job job, Optional<JobState> to) {
    return save(job, job, to);
  }

  /** Saves a job that was also edited; the audit trail records its previous title. */
  public ChangeResult.Agreed save(Job was, Job altered, Optional<JobState> to) {
    if (to.isEmpty()) {
      return new ChangeResult.Agreed(was);
    }
    record(was, was.title());
    var saved = JobStore.save(handle, altered.with(to.get()), now);
    if (!saved.draft().equals(was.draft()) && saved.state().dueTime().isPresent()) {
      JobNews.note(handle, saved.id(), JobNews.What.EDITED, now);
    }
    return new ChangeResult.Agreed(saved);
  }

  /** Records the action in the audit trail. */
  public void record(Job job, String detail) {
    record(action, job, detail);
  }

  /** Records a named action in the audit trail. */
  public void record(String what, Job job, String detail) {
    record(what, job.id().toString(), detail);
  }

  /** The same for a run without a job. */
  public void record(Run run, String detail) {
    record(action, run.id().toString(), detail);
  }

  private void record(String what, String object, String detail) {
    access
        .audit()
        .record(
            handle,
            AuditEntry.in(actor.app().name())
                .by(actor.acting())
                .did("job." + what, object)
                .saying(detail));
  }
}
