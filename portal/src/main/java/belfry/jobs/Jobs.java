package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.messages.Attachments;
import belfry.people.Audience;
import belfry.people.Audiences;
import belfry.people.Headcount;
import belfry.storage.Database;
import belfry.storage.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** What staff may do with announcements. */
public final class Jobs {
  /** The longest that a start may wait to be undone. */
  public static final Duration LONGEST_UNDO = Duration.ofMinutes(1);

  private final JobStore store;
  private final Runs runs;
  private final JobTransactions transactions;
  private final DueJobs due;
  private final RecipientCorrections corrections;
  private final Gates gates;
  private final Checking checking;
  private final Attachments attachments;
  private final Time time;

  /**
   * Opens the announcements of all apps.
   *
   * @param listener told the app's name after each committed change
   */
  public Jobs(
      Database database,
      Attachments attachments,
      Audiences audiences,
      Access access,
      Time time,
      Consumer<String> listener) {
    this.attachments = attachments;
    this.time = time;
    store = new JobStore(database);
    runs = new Runs(database);
    transactions = new JobTransactions(database, access.audit(), time, listener);
    due = new DueJobs(database, store, runs, access, transactions, time);
    corrections = new RecipientCorrections(transactions, time);
    gates = new Gates(transactions);
    checking = new Checking(attachments, audiences);
  }

  /** Says whom else to tell. */
  public void onChange(Consumer<String> listener) {
    transactions.alsoTell(listener);
  }

  public Attachments attachments() {
    return attachments;
  }

  public Runs runs() {
    return runs;
  }

  public DueJobs due() {
    return due;
  }

  public RecipientCorrections corrections() {
    return corrections;
  }

  // Looking -----------------------------------------------------------------------------------

  public Optional<Job> find(App app, JobId id) {
    return store.find(app.name(), id);
  }

  /** One page of jobs, and where the next begins. */
  public record Page(List<Job> jobs, Optional<JobQuery.After> next) {}

  public Page list(JobQuery query) {
    var found = store.list(query, query.most() + 1);
    var page = found.subList(0, Math.min(found.size(), query.most()));
    var jobs = page.stream().map(JobStore.Listed::job).toList();
    if (found.size() <= query.most()) {
      return new Page(jobs, Optional.empty());
    }
    return new Page(jobs, Optional.of(page.getLast().place()));
  }

  /** How many jobs of this app are in each state, by {@link JobState#word}. */
  public Map<String, Integer> counts(App app) {
    return store.counts(app.name());
  }

  /** What a draft comes to: who gets it, and what keeps it from going out. */
  public record Check(Headcount count, List<Fault> faults) {}

  public Check check(App app, Draft draft) {
    return checking.check(app, draft);
  }

  // Writing -----------------------------------------------------------------------------------

  /**
   * Begins a draft. Repeated, it finds what the first began even where the text has grown since:
   * that is an edit, not a second draft.
   */
  public Answer create(Actor actor, Draft draft, Optional<String> requestId) {
    return transactions.once(
        actor, IdempotentRequest.of("create", requestId), handle -> created(handle, actor, draft));
  }

  private Answer created(Handle handle, Actor actor, Draft draft) {
    if (!inUse(handle, actor, draft)) {
      return new Answer.Invalid(List.of(Checking.NO_ATTACHMENT));
    }
    var job = Job.fresh(actor, draft, time.now());
    JobStore.insert(handle, job);
    transactions.record(handle, actor, "create", job);
    return new Answer.Agreed(job);
  }

  /** Keeps its file, if it has one, from being forgotten; false when it is gone. */
  private boolean inUse(Handle handle, Actor actor, Draft draft) {
    return draft.attachment().isEmpty()
        || attachments.use(handle, actor.app().name(), draft.attachment().get());
  }

  /** Changes text, file or audience of a job that has not begun. */
  public Answer edit(
      Actor actor, JobId id, long revision, Draft draft, Optional<String> requestId) {
    var request =
        IdempotentRequest.of(
            "edit",
            requestId,
            id,
            revision,
            draft.content().digest(),
            draft.onUnknown(),
            Json.write(draft.audience()));
    var count = checking.recounted(actor.app(), find(actor.app(), id), draft);
    return transactions.apply(
        new JobTransactions.Wanted(actor, id, request, new Command.Edit(), Optional.of(revision)),
        (handle, job, faults) -> {
          if (!inUse(handle, actor, draft)) {
            faults.add(Checking.NO_ATTACHMENT);
          }
          job.attachment().ifPresent(file -> attachments.use(handle, job.app(), file));
          var edited = job.sentBy(actor.personId()).with(draft);
          return count.map(edited::counted).orElse(edited);
        });
  }

