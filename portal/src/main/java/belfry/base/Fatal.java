package belfry.base;

import org.jspecify.annotations.Nullable;

/**
 * Belfry does not survive an {@link Error} (memory or stack used up, classes that do not match),
 * because nobody can tell what still works after one. Code that would swallow an error passes it on
 * here, to the handler that ends the process ({@link Thread#setDefaultUncaughtExceptionHandler}).
 */
public final class Fatal {
  private Fatal() {}

  /** Reports the error as if this thread had died of it. */
  public static void raise(Error error) {
    var thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  /** Reports an error that other code has caught; ignores everything else. */
  public static void raise(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      raise(error);
    }
  }
}
