package belfry.pace;

/**
 * How many requests may begin at once: what the pace has earned, and what a rest held back may
 * follow it. How much of that is what the limit lets save. Seconds are seconds' worth of the rate.
 */
final class Credit {
  private static final double SECOND = 1e9;

  /** How much of a rest may be caught up at once. */
  private static final double MOST = 0.8;

  /** So much is always caught up where strays make the rests. */
  private static final double STRAYS = 1;

  private static final double DEEPEST = 60;

  /** Where the limit lets save less than was thought, every fourth rest or fewer may show it. */
  private static final double DEEPER = 1.02;

  private static final double SHALLOWER = 0.8;

  /** Less than these left over is only how a refusal happens to fall. */
  private static final double FEW = 3;

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
   * Earns until now.
   *
   * @return for how many seconds, as far as a rest may be caught up in any case
   */
  double earn(double pace, double most, long now) {
    var passed = (now - at) / SECOND;
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

  /** What comes from now on is earned; a rest that begins now is caught up after it. */
  void from(long now) {
    at = now;
  }

  /** Refused although less than this was caught up: that is too much. */
  void tooDeep(double caughtUp) {
    seconds = caughtUp;
  }

  /** Refused soon after a rest, or not for a while. */
  void adapt(boolean soon, boolean late) {
    seconds = soon ? seconds * 0.6 : seconds;
    seconds = late ? Math.min(MOST, seconds * 1.5) : seconds;
  }

  /** From now on rests are made by strays. */
  void forStrays() {
    seconds = STRAYS;
  }

  /** Rests are the limit's again: it may let save less than strays made believe. */
  void forLimit() {
    seconds = Math.min(MOST, seconds);
  }

  /** What of a rest is caught up in any case. */
  static double caughtUp(double rest) {
    return Math.min(rest, STRAYS);
  }

  /** Refused, most likely by a stray; while catching up it may be that too much was. */
  void strayed(double pace) {
    if (permits > Math.max(FEW, 0.3 * pace)) {
      seconds = Math.max(MOST, SHALLOWER * seconds);
      permits = 0;
    } else {
      seconds = Math.min(DEEPEST, DEEPER * seconds);
    }
  }
}