  /** A draft with the same text and audience. */
  public Answer duplicate(Actor actor, JobId id, Optional<String> requestId) {
    return transactions.once(
        actor,
        IdempotentRequest.of("duplicate", requestId, id),
        handle ->
            JobStore.find(handle, actor.app().name(), id)
                .map(job -> created(handle, actor, job.draft()))
                .orElseGet(Answer.Missing::new));
  }

  /** Removes a job that is not on its way. */
  public Answer delete(Actor actor, JobId id, Optional<String> requestId) {
    return transactions.once(
        actor,
        IdempotentRequest.of("delete", requestId, id),
        handle ->
            JobTransactions.owned(handle, actor, id)
                .map(job -> {
                  if (JobState.decide(job.state(), new Command.Delete())
                      instanceof Verdict.Refused(var why)) {
                    return new Answer.Refused(why);
                  }
                  job.attachment().ifPresent(file -> attachments.use(handle, job.app(), file));
                  JobStore.delete(handle, job);
                  Runs.delete(handle, job.id(), time.now());
                  transactions.record(handle, actor, "delete", job);
                  return new Answer.Deleted(id);
                }));
  }

  // Sending -----------------------------------------------------------------------------------

  /**
   * Sends it now; a recurring job once more, besides its times.
   *
   * @param undo how long it can still be taken back before the first message leaves
   */
  public Answer runNow(
      Actor actor, JobId id, Optional<Long> revision, Duration undo, Optional<String> requestId) {
    var request = IdempotentRequest.of("runNow", requestId, id, undo);
    var due = time.now().plus(undo);
    return checked(
        actor,
        id,
        revision,
        checked ->
            checked.seen.isSeries()
                ? sendBesides(actor, checked, due, request)
                : send(actor, checked, new When.At(due, Timing.NONE), request));
  }

  /** Sends it at a time, or again and again; {@code when} was read by {@link Entered#read}. */
  public Answer schedule(
      Actor actor, JobId id, Optional<Long> revision, When when, Optional<String> requestId) {
    return switch (when) {
      case When.Wrong(var fault) -> new Answer.Invalid(List.of(fault));
      case When.At at -> {
        var timing = at.timing();
        // Repeated a day later, a recurring one means another next time, but the same wish.
        var due = timing.rule().isEmpty() ? at.due().toString() : "";
        var request = IdempotentRequest.of("schedule", requestId, id, due, timing);
        yield checked(actor, id, revision, checked -> send(actor, checked, at, request));
      }
    };
  }

  /**
   * A job as it was when it was counted, which may ask the platform and so cannot be done inside
   * the transaction; the revision makes sure that what was counted is what is sent.
   */
  private record Checked(Job seen, Check check, long revision) {}

  private Answer checked(
      Actor actor, JobId id, Optional<Long> revision, Function<Checked, Answer> then) {
    var seen = find(actor.app(), id);
    if (seen.isEmpty()) {
      return new Answer.Missing();
    }
    var check = check(actor.app(), seen.get().draft());
    return then.apply(new Checked(seen.get(), check, revision.orElse(seen.get().revision())));
  }

  private Answer send(Actor actor, Checked checked, When.At at, IdempotentRequest request) {
    var command = new Command.Schedule(at.due());
    return transactions.apply(
        new JobTransactions.Wanted(
            actor, checked.seen.id(), request, command, Optional.of(checked.revision)),
        (handle, job, faults) -> {
          faults.addAll(checked.check.faults());
          if (JobStore.hasOccurrence(handle, job.id(), at.due())) {
            faults.add(
                new Fault(
                    "at",
                    Phrase.of(
                        "at.alreadySent",
                        "It has gone out at that time already. Choose a later one.")));
          }
          return job.sentBy(actor.personId()).with(at.timing()).counted(checked.check.count());
        });
  }

