package belfry.base;

import java.util.function.Supplier;

/**
 * Whether the request that this thread works on may still do what it was admitted to do. Whoever
 * waited for somebody else asks before what cannot be taken back.
 */
public final class StillAllowed {
  private static final ScopedValue<Runnable> CHECK = ScopedValue.newInstance();

  private StillAllowed() {}

  /**
   * Calls the handler of a request.
   *
   * @param check throws if the rights with which it was admitted have ended
   */
  public static <T> T during(Runnable check, Supplier<T> handler) {
    return ScopedValue.where(CHECK, check).call(handler::get);
  }

  /** Throws what the request is answered with, if not; what no request asks for goes on. */
  public static void check() {
    CHECK.orElse(() -> {}).run();
  }
}
