package belfry.pace;

/**
 * How a pacer asks for more than is known to be permitted: quickly while it knows little, then
 * rarely and gently. Probes are paid for by accepted requests, so that refusals stay under a few in
 * a thousand. All times are nanoseconds of one monotonic clock.
 */
final class RateProbe {
  /** The part of a probe that each acceptance earns. */
  private static final double PRICE = 1 / 330.0;

  /** How many probes can be saved up. */
  private static final double MOST_SAVED = 6;

  /**
   * A probe grows with the square of its seconds, times this: hardly noticeable at first, doubled
   * after 15.
   */
  private static final double GENTLY = 0.003;

  /** The highest probe, as a part of the known rate added to it. */
  private static final double HIGHEST = 1.5;

  /** How long after the limit was exceeded a refusal comes. */
  private static final double BEHIND = 1.5;

  /** A probe that got this high has most likely found a limit that has grown. */
  private static final double GROWN = 0.4;

  /** A climb without a refusal for so long has found a new base rate. */
  static final int ARRIVED_SECONDS = 20;

  /** How much is known: how fast a probe climbs, and how many seconds of calm precede it. */
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

  /** The calm before a probe where refusals are expensive, in seconds. */
  private static final double CAREFUL_CALM = 45;

  /**
   * Under a slow limit, a probe takes so long to earn that strays would be taken for the limit for
   * a long time.
   */
  private static final double FIRST_UNPAID = 20;

  /** The wait doubles up to this many seconds while such probes are refused. */
  private static final double LONGEST_UNPAID = 1_280;

  /** At this rate, a probe is earned soon enough. */
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

  /** Continues where it was after a rest that says nothing about the limit. */
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

  /** Refusals are expensive here, so they are risked less often. */
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

  /** After a refusal: with a known limit there is no more climbing, only probing. */
  void settle(Limit limit, boolean lower, long now) {
    if (limit instanceof Limit.Window) {
      stage = Stage.SETTLED;
    } else if (lower && stage != Stage.SETTLED) {
      stage = stage == Stage.FAST ? Stage.SLOW : Stage.SETTLED;
    }
    calmFrom(now);
  }

  /** The limit was reached among strays; without a climb it may have been strays after all. */
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

  /** The factor by which more is asked for now. */
  double lift(long now) {
    return climbing ? Math.exp(height(now)) : 1;
  }

  /**
   * The factor by which more was asked for when the limit was exceeded.
   *
   * @param hidden for how many seconds' worth of the rate a limit conceals that it is exceeded: a
   *     bucket first gives what it has saved
   */
  double liftBefore(long now, double hidden) {
    var height = height(now);
    var grown = stage == Stage.SETTLED && height > GROWN;
    var slope = stage == Stage.SETTLED ? 2 * GENTLY * seconds(now) : stage.perSecond;
    var behind = grown ? Math.max(BEHIND, Math.sqrt(2 * hidden / slope)) : BEHIND;
    return climbing ? Math.exp(height - behind * slope) : 1;
  }

  /** Begins to climb when it is time; for a limit that is only a guess, even if not earned. */
  void on(long now, boolean guessed) {
    var waited = (now - calmSince) / Pacer.SECOND;
    var paid = waited > calm() && (stage != Stage.SETTLED || saved > 1);
    if (!climbing && (paid || (guessed && isDueUnpaid(waited)))) {
      climbing = true;
      unpaid = !paid;
      since = now;
    }
  }

  /** Each refused probe doubles the wait for the next. */
  private boolean isDueUnpaid(double waited) {
    return waited > unpaidAfter && acceptedSinceCalm < MANY_PER_SECOND * waited;
  }

  /**
   * This climb has met no refusal for long, so its height is the new base rate. The assumed limit
   * is dropped if it was so slow that nothing else could have contradicted it.
   */
  void arrived(long now) {
    if (unpaid) {
      unpaid = false;
      unpaidAfter = FIRST_UNPAID;
      stage = Stage.FAST;
    }
    calmFrom(now);
  }

  /** Whether this climb has met no refusal for so long that its height is the new base rate. */
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
    return (now - since) / Pacer.SECOND;
  }
}