  private Answer sendBesides(Actor actor, Checked checked, Instant due, IdempotentRequest request) {
    return transactions.once(
        actor,
        request,
        handle ->
            JobTransactions.owned(handle, actor, checked.seen.id())
                .map(series -> {
                  if (series.revision() != checked.revision) {
                    return new Answer.Stale(series);
                  }
                  if (JobState.decide(series.state(), new Command.SendBesides())
                      instanceof Verdict.Refused(var why)) {
                    return new Answer.Refused(why);
                  }
                  if (!checked.check.faults().isEmpty()) {
                    return new Answer.Invalid(checked.check.faults());
                  }
                  var one =
                      series
                          .counted(checked.check.count())
                          .occurrence(
                              new Occurrence(series.id(), Optional.empty()),
                              new JobState.Scheduled(due),
                              actor.personId(),
                              Timing.NONE,
                              time.now());
                  JobStore.insert(handle, one);
                  transactions.record(handle, actor, "runNow", one);
                  return new Answer.Agreed(one);
                }));
  }

  /** The author tries it on themselves: a run of its own, for one person. */
  public Answer test(Actor actor, JobId id, Optional<String> requestId) {
    var me = new Audience(List.of(new Audience.One(actor.personId(), actor.name())));
    var now = time.now();
    return transactions.once(
        actor,
        IdempotentRequest.of("test", requestId, id),
        handle ->
            JobTransactions.owned(handle, actor, id)
                .map(job -> {
                  var fault = job.text().fault();
                  if (fault.isPresent()) {
                    return new Answer.Invalid(List.of(new Fault("markdown", fault.get())));
                  }
                  var run = Run.fresh(job, Run.Kind.TEST, actor.personId(), false, now);
                  if (!Runs.insert(handle, run, me, now)) {
                    return new Answer.Refused(
                        Phrase.of("job.testOnItsWay", "A test of it is on its way already."));
                  }
                  transactions.record(handle, actor, "test", job);
                  return new Answer.Agreed(job);
                }));
  }

  // Stopping ----------------------------------------------------------------------------------

  /** What a cancelled job came to at the moment of the cancel. */
  public record Stopped(Answer answer, long sentBefore, long inFlight, long neverSent) {}

  /**
   * Stops it. What is in flight is awaited; nothing new is begun after this returns.
   *
   * @param keepDraft whether one that has not begun becomes a draft again
   */
  public Stopped cancel(Actor actor, JobId id, boolean keepDraft, Optional<String> requestId) {
    var request = IdempotentRequest.of("cancel", requestId, id, keepDraft);
    var applied =
        transactions.apply(
            new JobTransactions.Wanted(
                actor, id, request, new Command.Cancel(keepDraft), Optional.empty()),
            (_, job, _) -> job,
            this::stopping);
    var answer = applied.answer();
    return applied
        .together()
        .map(found -> stopped(answer, found.standing, found.counted))
        .orElseGet(() ->
            answer instanceof Answer.Agreed(var job)
                // A repetition: the figures are those of now.
                ? stopped(answer, standing(job), job.people() + job.spaces())
                : stopped(answer, Optional.empty(), 0));
  }

  /** Where a job stood that is cancelled, and how many people and spaces were counted for it. */
  private record Found(Optional<RunProgress> standing, long counted) {}

  private Found stopping(Handle handle, Job job) {
    var standing =
        job.state()
            .runId()
            .map(run -> {
              Runs.setGate(handle, run, Run.Gate.STOPPING);
              return runs.standing(handle, run);
            });
    return new Found(standing, job.people() + job.spaces());
  }

  private Optional<RunProgress> standing(Job job) {
    return job.state().runId().flatMap(runs::find).map(Run::standing);
  }

  private static Stopped stopped(Answer answer, Optional<RunProgress> was, long counted) {
    var tally = was.map(RunProgress::tally).orElse(Tally.NONE);
    var total = was.filter(RunProgress::expanded).map(RunProgress::total).orElse(counted);
    var inFlight = tally.sending() + tally.unknown();
    var settled = tally.sent() + tally.failed() + tally.held();
    return new Stopped(answer, tally.sent(), inFlight, Math.max(0, total - settled - inFlight));
  }

  public Answer pause(Actor actor, JobId id, Optional<String> requestId) {
    return gates.pause(actor, id, requestId);
  }

  /**
   * Lets it go on, and so answers what it waits for a person with.
   *
   * @param revision what the caller has seen: who has not seen what is asked must not answer it
   */
  public Answer resume(Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    return gates.resume(actor, id, revision, requestId);
  }
}
