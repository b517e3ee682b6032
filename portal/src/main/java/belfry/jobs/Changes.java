package belfry.jobs;

import belfry.access.Audit;
import belfry.base.Time;
import belfry.storage.Database;
import belfry.storage.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * How every change of a job is made: one transaction that locks the job first, checks whose it is,
 * asks {@link JobState#decide}, and writes job, run and audit together. A request id does its work
 * once.
 */
final class Changes {
  private final Database database;
  private final Audit audit;
  private final Requests requests;
  private final Time time;
  private Consumer<String> listener;

  Changes(Database database, Audit audit, Time time, Consumer<String> listener) {
    this.database = database;
    this.audit = audit;
    this.time = time;
    this.listener = listener;
    requests = new Requests(time);
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
  record Wanted(Actor actor, JobId id, Ask ask, Command command, Optional<Long> revision) {}

  /** What changes in a job besides its state. */
  interface Alteration {
    /** Given what may be found wrong: then nothing changes. */
    Job of(Handle handle, Job job, List<Fault> faults);
  }

  Answer apply(Wanted wanted, Alteration alteration) {
    return apply(wanted, alteration, (_, _) -> {});
  }

  /**
   * Applies a command to a job.
   *
   * @param together what else is written, given the job as it was
   */
  Answer apply(Wanted wanted, Alteration alteration, BiConsumer<Handle, Job> together) {
    return once(
        wanted.actor,
        wanted.ask,
        handle ->
            owned(handle, wanted.actor, wanted.id)
                .map(job -> changed(handle, wanted, job, alteration, together)));
  }

  private Answer changed(
      Handle handle,
      Wanted wanted,
      Job job,
      Alteration alteration,
      BiConsumer<Handle, Job> together) {
    return switch (JobState.decide(job.state(), wanted.command)) {
      case Verdict.Refused(var words) -> new Answer.Refused(words);
      case Verdict.Unchanged() -> {
        together.accept(handle, job);
        yield new Answer.Agreed(job);
      }
      case Verdict.Moved(var to) -> {
        if (wanted.revision.filter(seen -> seen != job.revision()).isPresent()) {
          yield new Answer.Stale(job);
        }
        var faults = new ArrayList<Fault>();
        var altered = alteration.of(handle, job, faults);
        if (!faults.isEmpty()) {
          yield new Answer.Invalid(faults);
        }
        together.accept(handle, job);
        record(handle, wanted.actor, wanted.ask.action(), job);
        yield new Answer.Agreed(JobStore.save(handle, altered.with(to), time.now()));
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
              "%s wrote this. Ask them or an administrator.".formatted(job.get().authorName())));
    }
    return new Owned.Theirs(job.get());
  }

  /** Does the work once for each request id; a repetition finds what the first one made. */
  Answer once(Actor actor, Ask ask, Function<Handle, Answer> work) {
    var key = ask.requestId().map(id -> new Requests.Key(actor.app().name(), actor.personId(), id));
    var wish = new Requests.Wish(key, ask.action(), ask.digest());
    var answer =
        database.write(handle ->
            requests.once(
                handle, wish, () -> work.apply(handle), new Answers(handle, actor.app().name())));
    if (done(answer).isPresent()) {
      tell(actor.app().name());
    }
    return answer;
  }

  /** The job to which something was done; empty where nothing was. */
  private static Optional<JobId> done(Answer answer) {
    return switch (answer) {
      case Answer.Agreed(var job) -> Optional.of(job.id());
      case Answer.Deleted(var id) -> Optional.of(id);
      default -> Optional.empty();
    };
  }

  private record Answers(Handle handle, String app) implements Requests.Answers<Answer> {
    @Override
    public Optional<String> object(Answer answer) {
      return done(answer).map(JobId::toString);
    }

    @Override
    public Answer again(Requests.Done done) {
      var id = JobId.parse(done.object());
      if (done.action().equals("delete")) {
        return id.<Answer>map(Answer.Deleted::new).orElseThrow();
      }
      return id.flatMap(one -> JobStore.find(handle, app, one))
          .<Answer>map(Answer.Agreed::new)
          .orElseGet(Answer.Missing::new);
    }

    @Override
    public Answer usedBefore() {
      return new Answer.Refused("This requestId was used for something else. Send a new one.");
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
