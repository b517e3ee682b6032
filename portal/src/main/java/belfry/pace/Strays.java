package belfry.pace;

/**
 * Whether refusals come that no limit caused: from a gateway, or because another program uses the
 * same bot. A limit that was read and is followed refuses only who asks for more, or it has fallen,
 * and then it refuses again and again; whoever is refused otherwise, time after time, meets strays.
 */
final class Strays {
  /** A known limit that is followed has no reason to refuse. */
  static final double BEYOND_REASON = 1.9;

  static final double UNEXPECTED = 1;
  static final double PERHAPS = 0.5;

  private static final double ENOUGH = 1.9;
  private static final double MOST = 6;

  /** What so many acceptances take away: limits that are asked for more refuse about as often. */
  private static final double FORGOTTEN = 1 / 330.0;

  /** A limit that has fallen refuses again before so many are accepted. */
  private static final int CLEARED = 8;

  private double suspicion;
  private int accepted;
  private int again;
  private boolean known;

  boolean known() {
    return known;
  }

  boolean suspected() {
    return suspicion > 0;
  }

  /**
   * One more was accepted.
   *
   * @return whether that there are strays is known only now
   */
  boolean accepted() {
    accepted++;
    suspicion = Math.max(0, suspicion - FORGOTTEN);
    var before = known;
    known = known ? suspicion > 0 : suspicion >= ENOUGH && accepted >= CLEARED;
    return known && !before;
  }

  /** A refusal that makes strays this much more likely. */
  void suspect(double much) {
    accepted = 0;
    again = 0;
    suspicion = Math.min(MOST, suspicion + much);
  }

  /** Refused again at once: the second time in a row it is the limit. */
  void refusedAgain() {
    if (again == 0) {
      suspect(PERHAPS);
      again = 1;
    } else {
      suspicion = 0;
    }
  }

  /** Refusals agree on a limit; strays rarely do. */
  void agreed() {
    suspicion = Math.max(0, suspicion - UNEXPECTED);
  }

  /** So many refusals that were taken for strays were the limit's. */
  void mistaken(int refusals) {
    suspicion = Math.max(0, suspicion - refusals - UNEXPECTED);
  }
}
