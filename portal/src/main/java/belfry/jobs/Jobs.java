package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.base.Time;
import belfry.people.Audience;
import belfry.people.Audiences;
import belfry.people.Headcount;
import belfry.storage.Database;
import belfry.storage.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * What staff may do with announcements. Each change is one transaction that locks the job first,
 * asks {@link JobState#decide}, and writes job, run and audit together.
 */
public final class Jobs {
  /** The longest that a start may wait to be undone. */
  public static final Duration LONGEST_UNDO = Duration.ofMinutes(1);

  private final Database database;
  private final JobStore store;
  private final Runs runs;
  private final Audiences audiences;
  private final Access access;
  private final Requests requests;
  private final Time time;
  private Consumer<String> changed;

  /**
   * Opens the announcements of all apps.
   *
   * @param changed told the app's name after each committed change
   */
  public Jobs(
      Database database, Audiences audiences, Access access, Time time, Consumer<String> changed) {
    this.database = database;
    this.audiences = audiences;
    this.access = access;
    this.time = time;
    this.changed = changed;
    store = new JobStore(database);
    runs = new Runs(database);
    requests = new Requests(time);
  }

  /** Says whom else to tell. */
  public void onChange(Consumer<String> listener) {
    changed = changed.andThen(listener);
  }

  public Runs runs() {
    return runs;
  }

  public Optional<Job> find(App app, JobId id) {
    return store.find(app.name(), id);
  }

  /** One page of jobs, and where the next begins. */
  public record Page(List<Job> jobs, Optional<JobQuery.After> next) {}

  public Page list(JobQuery query) {
    var more =
        new JobQuery(
            query.app(),
            query.states(),
            query.author(),
            query.words(),
            query.after(),
            query.most() + 1);
    var found = store.list(more);
    var page = found.subList(0, Math.min(found.size(), query.most()));
    var jobs = page.stream().map(JobStore.Listed::job).toList();
    if (found.size() <= query.most()) {
      return new Page(jobs, Optional.empty());
    }
    var last = page.getLast();
    return new Page(
        jobs, Optional.of(new JobQuery.After(last.rank(), last.at(), last.job().id().value())));
  }

  /** How many jobs of this app are in each state, by {@link JobState#word}. */
  public Map<String, Integer> counts(App app) {
    return store.counts(app.name());
  }

  /** Begins a draft. */
  public Answer create(Actor actor, Draft draft, Optional<String> requestId) {
    var now = time.now();
    return transaction(
        actor,
        requestId,
        "create",
        handle -> {
          var job =
              new Job(
                  JobId.next(),
                  actor.app().name(),
                  1,
                  new JobState.Draft(),
                  actor.personId(),
                  actor.name(),
                  draft.text(),
                  draft.audience(),
                  0,
                  0,
                  Job.Timing.NONE,
                  draft.onUnknown(),
                  "",
                  now,
                  now);
          JobStore.insert(handle, job);
          audit(handle, actor, "job.create", job);
          return new Answer.Agreed(job);
        });
  }

  /** Changes text or audience of a job that has not begun. */
  public Answer edit(
      Actor actor, JobId id, long revision, Draft draft, Optional<String> requestId) {
    return change(
        actor,
        id,
        Optional.of(revision),
        requestId,
        "edit",
        new Command.Edit(),
        (_, job) -> job.with(draft));
  }

  /** A draft with the same text and audience. */
  public Answer duplicate(Actor actor, JobId id, Optional<String> requestId) {
    return find(actor.app(), id)
        .map(
            job -> create(actor, new Draft(job.text(), job.audience(), job.onUnknown()), requestId))
        .orElseGet(Answer.Missing::new);
  }

  /**
   * Sends it now.
   *
   * @param undo how long it can still be taken back before the first message leaves
   */
  public Answer runNow(
      Actor actor, JobId id, Optional<Long> revision, Duration undo, Optional<String> requestId) {
    return send(
        actor,
        id,
        revision,
        new When.At(time.now().plus(undo), Job.Timing.NONE),
        requestId,
        "runNow");
  }

  /** Sends it at a time; {@code when} was read by {@link When#read}. */
  public Answer schedule(
      Actor actor, JobId id, Optional<Long> revision, When when, Optional<String> requestId) {
    return switch (when) {
      case When.Wrong(var fault) -> new Answer.Invalid(List.of(fault));
      case When.At at -> send(actor, id, revision, at, requestId, "schedule");
    };
  }

  private Answer send(
      Actor actor,
      JobId id,
      Optional<Long> revision,
      When.At at,
      Optional<String> requestId,
      String action) {
    var seen = find(actor.app(), id);
    if (seen.isEmpty()) {
      return new Answer.Missing();
    }
    var check =
        check(
            actor.app(),
            new Draft(seen.get().text(), seen.get().audience(), seen.get().onUnknown()));
    // Counting may ask the platform and so cannot be done inside the transaction; the revision
    // makes sure that what was counted is what is sent.
    return change(
        actor,
        id,
        Optional.of(revision.orElse(seen.get().revision())),
        requestId,
        action,
        new Command.Schedule(at.due()),
        (faults, job) -> {
          faults.addAll(check.faults());
          return job.with(at.timing()).counted(check.count().people(), check.count().spaces());
        });
  }

  /** What a draft comes to: who gets it, and what keeps it from going out. */
  public record Check(Headcount count, List<Fault> faults) {}

  public Check check(App app, Draft draft) {
    var faults = new ArrayList<Fault>();
    draft.text().fault().ifPresent(words -> faults.add(new Fault("markdown", words)));
    var count = audiences.count(app, draft.audience());
    if (draft.audience().isEmpty()) {
      faults.add(new Fault("audience", "Choose who gets it."));
    } else if (!count.missing().isEmpty()) {
      faults.add(
          new Fault(
              "audience",
              "These are gone, or the bot may not write there: %s. Take them out."
                  .formatted(String.join(", ", count.missing()))));
    } else if (count.people() + count.spaces() + count.unchecked().size() == 0) {
      faults.add(new Fault("audience", "Nobody is in this audience. Add somebody."));
    }
    return new Check(count, faults);
  }

  /** What a cancelled job came to at the moment of the cancel. */
  public record Stopped(Answer answer, long sentBefore, long inFlight, long neverSent) {}

  /**
   * Stops it. What is in flight is awaited; nothing new is begun after this returns.
   *
   * @param keepDraft whether one that has not begun becomes a draft again
   */
  public Stopped cancel(Actor actor, JobId id, boolean keepDraft) {
    var tally = new Tally[] {Tally.NONE};
    var total = new long[1];
    var answer =
        change(
            actor,
            id,
            Optional.empty(),
            Optional.empty(),
            "cancel",
            new Command.Cancel(keepDraft),
            (_, job) -> job,
            (handle, before) -> {
              total[0] = before.people() + before.spaces();
              before
                  .state()
                  .runId()
                  .flatMap(run -> Runs.find(handle, run))
                  .ifPresent(run -> {
                    Runs.setGate(handle, run.id(), Run.Gate.STOPPING);
                    tally[0] = run.standing().tally();
                    total[0] = Math.max(run.standing().total(), total[0]);
                  });
            });
    var inFlight = tally[0].sending() + tally[0].unknown();
    var settled = tally[0].sent() + tally[0].failed() + tally[0].held();
    return new Stopped(
        answer, tally[0].sent(), inFlight, Math.max(0, total[0] - settled - inFlight));
  }

  public Answer pause(Actor actor, JobId id) {
    return gate(actor, id, "pause", new Command.Pause(), Run.Gate.PAUSED);
  }

  public Answer resume(Actor actor, JobId id) {
    return gate(actor, id, "resume", new Command.Resume(), Run.Gate.OPEN);
  }

  private Answer gate(Actor actor, JobId id, String action, Command command, Run.Gate gate) {
    return change(
        actor,
        id,
        Optional.empty(),
        Optional.empty(),
        action,
        command,
        (_, job) -> job,
        (handle, before) ->
            before.state().runId().ifPresent(run -> Runs.setGate(handle, run, gate)));
  }

  /** Removes a job that is not on its way. */
  public Answer delete(Actor actor, JobId id) {
    return transaction(
        actor,
        Optional.empty(),
        "delete",
        handle ->
            owned(handle, actor, id)
                .map(job -> {
                  if (job.state() instanceof JobState.Sending
                      || job.state() instanceof JobState.Paused
                      || job.state() instanceof JobState.Stopping) {
                    return new Answer.Refused("It is being sent. Cancel it first.");
                  }
                  JobStore.delete(handle, job);
                  audit(handle, actor, "job.delete", job);
                  return new Answer.Agreed(job);
                }));
  }

  /** The author tries it on themselves: a run of its own, for one person. */
  public Answer test(Actor actor, JobId id, Optional<String> requestId) {
    var now = time.now();
    return transaction(
        actor,
        requestId,
        "test",
        handle ->
            owned(handle, actor, id)
                .map(job -> {
                  var fault = job.text().fault();
                  if (fault.isPresent()) {
                    return new Answer.Invalid(List.of(new Fault("markdown", fault.get())));
                  }
                  var me = new Audience(List.of(new Audience.One(actor.personId(), actor.name())));
                  var run = newRun(job, Run.Kind.TEST, actor.personId(), false, now);
                  if (!Runs.insert(handle, run, me, now)) {
                    return new Answer.Refused("A test of it is on its way already.");
                  }
                  audit(handle, actor, "job.test", job);
                  return new Answer.Agreed(job);
                }));
  }

  /** The latest test of this job by this person. */
  public Optional<Run> lastTest(JobId id, String person) {
    return runs.lastTest(id, person);
  }

  private static Run newRun(Job job, Run.Kind kind, String startedBy, boolean late, Instant now) {
    return new Run(
        RunId.next(),
        job.app(),
        job.id(),
        kind,
        job.text().markdown(),
        job.onUnknown(),
        startedBy,
        late,
        List.of(),
        now,
        Optional.empty(),
        new Standing(Run.Gate.OPEN, false, Optional.empty(), 0, 0, Tally.NONE));
  }

  // What time asks for ------------------------------------------------------------------------

  /** Later than this is called late. */
  private static final Duration ON_TIME = Duration.ofSeconds(60);

  /** Later than this it does not start by itself. */
  private static final Duration GRACE = Duration.ofHours(1);

  /**
   * Starts the jobs of this app whose time has come; job and run are written together, and the
   * run's key makes a second start impossible.
   *
   * @return how many were looked at: as many as {@code most} means that there may be more
   */
  public int startDue(App app, int most) {
    var now = time.now();
    var due = store.due(app.name(), now, most);
    if (!due.isEmpty()) {
      database.write(handle -> {
        due.forEach(id ->
            JobStore.lock(handle, app.name(), id)
                .ifPresent(job -> startIfDue(handle, app, job, now)));
        return due.size();
      });
      changed.accept(app.name());
    }
    return due.size();
  }

  private void startIfDue(Handle handle, App app, Job job, Instant now) {
    if (!(job.state() instanceof JobState.Scheduled(var due)) || due.isAfter(now)) {
      return;
    }
    var lateness = Duration.between(due, now);
    var run = newRun(job, Run.Kind.JOB, job.author(), lateness.compareTo(ON_TIME) > 0, now);
    Command command;
    if (access.roleIn(handle, app, job.author()).isEmpty()) {
      command = new Command.Hold();
    } else if (lateness.compareTo(GRACE) > 0) {
      command = new Command.Miss();
    } else if (Runs.insert(handle, run, job.audience(), due)) {
      command = new Command.Start(run.id());
    } else {
      return;
    }
    if (JobState.decide(job.state(), command) instanceof Verdict.Moved(var to)) {
      JobStore.save(handle, job.with(to), now);
      access
          .audit()
          .record(handle, app.name(), "belfry", "job." + to.word(), job.id().toString(), "");
    }
  }

  /** When the next job of this app is due. */
  public Optional<Instant> nextDue(App app) {
    return store.nextDue(app.name());
  }

  /** Keeps what this person had scheduled from going out; how many jobs that was. */
  public int holdScheduledBy(App app, String author) {
    var ids = store.scheduledBy(app.name(), author);
    var now = time.now();
    var held =
        database.write(handle ->
            ids.stream()
                .map(id -> JobStore.lock(handle, app.name(), id))
                .flatMap(Optional::stream)
                .filter(job ->
                    JobState.decide(job.state(), new Command.Hold())
                            instanceof Verdict.Moved(var to)
                        && JobStore.save(handle, job.with(to), now).state().equals(to))
                .count());
    changed.accept(app.name());
    return Math.toIntExact(held);
  }

  /** Closes a run that has nothing open, and settles its job with it; false when it is not so. */
  public boolean settle(Handle handle, Run run) {
    var now = time.now();
    var job = JobStore.lock(handle, run.app(), run.job());
    if (!Runs.close(handle, run.id(), now)) {
      return false;
    }
    if (run.kind() == Run.Kind.TEST && runs.standing(handle, run.id()).tally().sent() > 0) {
      JobStore.tested(handle, run);
    }
    if (run.kind() == Run.Kind.JOB
        && job.isPresent()
        && JobState.decide(job.get().state(), new Command.Settle())
            instanceof Verdict.Moved(var to)) {
      JobStore.save(handle, job.get().with(to), now);
      access
          .audit()
          .record(handle, run.app(), "belfry", "job." + to.word(), run.job().toString(), "");
    }
    return true;
  }

  // How every change is made ------------------------------------------------------------------

  /** Applies a command to a locked job. */
  private Answer change(
      Actor actor,
      JobId id,
      Optional<Long> revision,
      Optional<String> requestId,
      String action,
      Command command,
      BiFunction<List<Fault>, Job, Job> alter) {
    return change(actor, id, revision, requestId, action, command, alter, (_, _) -> {});
  }

  private Answer change(
      Actor actor,
      JobId id,
      Optional<Long> revision,
      Optional<String> requestId,
      String action,
      Command command,
      BiFunction<List<Fault>, Job, Job> alter,
      java.util.function.BiConsumer<Handle, Job> together) {
    return transaction(
        actor,
        requestId,
        action,
        handle ->
            owned(handle, actor, id)
                .map(job ->
                    changed(handle, actor, job, revision, action, command, alter, together)));
  }

  private Answer changed(
      Handle handle,
      Actor actor,
      Job job,
      Optional<Long> revision,
      String action,
      Command command,
      BiFunction<List<Fault>, Job, Job> alter,
      java.util.function.BiConsumer<Handle, Job> together) {
    return switch (JobState.decide(job.state(), command)) {
      case Verdict.Refused(var words) -> new Answer.Refused(words);
      case Verdict.Unchanged() -> {
        together.accept(handle, job);
        yield new Answer.Agreed(job);
      }
      case Verdict.Moved(var to) -> {
        if (revision.filter(seen -> seen != job.revision()).isPresent()) {
          yield new Answer.Stale(job);
        }
        var faults = new ArrayList<Fault>();
        var altered = alter.apply(faults, job);
        if (!faults.isEmpty()) {
          yield new Answer.Invalid(faults);
        }
        together.accept(handle, job);
        audit(handle, actor, "job." + action, job);
        yield new Answer.Agreed(JobStore.save(handle, altered.with(to), time.now()));
      }
    };
  }

  /** A job that the actor may change, or the answer that says why not. */
  private sealed interface Owned {
    record Theirs(Job job) implements Owned {}

    record Not(Answer answer) implements Owned {}

    default Answer map(java.util.function.Function<Job, Answer> then) {
      return switch (this) {
        case Theirs(var job) -> then.apply(job);
        case Not(var answer) -> answer;
      };
    }
  }

  private static Owned owned(Handle handle, Actor actor, JobId id) {
    var job = JobStore.lock(handle, actor.app().name(), id);
    if (job.isEmpty()) {
      return new Owned.Not(new Answer.Missing());
    }
    if (!actor.admin() && !job.get().author().equals(actor.personId())) {
      return new Owned.Not(
          new Answer.Forbidden(
              "%s wrote this. Ask them or an administrator.".formatted(job.get().authorName())));
    }
    return new Owned.Theirs(job.get());
  }

  /** Runs one change once for each request id; a repetition finds what the first one made. */
  private Answer transaction(
      Actor actor,
      Optional<String> requestId,
      String action,
      java.util.function.Function<Handle, Answer> work) {
    var key = requestId.map(id -> new Requests.Key(actor.app().name(), actor.personId(), id));
    var answer =
        database.write(handle -> {
          var earlier = key.flatMap(one -> requests.earlier(handle, one));
          if (earlier.isPresent()) {
            return repeated(handle, actor, earlier.get(), action);
          }
          var first = work.apply(handle);
          if (first instanceof Answer.Agreed(var job)) {
            key.ifPresent(
                one -> requests.keep(handle, one, new Requests.Done(action, job.id().toString())));
          }
          return first;
        });
    if (answer instanceof Answer.Agreed) {
      changed.accept(actor.app().name());
    }
    return answer;
  }

  private static Answer repeated(Handle handle, Actor actor, Requests.Done done, String action) {
    if (!done.action().equals(action)) {
      return new Answer.Refused("This requestId was used for something else. Send a new one.");
    }
    return JobId.parse(done.object())
        .flatMap(id -> JobStore.find(handle, actor.app().name(), id))
        .<Answer>map(Answer.Agreed::new)
        .orElseGet(Answer.Missing::new);
  }

  private void audit(Handle handle, Actor actor, String action, Job job) {
    access
        .audit()
        .record(
            handle, actor.app().name(), actor.personId(), action, job.id().toString(), job.title());
  }
}
