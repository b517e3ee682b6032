package belfry.pace;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a pacer has learned, in the form that is kept across restarts and used for estimates.
 *
 * @param perSecond the learned rate in the long run
 * @param searching whether no refusal has occurred yet, so that the rate is only a lower bound
 * @param windowSeconds the window that the platform counts over; 0 if it seems to have none
 * @param fastest how many requests a second the number in flight amounts to
 * @param held how many requests each {@value #SLICES}th of that window held then, oldest first
 * @param at when that was, on the platform's clock, in milliseconds since the epoch
 * @param shared whether this is a bot's share of a pace that several have together
 */
public record PaceMemory(
    double perSecond,
    boolean searching,
    int windowSeconds,
    double fastest,
    List<Integer> held,
    long at,
    boolean shared) {
  /** In how many slices the content of a window is remembered. */
  static final int SLICES = 12;

  /** Assumed while nothing is known, in requests a second. */
  private static final double FIRST_RATE = 20;

  /** In how many steps an estimate runs through a window. */
  private static final int STEPS = SLICES * 20;

  /** How many windows at the end are simulated; before them, each takes its whole time. */
  private static final int SIMULATED = 2;

  private static final List<Integer> EMPTY = Collections.nCopies(SLICES, 0);

  /** Values written by another version, or by hand, are used as far as they make sense. */
  public PaceMemory {
    held = held == null || held.size() != SLICES ? EMPTY : held;
    if (!LimitDetector.isSpan(windowSeconds) || !(perSecond * windowSeconds >= 1)) {
      windowSeconds = 0;
      perSecond = perSecond >= Pacer.SLOWEST ? perSecond : Pacer.SLOWEST;
    }
    fastest = Math.max(fastest, perSecond);
  }

  public PaceMemory(double perSecond, boolean searching) {
    this(perSecond, searching, 0, perSecond, EMPTY, 0, false);
  }

  public static PaceMemory none() {
    return new PaceMemory(FIRST_RATE, true);
  }

  /** What each of so many bots has of it, without the window, which no single one fills. */
  PaceMemory sharedBy(long bots) {
    return new PaceMemory(perSecond / bots, searching, 0, perSecond / bots, EMPTY, at, true);
  }

  /** The same after a while without sends, with an empty window. */
  public PaceMemory rested() {
    return new PaceMemory(perSecond, searching, windowSeconds, fastest, EMPTY, at, shared);
  }

  /** The same, as of this moment. */
  public PaceMemory at(Instant moment) {
    return new PaceMemory(
        perSecond, searching, windowSeconds, fastest, held, moment.toEpochMilli(), shared);
  }

  /**
   * The same at a later moment, if nothing was sent since: the requests in the window are older.
   */
  public PaceMemory agedTo(Instant moment) {
    if (windowSeconds == 0) {
      return this;
    }
    var slices = (moment.toEpochMilli() - at) * SLICES / (windowSeconds * 1_000L);
    var gone = Math.clamp(slices, 0, SLICES);
    var left = new ArrayList<>(held.subList(gone, SLICES));
    left.addAll(Collections.nCopies(gone, 0));
    return new PaceMemory(perSecond, searching, windowSeconds, fastest, left, at, shared);
  }

  /** How long so many sends take. */
  public Duration toSend(long count) {
    var seconds = windowSeconds == 0 ? count / perSecond : throughWindow(count);
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  /** Simulates the window; a whole one lets as many pass as it holds, whatever their pattern. */
  private double throughWindow(long count) {
    var holds = perSecond * windowSeconds;
    var whole = Math.max(0, (long) (count / holds) - SIMULATED);
    var left = count - whole * holds;
    var step = (double) windowSeconds / STEPS;
    var steps = new double[STEPS];
    for (var i = 0; i < STEPS; i++) {
      steps[i] = (double) held.get(i * SLICES / STEPS) * SLICES / STEPS;
    }
    var inside = held.stream().mapToInt(Integer::intValue).sum() + 0.0;
    var seconds = (double) whole * windowSeconds;
    for (var i = 0; ; i = (i + 1) % STEPS) {
      inside -= steps[i];
      var pace = Math.min(LimitFollower.pace(perSecond, inside / holds), fastest);
      var sent = Math.max(0, Math.min(pace * step, holds - inside));
      if (sent >= left) {
        return seconds + step * left / sent;
      }
      left -= sent;
      steps[i] = sent;
      inside += sent;
      seconds += step;
    }
  }
}
