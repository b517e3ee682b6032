package belfry.cli;

import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles uncaught throwables. An {@link Error} ends the process, because nobody can tell what
 * still works then, while Belfry is made to be restarted.
 */
final class LastWords implements Thread.UncaughtExceptionHandler {
  /** {@code EX_SOFTWARE} of sysexits.h, so that a supervisor restarts the process. */
  static final int STATUS = 70;

  private static final Logger LOG = LoggerFactory.getLogger(LastWords.class);

  private final IntConsumer end;

  /** {@code end} ends the process with a status, immediately. */
  LastWords(IntConsumer end) {
    this.end = end;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    if (!(thrown instanceof Error)) {
      LOG.error(
          "Thread {} has ended. Restart Belfry if /status is not ok", thread.getName(), thrown);
      return;
    }
    try {
      LOG.error(
          "Belfry stops because thread {} failed with {}. Start it again: nothing is lost, and sends in flight are looked up first",
          thread.getName(),
          thrown.toString(),
          thrown);
    } finally {
      end.accept(STATUS);
    }
  }
}
