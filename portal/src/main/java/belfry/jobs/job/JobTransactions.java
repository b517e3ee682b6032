package belfry.jobs.job;

import belfry.access.Access;
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
  private final Access access;
  private final IdempotencyStore idempotency;
  private final Time time;
  private Consumer<AppName> listener = _ -> {};

  public JobTransactions(Database database, Access access, Time time) {
    this.database = database;
    this.access = access;
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
  public Optional<ChangeResult> again(Actor actor, IdempotentRequest request) {
    return database.read(
        handle -> IdempotencyStore.again(handle, request, new Answers(handle, actor.app().name())));
  }

  /** Makes a change, before which people may have been looked up and counted. */
  public ChangeResult change(
      Actor actor, IdempotentRequest request, Function<JobChange, ChangeResult> work) {
    StillAllowed.check();
    var answer = once(actor, request, work);
    if (done(answer).isPresent()) {
      tell(actor.app().name());
    }
    return answer;
  }

  /** Of two requests with one id at the same time, the second one finds what the first one did. */
  private ChangeResult once(
      Actor actor, IdempotentRequest request, Function<JobChange, ChangeResult> work) {
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

  private ChangeResult committed(
      Actor actor, IdempotentRequest request, Function<JobChange, ChangeResult> work) {
    try {
      return database.write(handle -> {
        var change = new JobChange(handle, actor, request.action(), access, time.now());
        return idempotency.once(
            handle, request, () -> work.apply(change), new Answers(handle, actor.app().name()));
      });
    } catch (JobChange.Refusal refusal) {
      // It may have waited for the same request, and be refused because that was done.
      return request.requestId().flatMap(_ -> again(actor, request)).orElseGet(refusal::answer);
    }
  }

  /** The id of the changed job or of the test run; empty if nothing was changed. */
  private static Optional<String> done(ChangeResult answer) {
    return switch (answer) {
      case ChangeResult.Agreed(var job) -> Optional.of(job.id().toString());
      case ChangeResult.Cancelled cancelled -> Optional.of(cancelled.job().id().toString());
      case ChangeResult.Deleted(var id) -> Optional.of(id.toString());
      case ChangeResult.Tried(var test) -> Optional.of(test.toString());
      case ChangeResult.Missing _,
          ChangeResult.Forbidden _,
          ChangeResult.Stale _,
          ChangeResult.Invalid _,
          ChangeResult.Refused _ ->
          Optional.empty();
    };
  }

  /** Lets a repetition find the result of the first request. */
  private record Answers(Handle handle, AppName app)
      implements IdempotencyStore.Answers<ChangeResult> {
    @Override
    public Optional<String> object(ChangeResult answer) {
      return done(answer);
    }

    @Override
    public ChangeResult again(IdempotencyStore.Done done) {
      return switch (done.action()) {
        case "delete" -> new ChangeResult.Deleted(JobId.parse(done.object()).orElseThrow());
        case TEST ->
            RunId.parse(done.object())
                .flatMap(test -> Runs.find(handle, test))
                .<ChangeResult>map(test -> new ChangeResult.Tried(test.id()))
                .orElseGet(ChangeResult.Missing::new);
        default ->
            JobId.parse(done.object())
                .flatMap(id -> JobStore.find(handle, app, id))
                .<ChangeResult>map(ChangeResult.Agreed::new)
                .orElseGet(ChangeResult.Missing::new);
      };
    }

    @Override
    public ChangeResult refused(Phrase why) {
      return new ChangeResult.Refused(why);
    }
  }
}
