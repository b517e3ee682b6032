package belfry.pace;

/**
 * The phase before the first refusal: only the number of requests in flight is limited, and each
 * acceptance lets it grow a little (like the slow start of RFC 5681, 3.1, but slower).
 */
final class SlowStart {
  /** The most requests in flight, in this phase and later: each has a thread and a connection. */
  static final int LARGEST = 256;

  /** The initial number; the initial window of RFC 5681 is two to four segments. */
  private static final int FIRST = 3;

  /** Added by each acceptance. All requests in flight are refused together, so it grows gently. */
  private static final double WIDER = 1 / 128.0;

  /** The first so many widen it half as much: windows often hold this many, and end it. */
  private static final int FIRST_SENDS = 600;

  /** Added while the rate is below {@link #SLOW}; otherwise growing would take minutes. */
  private static final double WIDER_WHILE_SLOW = 1 / 8.0;

  /**
   * Requests a second; starting from three at once, the gentler growth would take minutes to reach
   * it.
   */
  private static final double SLOW = 30;

  /** If answers take long, growth is slow beyond this, because so many would be refused at once. */
  private static final int WIDE = 12;

  /** In seconds; answers usually take longer, so a remembered rate is not exceeded. */
  private static final double BRISK = 0.05;

  private final Latency latency;
  private double window;
  private boolean lasts;
  private int accepted;

  /** Begins with the remembered rate; {@code lasts} is false if a limit was met before. */
  SlowStart(double perSecond, boolean lasts, Latency latency) {
    this.lasts = lasts;
    this.latency = latency;
    window = Math.clamp(perSecond * BRISK, FIRST, WIDE);
  }

  boolean lasts() {
    return lasts;
  }

  /** It was none. */
  void resume() {
    lasts = true;
  }

  /** A limit was met. */
  void end() {
    lasts = false;
  }

  double perSecond() {
    return window / latency.seconds();
  }

  /** How many may be in flight at once. */
  int window() {
    return (int) Math.min(window, LARGEST);
  }

  /** One was accepted while more was waiting. */
  void accepted() {
    if (lasts) {
      accepted++;
      window = Math.min(LARGEST, window + wider());
    }
  }

  private double wider() {
    if (perSecond() < SLOW && window < WIDE) {
      return WIDER_WHILE_SLOW;
    }
    return accepted <= FIRST_SENDS ? WIDER / 2 : WIDER;
  }
}
