package belfry.storage;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request whose handler does not remember by itself that it was made. Its key is kept in the
 * first transaction that the handler writes once all of the request was read, so that both are
 * there, or neither.
 */
public final class KeptRequest {
  private static final ScopedValue<KeptRequest> CURRENT = ScopedValue.newInstance();

  private final IdempotencyStore store;
  private final Supplier<Optional<IdempotentRequest>> request;
  private boolean kept;

  /**
   * Nothing is kept yet.
   *
   * @param request empty while some of it was not read
   */
  public KeptRequest(IdempotencyStore store, Supplier<Optional<IdempotentRequest>> request) {
    this.store = store;
    this.request = request;
  }

  /** Calls the handler; what this thread writes until it returns belongs to the request. */
  public <T> T during(Supplier<T> handler) {
    return ScopedValue.where(CURRENT, this).call(handler::get);
  }

  /** Whether its key was kept with something that was written. */
  public boolean isKept() {
    return kept;
  }

  /** Commits this work, together with the key of the request that it is the first of. */
  static <T> T written(Work<T> work, Function<Work<T>, T> commit) {
    return CURRENT.isBound() ? CURRENT.get().keeping(work, commit) : commit.apply(work);
  }

  private <T> T keeping(Work<T> work, Function<Work<T>, T> commit) {
    var whole = kept ? Optional.<IdempotentRequest>empty() : request.get();
    if (whole.isEmpty()) {
      return commit.apply(work);
    }
    T result =
        commit.apply(handle -> {
          T made = work.in(handle);
          store.keep(handle, whole.get(), "");
          return made;
        });
    kept = true;
    return result;
  }
}
