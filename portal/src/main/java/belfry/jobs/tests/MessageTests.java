package belfry.jobs.tests;

import belfry.access.Access;
import belfry.base.Phrase;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.ContentFaults;
import belfry.jobs.job.Draft;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.messages.Attachments;
import belfry.messages.PersonalContent;
import belfry.people.audience.AudienceMembers;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.people.directory.PersonDetails;
import belfry.runs.DeletedRuns;
import belfry.runs.MessageTestRecord;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.BotChoice;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends tests of a message to its author or to colleagues. Each test is a run of its own and never
 * changes what goes out.
 */
public final class MessageTests {
  /** While the bot cannot send, tests pile up, and all arrive at once when it can. */
  static final int MOST_OPEN = 5;

  private final JobTransactions transactions;
  private final JobStore store;
  private final Runs runs;
  private final Attachments attachments;
  private final MessageTestReaders readers;

  public MessageTests(
      JobTransactions transactions,
      Database database,
      Attachments attachments,
      Audiences audiences,
      AudienceMembers members,
      PersonDetails details,
      Access access) {
    this.transactions = transactions;
    store = new JobStore(database);
    runs = new Runs(database);
    this.attachments = attachments;
    readers = new MessageTestReaders(audiences, members, details, access);
  }

  /**
   * Tests a job as it is saved. When the test arrives, exactly this content counts as tested.
   *
   * @param revision the revision the caller has seen
   */
  public ChangeResult of(
      Actor actor,
      JobId id,
      Optional<Long> revision,
      MessageTestWish wish,
      Optional<String> requestId) {
    var seen = store.find(actor.app().name(), id);
    if (seen.isEmpty()) {
      return new ChangeResult.Missing();
    }
    var draft = seen.get().draft();
    var found = readers.find(actor, draft.content(), draft.audience(), wish);
    // Whose values are shown was found for the job as it was then.
    var expected = revision.or(() -> found.filled().map(_ -> seen.get().revision()));
    return transactions.change(
        actor,
        actor.asks(JobTransactions.TEST, requestId, id, wish),
        change -> {
          var job = change.own(id);
          change.expect(job, expected);
          change.require(ContentFaults.of(job.draft()));
          var run = Run.fresh(job.source(), Run.Kind.TEST, actor.personId(), false, change.now());
          begin(change, actor, run, found);
          change.record(job, wish.equals(MessageTestWish.OWN) ? job.title() : found.words());
          return new ChangeResult.Tried(run.id());
        });
  }

  /**
   * Tests content that is not saved. No job is created or changed, so nobody else sees it. Its run
   * is deleted in the same way as the runs of a deleted job.
   */
  public ChangeResult of(
      Actor actor, Draft draft, MessageTestWish wish, Optional<String> requestId) {
    var content = draft.content();
    var found = readers.find(actor, content, draft.audience(), wish);
    return transactions.change(
        actor,
        actor.asks(JobTransactions.TEST, requestId, content.digest(), wish),
        change -> {
          var faults = new ArrayList<>(ContentFaults.of(draft));
          draft
              .attachment()
              .filter(id -> !attachments.use(change.handle(), actor.app().name(), id))
              .ifPresent(_ -> faults.add(References.NO_ATTACHMENT));
          change.require(faults);
          var run = Run.test(actor.app().name(), content, actor.personId(), change.now());
          begin(change, actor, run, found);
          DeletedRuns.mark(change.handle(), run.job(), change.now());
          // Not its title: the trail is read by others, and this is not theirs to read.
          change.record(run, found.words());
          return new ChangeResult.Tried(run.id());
        });
  }

  private void begin(JobChange change, Actor actor, Run run, MessageTestReaders.Resolved found) {
    change.require(found.faults());
    change.require(readers.removed(change.handle(), actor, found));
    if (MessageTestRecord.openTests(change.handle(), run.app(), actor.personId()) >= MOST_OPEN) {
      throw new JobChange.Refusal(
          new ChangeResult.Refused(
              Phrase.of(
                  "test.tooMany",
                  "{{most}} of your tests are already on their way. Wait until they have arrived.",
                  "most",
                  MOST_OPEN)));
    }
    if (!Runs.insert(change.handle(), run, found.audience(), change.now())) {
      throw new JobChange.Refusal(
          new ChangeResult.Refused(
              Phrase.of("job.testOnItsWay", "A test of it is already on its way.")));
    }
    found.filled().ifPresent(targets -> expand(change, run, targets));
  }

  /** Delivery knows neither whose values they are nor the lists, so the rows are written here. */
  private void expand(JobChange change, Run run, List<Target> targets) {
    var personal = PersonalContent.of(run.content()).isPersonal();
    var handle = change.handle();
    var lanes = BotChoice.of(handle, run.app()).among(handle, targets, change.now());
    RecipientRows.insert(handle, run.id(), 0, targets, lanes, personal, Optional.empty());
    var counts = new Tally(targets.size(), 0, 0, 0, 0, 0, 0, 0);
    runs.expanded(change.handle(), run.id(), counts, List.of());
  }
}
