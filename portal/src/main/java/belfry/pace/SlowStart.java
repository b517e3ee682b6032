package belfry.pace;

/**
 * How it begins, while no refusal was met: only the number of requests under way at once is
 * limited, and each acceptance lets it grow a little (the slow start of RFC 5681, 3.1, but slower).
 */
final class SlowStart {
  /** At once, in this stage and later: each has a thread and a connection. */
  static final int LARGEST = 256;

  /** To begin with; the initial window of RFC 5681 is two to four segments. */
  private static final int FIRST = 3;

  /** Each acceptance adds this: all that are under way are refused together, so it grows gently. */
  private static final double WIDER = 1 / 128.0;

  /** The same while fewer than {@link #SLOW} a second come of it: then it would take minutes. */
  private static final double WIDER_WHILE_SLOW = 1 / 8.0;

  /** A second; from three at once the gentler growth would take minutes to reach it. */
  private static final double SLOW = 30;

  /**
   * Where answers take long it does not grow fast beyond this: so many would be refused at once.
   */
  private static final int WIDE = 12;

  /** In seconds; answers usually take longer than this, so a remembered rate is not exceeded. */
  private static final double BRISK = 0.05;

  private final Latency latency;
  private double window;
  private boolean lasts;

  /** Begins with what is remembered; {@code lasts} is false where a limit was met before. */
  SlowStart(double perSecond, boolean lasts, Latency latency) {
    this.lasts = lasts;
    this.latency = latency;
    window = Math.clamp(perSecond * BRISK, FIRST, WIDE);
  }

  boolean lasts() {
    return lasts;
  }

  /** A limit was met. */
  void end() {
    lasts = false;
  }

  double perSecond() {
    return window / latency.seconds();
  }

  /** How many may be under way at once. */
  int window() {
    return (int) Math.min(window, LARGEST);
  }

  /** One was accepted while more was waiting. */
  void accepted() {
    if (lasts) {
      var slow = perSecond() < SLOW && window < WIDE;
      window = Math.min(LARGEST, window + (slow ? WIDER_WHILE_SLOW : WIDER));
    }
  }
}
