package belfry.pace;

/**
 * Detects refusals that no limit caused: by a gateway, or because another program uses the same
 * bot. A known limit that is followed refuses only when more is asked, or when it has fallen, and
 * then it refuses again and again. Repeated other refusals are strays.
 */
final class Strays {
  /**
   * The suspicion that a refusal adds if the limit is known and followed, and so had no reason to
   * refuse.
   */
  static final double BEYOND_REASON = 1.9;

  /** What a refusal adds that the limit had little reason for. */
  static final double UNEXPECTED = 1;

  /** What a refusal adds that the limit may well have caused. */
  static final double PERHAPS = 0.5;

  /** With so much suspicion, there are strays: two unexpected refusals within a short time. */
  private static final double ENOUGH = 1.9;

  /** It does not grow beyond this, so that it can end. */
  private static final double MOST = 6;

  /** The suspicion that each acceptance removes; probes of a limit are refused about as often. */
  private static final double FORGOTTEN = 1 / 330.0;

  /** A limit that has fallen refuses again before this many are accepted. */
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
   * Records an acceptance.
   *
   * @return whether this revealed that there are strays
   */
  boolean accepted() {
    accepted++;
    suspicion = Math.max(0, suspicion - FORGOTTEN);
    var before = known;
    known = known ? suspicion > 0 : suspicion >= ENOUGH && accepted >= CLEARED;
    return known && !before;
  }

  /**
   * There are some, for certain.
   *
   * @return whether that was not known
   */
  boolean certain() {
    var before = known;
    known = true;
    suspicion = Math.max(suspicion, ENOUGH);
    return !before;
  }

  /** A refusal that makes strays this much more likely. */
  void suspect(double much) {
    accepted = 0;
    again = 0;
    suspicion = Math.min(MOST, suspicion + much);
  }

  /** Another refusal at once; the second time in a row, it is the limit. */
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

  /** Records that this many supposed strays came from the limit. */
  void mistaken(int refusals) {
    suspicion = Math.max(0, suspicion - refusals - UNEXPECTED);
  }
}
