package belfry.jobs;

import belfry.jobs.checking.Checking;
import belfry.jobs.checking.Promises;
import belfry.jobs.job.Actor;
import belfry.jobs.job.Again;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Command;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.PromiseRows;
import belfry.jobs.job.References;
import belfry.jobs.reminders.JobReminders;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.util.Optional;

/** Makes, changes, copies and deletes announcements that are not being sent. */
public final class Writing {
  private final JobTransactions transactions;
  private final JobStore store;
  private final Checking checking;
  private final References references;

  public Writing(
      JobTransactions transactions, Database database, Checking checking, References references) {
    this.transactions = transactions;
    store = new JobStore(database);
    this.checking = checking;
    this.references = references;
  }

  /**
   * Creates a draft. A repeated request finds the first draft even if the text has grown since:
   * that is an edit, not a second draft.
   */
  public ChangeResult create(Actor actor, Draft draft, Optional<String> requestId) {
    return transactions.change(
        actor, actor.asks("create", requestId), change -> created(change, actor, draft));
  }

  /** The same, but another draft under the same id is refused; the page's may have grown. */
  public ChangeResult createExactly(
      Actor actor, Draft draft, String reference, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("create", requestId, draft.wish() + reference),
        change -> {
          var fresh = Job.fresh(actor, draft, change.now()).called(reference);
          return new ChangeResult.Agreed(change.create(fresh, references));
        });
  }

  private ChangeResult created(JobChange change, Actor actor, Draft draft) {
    return new ChangeResult.Agreed(
        change.create(Job.fresh(actor, draft, change.now()), references));
  }

  /** Changes text, file or audience of a job that has not begun. */
  public ChangeResult edit(
      Actor actor, JobId id, long revision, Draft draft, Optional<String> requestId) {
    var request = actor.asks("edit", requestId, id, revision, draft.wish());
    var recounted = checking.recounted(actor.app(), store.find(actor.app().name(), id), draft);
    return transactions.change(
        actor,
        request,
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Edit());
          var changed = change.edited(job, Optional.of(revision), draft, references);
          var edited = job.state().dueTime().isPresent() ? change.asAllowed(changed) : changed;
          change.recordReminders(edited, job.draft().reminders());
          if (job.state() instanceof JobState.Scheduled) {
            change.require(Checking.firstWave(draft).stream().toList());
          }
          if (!job.audience().equals(draft.audience())) {
            PromiseRows.delete(change.handle(), id);
          }
          recounted.ifPresent(one -> Promises.write(change.handle(), id, one.promise()));
          return change.save(
              job, recounted.map(one -> edited.counted(one.count())).orElse(edited), to);
        });
  }

  /** A draft with the same content; with {@code again}, for these of those who got it. */
  public ChangeResult duplicate(
      Actor actor, JobId id, Optional<Again> again, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("duplicate", requestId, id, again.map(Again::asked).orElse("")),
        change -> created(change, actor, change.copied(id, again)));
  }

  /**
   * Deletes a job that is not being sent, or that cannot be read.
   *
   * @param revision the one the caller has seen: a draft may have been scheduled since
   */
  public ChangeResult delete(
      Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("delete", requestId, id),
        change -> change.canRead(id) ? deleted(change, id, revision) : removed(change, id));
  }

  private ChangeResult deleted(JobChange change, JobId id, Optional<Long> revision) {
    var job = change.own(id);
    var _ = change.decide(job, new Command.Delete());
    change.expect(job, revision);
    change.refuseWhileFollowedUp(job);
    JobReminders.delete(change, job, references);
    change.delete(job, references);
    return new ChangeResult.Deleted(id);
  }

  /** Nobody could stop it first. */
  private static ChangeResult removed(JobChange change, JobId id) {
    var job = change.unread(id);
    JobReminders.drop(change, job);
    Runs.giveUp(change.handle(), id, change.now());
    References.remove(change.handle(), job, change.now());
    change.record(job, job.title());
    return new ChangeResult.Deleted(id);
  }
}
