package belfry.pace;

/** The limit that a platform seems to enforce on a bot. */
sealed interface Limit {
  /** Requests a second; no platform is that fast, and it keeps figures finite. */
  double FASTEST = 20_000;

  /** The rate in the long run. */
  double perSecond();

  /**
   * A number of requests a second, evenly spread.
   *
   * @param proven whether refusals agree on it; otherwise it is only the best guess so far
   */
  record Rate(double perSecond, boolean proven) implements Limit {
    static Rate guess(double perSecond) {
      return new Rate(within(perSecond), false);
    }

    static Rate proven(double perSecond) {
      return new Rate(within(perSecond), true);
    }
  }

  /** A number of requests in any span of some seconds. */
  record Window(int seconds, double count) implements Limit {
    @Override
    public double perSecond() {
      return count / seconds;
    }
  }

  static double within(double rate) {
    return Math.clamp(rate, Pacer.SLOWEST, FASTEST);
  }
}
