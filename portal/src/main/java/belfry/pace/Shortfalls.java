package belfry.pace;

/**
 * Infers the limit when some refusals are strays. A stray costs one request, and what its rest held
 * back is caught up. A limit that is exceeded accepts less than the pace would have sent, from
 * refusal to refusal, and the most that was accepted is the limit.
 */
final class Shortfalls {
  /** The accepted part of what the pace would have sent; less than this is a shortfall. */
  private static final double SHORT = 0.93;

  private double due;
  private double highest;
  private int count;

  /** Adds what the pace would have permitted. */
  void due(double more) {
    due += more;
  }

  /** There was nothing to send, so the time since the last refusal says nothing. */
  void idled() {
    due = 0;
  }

  /**
   * A refusal came.
   *
   * @param accepted requests accepted since the previous one
   * @param seconds how long these were accepted, including what a rest lets catch up
   * @return how many shortfalls in a row end with it
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

  /** The limit according to the shortfalls in a row. */
  double perSecond() {
    return highest;
  }

  void forget() {
    due = 0;
    highest = 0;
    count = 0;
  }
}
