package belfry.jobs;

import belfry.access.Audit;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * How every change of a job is made: one transaction that locks the job first, checks whose it is,
 * asks {@link JobState#decide}, and writes job, run and audit together. A request id does its work
 * once.
 */
final class JobTransactions {
  private final Database database;
  private final Audit audit;
  private final IdempotencyStore idempotency;
  private final Time time;
  private Consumer<String> listener;

  JobTransactions(Database database, Audit audit, Time time, Consumer<String> listener) {
    this.database = database;
    this.audit = audit;
    this.time = time;
    this.listener = listener;
    idempotency = new IdempotencyStore(time);
  }

  /** Says whom else to tell the app's name after each committed change. */
  void alsoTell(Consumer<String> other) {
    listener = listener.andThen(other);
  }

  void tell(String app) {
    listener.accept(app);
  }

  /**
   * One change that is asked for.
   *
   * @param revision what the caller has seen; empty where that does not matter
   */
  record Wanted(
      Actor actor, JobId id, IdempotentRequest request, Command command, Optional<Long> revision) {}

  /** What changes in a job besides its state. */
  interface Alteration {
    /** Given what may be found wrong: then nothing changes. */
    Job of(Handle handle, Job job, List<Fault> faults);
  }

  /** What is written together with a job's new state, given the job as it was. */
  interface Together<T> {
    T in(Handle handle, Job job);
  }

  /**
   * What a change came to.
   *
   * @param together what was returned by what was written with it; empty where nothing was, as it
   *     was refused or had been done before
   */
  record Applied<T>(Answer answer, Optional<T> together) {
    static <T> Applied<T> only(Answer answer) {
      return new Applied<>(answer, Optional.empty());
    }
  }

  Answer apply(Wanted wanted, Alteration alteration) {
    return apply(wanted, alteration, (_, _) -> true).answer();
  }

  /** Applies a command to a job. */
  <T> Applied<T> apply(Wanted wanted, Alteration alteration, Together<T> together) {
    return applied(
        wanted.actor,
        wanted.request,
        handle ->
            switch (owned(handle, wanted.actor, wanted.id)) {
              case Owned.Theirs(var job) -> changed(handle, wanted, job, alteration, together);
              case Owned.Not(var answer) -> Applied.only(answer);
            });
  }

  private <T> Applied<T> changed(
      Handle handle, Wanted wanted, Job job, Alteration alteration, Together<T> together) {
    return switch (JobState.decide(job.state(), wanted.command)) {
      case Verdict.Refused(var why) -> Applied.only(new Answer.Refused(why));
      case Verdict.Granted() ->
          throw new IllegalArgumentException(wanted.command + " is not applied to a job's state");
      case Verdict.Unchanged() ->
          new Applied<>(new Answer.Agreed(job), Optional.of(together.in(handle, job)));
      case Verdict.Moved(var to) -> {
        if (wanted.revision.filter(seen -> seen != job.revision()).isPresent()) {
          yield Applied.only(new Answer.Stale(job));
        }
        var faults = new ArrayList<Fault>();
        var altered = alteration.of(handle, job, faults);
        if (!faults.isEmpty()) {
          yield Applied.only(new Answer.Invalid(faults));
        }
        var written = together.in(handle, job);
        record(handle, wanted.actor, wanted.request.action(), job);
        var saved = JobStore.save(handle, altered.with(to), time.now());
        yield new Applied<>(new Answer.Agreed(saved), Optional.of(written));
      }
    };
  }

  /** A job that the actor may change, or the answer that says why not. */
  sealed interface Owned {
    record Theirs(Job job) implements Owned {}

    record Not(Answer answer) implements Owned {}

    default Answer map(Function<Job, Answer> then) {
      return switch (this) {
        case Theirs(var job) -> then.apply(job);
        case Not(var answer) -> answer;
      };
    }
  }

  static Owned owned(Handle handle, Actor actor, JobId id) {
    var job = JobStore.lock(handle, actor.app().name(), id);
    if (job.isEmpty()) {
      return new Owned.Not(new Answer.Missing());
    }
    if (!actor.admin() && !job.get().author().equals(actor.personId())) {
      return new Owned.Not(
          new Answer.Forbidden(
              Phrase.of(
                  "job.notYours",
                  "{{author}} wrote this. Ask them or an administrator.",
                  "author",
                  job.get().authorName())));
    }
    return new Owned.Theirs(job.get());
  }

  /** Does the work once for each request id; a repetition finds what the first one made. */
  Answer once(Actor actor, IdempotentRequest request, Function<Handle, Answer> work) {
    return applied(actor, request, handle -> Applied.only(work.apply(handle))).answer();
  }

  private <T> Applied<T> applied(
      Actor actor, IdempotentRequest request, Function<Handle, Applied<T>> work) {
    var key =
        request
            .requestId()
            .map(id -> new IdempotencyStore.Key(actor.app().name(), actor.personId(), id));
    var wish = new IdempotencyStore.Wish(key, request.action(), request.digest());
    var applied =
        database.<Applied<T>>write(handle ->
            idempotency.once(
                handle, wish, () -> work.apply(handle), new Answers<>(handle, actor.app().name())));
    if (done(applied.answer).isPresent()) {
      tell(actor.app().name());
    }
    return applied;
  }

  /** The job to which something was done; empty where nothing was. */
  private static Optional<JobId> done(Answer answer) {
    return switch (answer) {
      case Answer.Agreed(var job) -> Optional.of(job.id());
      case Answer.Deleted(var id) -> Optional.of(id);
      default -> Optional.empty();
    };
  }

  private record Answers<T>(Handle handle, String app)
      implements IdempotencyStore.Answers<Applied<T>> {
    @Override
    public Optional<String> object(Applied<T> applied) {
      return done(applied.answer).map(JobId::toString);
    }

    @Override
    public Applied<T> again(IdempotencyStore.Done done) {
      var id = JobId.parse(done.object());
      if (done.action().equals("delete")) {
        return Applied.only(id.map(Answer.Deleted::new).orElseThrow());
      }
      return Applied.only(
          id.flatMap(one -> JobStore.find(handle, app, one))
              .<Answer>map(Answer.Agreed::new)
              .orElseGet(Answer.Missing::new));
    }

    @Override
    public Applied<T> usedBefore() {
      return Applied.only(
          new Answer.Refused(
              Phrase.of(
                  "requestId.used",
                  "This requestId was used for something else. Send a new one.")));
    }
  }

  void record(Handle handle, Actor actor, String action, Job job) {
    record(handle, actor, action, job, job.title());
  }

  void record(Handle handle, Actor actor, String action, Job job, String detail) {
    audit.record(
        handle, actor.app().name(), actor.personId(), "job." + action, job.id().toString(), detail);
  }
}
