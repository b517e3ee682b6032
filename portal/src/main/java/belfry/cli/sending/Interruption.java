package belfry.cli.sending;

import belfry.client.End;
import java.time.Duration;

/** Lets a command say a last word when it is ended from outside, as with Ctrl-C. */
final class Interruption implements AutoCloseable {
  /** Whoever ends it must not wait for somebody who does not read what it says. */
  private static final Duration AT_MOST = Duration.ofSeconds(2);

  private final Thread hook;

  private Interruption(Thread hook) {
    this.hook = hook;
  }

  /** A last word. */
  interface Word {
    /** Says it, unless the command has told its end already; returns whether it did. */
    boolean said();
  }

  static Interruption saying(Word word) {
    var hook =
        new Thread(() -> {
          var speaker = new Speaker(word);
          speaker.start();
          try {
            speaker.join(AT_MOST);
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
          if (speaker.isAlive() || speaker.said) {
            Runtime.getRuntime().halt(End.INTERRUPTED.code());
          }
        });
    Runtime.getRuntime().addShutdownHook(hook);
    return new Interruption(hook);
  }

  private static final class Speaker extends Thread {
    private final Word word;
    private volatile boolean said;

    Speaker(Word word) {
      this.word = word;
      setDaemon(true);
    }

    @Override
    public void run() {
      said = word.said();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The program is being ended; the hook finds that all is said.
    }
  }
}
