package belfry.standin.wire;

import java.time.Duration;

/** Lets a connection wait, as slow platforms do; each has a virtual thread of its own. */
public final class Waiting {
  private Waiting() {}

  public static void of(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
