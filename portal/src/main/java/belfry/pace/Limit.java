package belfry.pace;

/** What a platform seems to permit one bot. */
sealed interface Limit {
  /** In the long run. */
  double perSecond();

  /**
   * So many requests a second, evenly.
   *
   * @param proven whether refusals agree on it; otherwise it is the best guess so far
   */
  record Rate(double perSecond, boolean proven) implements Limit {}

  /** So many requests in any span of so many seconds. */
  record Window(int seconds, double count) implements Limit {
    @Override
    public double perSecond() {
      return count / seconds;
    }
  }
}
