package belfry.base;

import org.jspecify.annotations.Nullable;

/**
 * Errors (memory or stack used up, classes that do not fit) are not survived: nobody can tell what
 * still holds after one. Whoever meets one where it would be swallowed hands it on here, to whoever
 * ends the process ({@link Thread#setDefaultUncaughtExceptionHandler}).
 */
public final class Fatal {
  private Fatal() {}

  /** Tells of it as if this thread had died of it. */
  public static void raise(Error error) {
    var thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  /** The same of an error that somebody else has caught; anything else is left alone. */
  public static void raise(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      raise(error);
    }
  }
}
