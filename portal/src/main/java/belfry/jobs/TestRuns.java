package belfry.jobs;

import belfry.base.Phrase;
import belfry.messages.Attachments;
import belfry.people.Audience;
import belfry.runs.DeletedRuns;
import belfry.runs.JobId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.TestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends tests of a message to its author. Each test is a run of its own and never changes what goes
 * out.
 */
public final class TestRuns {
  static final String ACTION = "test";

  /** While the bot cannot send, tests pile up, and all arrive at once when it can. */
  static final int MOST_OPEN = 5;

  private final JobTransactions transactions;
  private final Attachments attachments;

  TestRuns(JobTransactions transactions, Attachments attachments) {
    this.transactions = transactions;
    this.attachments = attachments;
  }

  /**
   * Tests a job as it is saved. When the test arrives, exactly this content counts as tested.
   *
   * @param revision the revision the caller has seen
   */
  public Answer of(Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks(ACTION, requestId, id),
        change -> {
          var job = change.own(id);
          change.expect(job, revision);
          change.require(ContentFaults.of(job.draft()));
          var run = Run.fresh(job.source(), Run.Kind.TEST, actor.personId(), false, change.now());
          begin(change, actor, run);
          change.record(job, job.title());
          return new Answer.Tried(run.id());
        });
  }

  /**
   * Tests content that is not saved. No job is created or changed, so nobody else sees it. Its run
   * is deleted in the same way as the runs of a deleted job.
   */
  public Answer of(Actor actor, Draft draft, Optional<String> requestId) {
    var content = draft.content();
    return transactions.change(
        actor,
        actor.asks(ACTION, requestId, content.digest()),
        change -> {
          var faults = new ArrayList<>(ContentFaults.of(draft));
          draft
              .attachment()
              .filter(id -> !attachments.use(change.handle(), actor.app().name(), id))
              .ifPresent(_ -> faults.add(Checking.NO_ATTACHMENT));
          change.require(faults);
          var run = Run.test(actor.app().name(), content, actor.personId(), change.now());
          begin(change, actor, run);
          DeletedRuns.mark(change.handle(), run.job(), change.now());
          change.record(run, draft.text().title());
          return new Answer.Tried(run.id());
        });
  }

  private static void begin(JobChange change, Actor actor, Run run) {
    if (TestRecord.openTests(change.handle(), run.app(), actor.personId()) >= MOST_OPEN) {
      throw new JobChange.Refusal(
          new Answer.Refused(
              Phrase.of(
                  "test.tooMany",
                  "{{most}} of your tests are already on their way. Wait until they have arrived.",
                  "most",
                  MOST_OPEN)));
    }
    var me = new Audience(List.of(new Audience.Person(actor.personId(), actor.name())));
    if (!Runs.insert(change.handle(), run, me, change.now())) {
      throw new JobChange.Refusal(
          new Answer.Refused(Phrase.of("job.testOnItsWay", "A test of it is already on its way.")));
    }
  }

  /** The job, marked as tested if its content arrived as a test before it was saved. */
  static Job noted(JobChange change, Actor actor, Job job) {
    var isTested =
        !job.isTested()
            && TestRecord.isTested(
                change.handle(), job.app(), actor.personId(), job.draft().content());
    return isTested ? job.nowTested() : job;
  }
}
