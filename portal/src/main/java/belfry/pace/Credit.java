package belfry.pace;

/**
 * How many requests may begin at once: those that the pace has earned, and part of those that a
 * rest held back. How large that part may be depends on how much the limit lets a sender save.
 * Seconds are seconds' worth of the rate.
 */
final class Credit {
  /** The largest part of a rest that may be caught up at once. */
  private static final double MOST = 0.8;

  /** How much is always caught up if strays cause the rests. */
  private static final double STRAYS = 1;

  /** No known limit counts over more seconds, so no rest can have held back more. */
  private static final double DEEPEST = 60;

  /** If the limit lets a sender save less than assumed, at most every fourth rest may reveal it. */
  private static final double DEEPER = 1.02;

  /** The step back from {@link #DEEPER}, when a refusal interrupts the catching up. */
  private static final double SHALLOWER = 0.8;

  /** Fewer than these left over are only chance. */
  private static final double FEW = 3;

  /** More than so many seconds' worth left over: the refusal came while it was caught up. */
  private static final double CATCHING_UP = 0.3;

  /** What a refusal soon after a rest leaves of the part that is caught up. */
  private static final double LESS_SOON = 0.6;

  /** By what it grows again, where none has come for a while. */
  private static final double MORE_LATE = 1.5;

  private double permits = 1;
  private double seconds = MOST;
  private long at;

  Credit(long now) {
    at = now;
  }

  double permits() {
    return permits;
  }

  double seconds() {
    return seconds;
  }

  /**
   * Adds the credit earned until now.
   *
   * @return the seconds it was earned for, as far as a rest may always be caught up
   */
  double earn(double pace, double most, long now) {
    var passed = (now - at) / Pacer.SECOND;
    if (passed > 0) {
      permits = Math.min(permits + passed * pace, Math.max(1, most));
      at = now;
    }
    return Math.clamp(passed, 0, Math.min(seconds, STRAYS));
  }

  void spend(int count) {
    permits -= count;
  }

  void atMost(double count) {
    permits = Math.min(permits, count);
  }

  /** Starts earning from now on; a rest that begins now is caught up afterwards. */
  void from(long now) {
    at = now;
  }

  /** A refusal came although less than this was caught up, so this is too much. */
  void tooDeep(double caughtUp) {
    seconds = caughtUp;
  }

  /** Adapts to a refusal soon after a rest, or to none for a while. */
  void adapt(boolean soon, boolean late) {
    seconds = soon ? seconds * LESS_SOON : seconds;
    seconds = late ? Math.min(MOST, seconds * MORE_LATE) : seconds;
  }

  /** From now on rests are caused by strays. */
  void forStrays() {
    seconds = STRAYS;
  }

  /**
   * Rests are caused by the limit again, which may let a sender save less than it seemed among
   * strays.
   */
  void forLimit() {
    seconds = Math.min(MOST, seconds);
  }

  /** The part of a rest that is always caught up. */
  static double caughtUp(double rest) {
    return Math.min(rest, STRAYS);
  }

  /** Probably a stray refusal; during catching up it may also mean that too much was caught up. */
  void strayed(double pace) {
    if (permits > Math.max(FEW, CATCHING_UP * pace)) {
      seconds = Math.max(MOST, SHALLOWER * seconds);
      permits = 0;
    } else {
      seconds = Math.min(DEEPEST, DEEPER * seconds);
    }
  }
}
