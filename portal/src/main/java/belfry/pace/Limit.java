package belfry.pace;

/** What a platform seems to permit one bot. */
sealed interface Limit {
  /** A second; no platform answers one bot so fast, and figures stay finite. */
  double FASTEST = 20_000;

  /** In the long run. */
  double perSecond();

  /**
   * So many requests a second, evenly.
   *
   * @param proven whether refusals agree on it; otherwise it is the best guess so far
   */
  record Rate(double perSecond, boolean proven) implements Limit {
    static Rate guess(double perSecond) {
      return new Rate(within(perSecond), false);
    }

    static Rate proven(double perSecond) {
      return new Rate(within(perSecond), true);
    }
  }

  /** So many requests in any span of so many seconds. */
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
