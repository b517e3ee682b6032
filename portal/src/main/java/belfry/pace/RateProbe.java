package belfry.pace;

/**
 * How a pacer asks for more than it knows to be permitted: quickly while it knows little, then
 * rarely and gently. What it may ask is paid for by accepted requests, so that refusals stay under
 * a few in a thousand. All times are nanoseconds of one monotonic clock.
 */
final class RateProbe {
  private static final double SECOND = 1e9;

  /** One refusal is afforded by this many acceptances. */
  private static final double PRICE = 1 / 330.0;

  private static final double MOST_SAVED = 6;

  /** A probe grows like this part of the square of its seconds: unnoticed first, doubled at 15. */
  private static final double GENTLY = 0.003;

  private static final double HIGHEST = 1.5;

  /** A refusal comes about this long after the limit was passed. */
  private static final double BEHIND = 1.5;

  /** A probe that got as high as this has most likely met a limit that has grown. */
  private static final double GROWN = 0.4;

  /** A climb that met nothing for so long has found its new ground. */
  static final int ARRIVED_SECONDS = 20;

  /** How much is known. */
  enum Stage {
    SETTLED(0, 8),
    SLOW(0.03, 1.5),
    FAST(0.15, 1.5);

    private final double perSecond;
    private final double calm;

    Stage(double perSecond, double calm) {
      this.perSecond = perSecond;
      this.calm = calm;
    }
  }

  private static final double CAREFUL_CALM = 45;

  /**
   * Under a slow limit a refusal is afforded so late that strays would be taken for it for long.
   */
  private static final double FIRST_UNPAID = 20;

  private static final double LONGEST_UNPAID = 1_280;

  /** Where so many are accepted while one waits for that, the price is paid soon enough. */
  private static final double MANY_PER_SECOND = 4;

  private Stage stage = Stage.SETTLED;
  private double saved = 1;
  private boolean careful;
  private long calmSince;
  private long since;
  private boolean climbing;
  private double unpaidAfter = FIRST_UNPAID;
  private boolean unpaid;
  private int acceptedSinceCalm;

  RateProbe(long notBefore) {
    calmSince = notBefore;
  }

  boolean climbing() {
    return climbing;
  }

  boolean isSettled() {
    return stage == Stage.SETTLED;
  }

  /** Goes on where it was after a rest that says nothing about the limit. */
  void pause(long rest) {
    since += rest;
    calmSince += rest;
  }

  void accepted() {
    saved = Math.min(MOST_SAVED, saved + PRICE);
    acceptedSinceCalm++;
  }

  void refused() {
    saved = Math.max(0, saved - 1);
    unpaidAfter = unpaid ? Math.min(2 * unpaidAfter, LONGEST_UNPAID) : unpaidAfter;
    unpaid = false;
  }

  /** Refusals are dear here, so they are risked less often. */
  void caution(boolean careful) {
    this.careful = careful;
  }

  void from(Stage stage, long now) {
    this.stage = stage;
    calmFrom(now);
  }

  void calmFrom(long now) {
    calmSince = Math.max(calmSince, now);
    climbing = false;
    acceptedSinceCalm = 0;
  }

  /** After a refusal: with a limit that is understood there is no more climbing, only probing. */
  void settle(Limit limit, boolean lower, long now) {
    if (limit instanceof Limit.Window) {
      stage = Stage.SETTLED;
    } else if (lower && stage != Stage.SETTLED) {
      stage = stage == Stage.FAST ? Stage.SLOW : Stage.SETTLED;
    }
    calmFrom(now);
  }

  /** The limit was met where strays are about; what was no climb may have been strays after all. */
  void met(long now) {
    stage =
        switch (stage) {
          case FAST -> Stage.SLOW;
          case SLOW -> Stage.SETTLED;
          case SETTLED -> climbing ? Stage.SETTLED : Stage.SLOW;
        };
    refused();
    calmFrom(now);
  }

  /** By what factor more is asked for now. */
  double lift(long now) {
    return climbing ? Math.exp(height(now)) : 1;
  }

  /**
   * By what factor more was asked for when the limit was passed.
   *
   * @param hidden for how many seconds' worth of the rate a limit that has grown hides that it is
   *     passed: a bucket gives what it has saved first
   */
  double liftBefore(long now, double hidden) {
    var height = height(now);
    var grown = stage == Stage.SETTLED && height > GROWN;
    var slope = stage == Stage.SETTLED ? 2 * GENTLY * seconds(now) : stage.perSecond;
    var behind = grown ? Math.max(BEHIND, Math.sqrt(2 * hidden / slope)) : BEHIND;
    return climbing ? Math.exp(height - behind * slope) : 1;
  }

  /**
   * Begins to climb when it is time: of a limit that is a guess also where that is not paid for.
   */
  void on(long now, boolean guessed) {
    var waited = (now - calmSince) / SECOND;
    var paid = waited > calm() && (stage != Stage.SETTLED || saved > 1);
    if (!climbing && (paid || (guessed && isDueUnpaid(waited)))) {
      climbing = true;
      unpaid = !paid;
      since = now;
    }
  }

  /** Each that is refused doubles the wait for the next. */
  private boolean isDueUnpaid(double waited) {
    return waited > unpaidAfter && acceptedSinceCalm < MANY_PER_SECOND * waited;
  }

  /**
   * This climb has met nothing for long, so its height is the new ground. What was thought to be
   * the limit is dropped where it was so slow that nothing else had contradicted it.
   */
  void arrived(long now) {
    if (unpaid) {
      unpaid = false;
      unpaidAfter = FIRST_UNPAID;
      stage = Stage.FAST;
    }
    calmFrom(now);
  }

  /** Whether this climb met nothing for so long that its height is the new ground. */
  boolean hasArrived(long now) {
    return climbing && seconds(now) > ARRIVED_SECONDS;
  }

  private double calm() {
    return stage == Stage.SETTLED && careful ? CAREFUL_CALM : stage.calm;
  }

  private double height(long now) {
    var seconds = seconds(now);
    return stage == Stage.SETTLED
        ? Math.min(HIGHEST, GENTLY * seconds * seconds)
        : stage.perSecond * seconds;
  }

  private double seconds(long now) {
    return (now - since) / SECOND;
  }
}
