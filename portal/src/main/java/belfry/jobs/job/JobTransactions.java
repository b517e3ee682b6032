package belfry.jobs.job;

import belfry.access.Audit;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.base.StillAllowed;
import belfry.base.Time;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import belfry.storage.IdempotentRequest;
import belfry.storage.StorageException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * Makes every requested change of a job: in one transaction, once for each request id. Listeners
 * are notified when it is durable.
 */
public final class JobTransactions {
  /** The action of a test, whose result is its run and not its job. */
  public static final String TEST = "test";

  private final Database database;
  private final Audit audit;
  private final IdempotencyStore idempotency;
  private final Time time;
  private Consumer<AppName> listener = _ -> {};

  public JobTransactions(Database database, Audit audit, Time time) {
    this.database = database;
    this.audit = audit;
    this.time = time;
    idempotency = new IdempotencyStore(time);
  }

  /** Adds a listener for the app's name after each committed change. */
  public void onChange(Consumer<AppName> other) {
    listener = listener.andThen(other);
  }

  public void tell(AppName app) {
    listener.accept(app);
  }

  /** What this request came to when it was made before; empty if it was not. */
  public Optional<Answer> again(Actor actor, IdempotentRequest request) {
    return database.read(
        handle -> IdempotencyStore.again(handle, request, new Answers(handle, actor.app().name())));
  }

  /** Makes a change, before which people may have been looked up and counted. */
  public Answer change(Actor actor, IdempotentRequest request, Function<JobChange, Answer> work) {
    StillAllowed.check();
    var answer = once(actor, request, work);
    if (done(answer).isPresent()) {
      tell(actor.app().name());
    }
    return answer;
  }

  /** Of two requests with one id at the same time, the second one finds what the first one did. */
  private Answer once(Actor actor, IdempotentRequest request, Function<JobChange, Answer> work) {
    try {
      return committed(actor, request, work);
    } catch (StorageException e) {
      if (request.requestId().isPresent()
          && database.read(handle -> IdempotencyStore.isDone(handle, request))) {
        return committed(actor, request, work);
      }
      throw e;
    }
  }

  private Answer committed(
      Actor actor, IdempotentRequest request, Function<JobChange, Answer> work) {
    try {
      return database.write(handle -> {
        var change = new JobChange(handle, actor, request.action(), audit, time.now());
        return idempotency.once(
            handle, request, () -> work.apply(change), new Answers(handle, actor.app().name()));
      });
    } catch (JobChange.Refusal refusal) {
      // It may have waited for the same request, and be refused because that was done.
      return request.requestId().flatMap(_ -> again(actor, request)).orElseGet(refusal::answer);
    }
  }

  /** The id of the changed job or of the test run; empty if nothing was changed. */
  private static Optional<String> done(Answer answer) {
    return switch (answer) {
      case Answer.Agreed(var job) -> Optional.of(job.id().toString());
      case Answer.Cancelled cancelled -> Optional.of(cancelled.job().id().toString());
      case Answer.Deleted(var id) -> Optional.of(id.toString());
      case Answer.Tried(var test) -> Optional.of(test.toString());
      case Answer.Missing _,
          Answer.Forbidden _,
          Answer.Stale _,
          Answer.Invalid _,
          Answer.Refused _ ->
          Optional.empty();
    };
  }

  /** Lets a repetition find the result of the first request. */
  private record Answers(Handle handle, AppName app) implements IdempotencyStore.Answers<Answer> {
    @Override
    public Optional<String> object(Answer answer) {
      return done(answer);
    }

    @Override
    public Answer again(IdempotencyStore.Done done) {
      return switch (done.action()) {
        case "delete" -> new Answer.Deleted(JobId.parse(done.object()).orElseThrow());
        case TEST ->
            RunId.parse(done.object())
                .flatMap(test -> Runs.find(handle, test))
                .<Answer>map(test -> new Answer.Tried(test.id()))
                .orElseGet(Answer.Missing::new);
        default ->
            JobId.parse(done.object())
                .flatMap(id -> JobStore.find(handle, app, id))
                .<Answer>map(Answer.Agreed::new)
                .orElseGet(Answer.Missing::new);
      };
    }

    @Override
    public Answer refused(Phrase why) {
      return new Answer.Refused(why);
    }
  }
}
