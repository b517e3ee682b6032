package belfry.pace;

/**
 * Reads the limit where strays are among the refusals. Strays take no more than one request each,
 * and what their rests held back is caught up; a limit that is passed accepts less than the pace
 * would have sent, from refusal to refusal, and the most of it is the limit.
 */
final class Shortfalls {
  /** Accepted of what the pace would have sent; less is a shortfall. */
  private static final double SHORT = 0.93;

  private double due;
  private double highest;
  private int count;

  /** By the pace, so many more might have been sent. */
  void due(double more) {
    due += more;
  }

  /**
   * There was nothing to send: what the pace would have sent since the last refusal says nothing.
   */
  void idled() {
    due = 0;
  }

  /**
   * A refusal came.
   *
   * @param accepted since the one before
   * @param seconds for which these were accepted, what a rest lets catch up included
   * @return how many shortfalls in a row it ends
   */
  int refused(int accepted, double seconds) {
    if (accepted >= SHORT * due) {
      forget();
    } else {
      count++;
      highest = Math.max(highest, accepted / seconds);
    }
    due = 0;
    return count;
  }

  /** The limit that the shortfalls in a row tell. */
  double perSecond() {
    return highest;
  }

  void forget() {
    due = 0;
    highest = 0;
    count = 0;
  }
}
