package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.foundation.DeliveryListener;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Rest;
import belfry.pace.BotPace;
import belfry.pace.PaceMemory;
import belfry.pace.RetryAfter;
import belfry.pace.SharedLimit;
import belfry.pace.UnsaidRest;
import belfry.platform.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;

/**
 * How fast a lane may send: what its pacer has learned, and the rests that the platform asked for.
 * Used only by its lane's thread, except where noted.
 */
final class LanePace {
  private final LaneId lane;
  private final Time time;
  private final RandomGenerator random;
  private final DeliveryListener listener;
  private final BotWatch bot;
  private final UnsaidRest unsaid = new UnsaidRest();
  private final BotPace pacer;
  private IntSupplier others = () -> 0;
  private long begun;

  /** What the pacer starts from once the platform's time is known. */
  private Optional<Ledger.Acquired> learned = Optional.empty();

  /**
   * When the last rest that this process was asked for ends. Also updated by the wire's threads.
   */
  private final AtomicLong restEnds;

  LanePace(LaneId lane, Surroundings around, BotWatch bot, SharedLimit limit) {
    this.lane = lane;
    this.bot = bot;
    time = around.time();
    random = around.random();
    listener = around.listener();
    pacer = new BotPace(limit, time.nanos());
    restEnds = new AtomicLong(time.nanos());
  }

  /**
   * Continues where the previous owner of the lane was.
   *
   * @param told whether the platform's time is known; otherwise {@link #told} follows
   */
  void taken(Ledger.Acquired from, Instant platformTime, boolean told) {
    begin(from, platformTime);
    learned = told ? Optional.empty() : Optional.of(from);
    // Also for nodes that ask for the lane: it is not handed over during a rest.
    restFor(restLeft(from.restsUntil()));
  }

  /** Only now is the platform's clock known, and with it the age of what was remembered. */
  void told(Instant platformTime) {
    learned.ifPresent(from -> begin(from, platformTime));
    learned = Optional.empty();
  }

  void laneLeft() {
    pacer.left(time.nanos());
    learned = Optional.empty();
  }

  private void begin(Ledger.Acquired from, Instant platformTime) {
    var memory = from.pace().orElseGet(PaceMemory::none).agedTo(platformTime);
    pacer.taken(memory, time.nanos());
    pacer.rest(restLeft(from.restsUntil()), time.nanos());
  }

  /**
   * What is left of the rest in the ledger, or of one that this process was given while another
   * owned the lane.
   */
  private Duration restLeft(Instant inLedger) {
    var heard = Duration.ofNanos(restEnds.get() - time.nanos());
    var recorded = Duration.between(time.now(), inLedger);
    var longer = heard.compareTo(recorded) > 0 ? heard : recorded;
    return longer.compareTo(RetryAfter.LONGEST) > 0 ? RetryAfter.LONGEST : longer;
  }

  /** What the next owner needs to know, as of now. */
  PaceMemory memory(Instant platformTime) {
    return pacer.memory(time.nanos()).at(platformTime);
  }

  /** Counts other requests as in flight than those that {@link #permits} is told of. */
  void alsoUnderWay(IntSupplier others) {
    this.others = others;
  }

  /** How many more requests may begin now, in addition to those in flight. */
  int permits(int underWay) {
    return Math.min(pacer.permits(underWay + others.getAsInt(), time.nanos()), bot.permits());
  }

  /** When there may be a permit, on the monotonic clock; empty if an answer must come first. */
  Optional<Long> nextPermit(int underWay) {
    return bot.permits() > 0
        ? pacer.nextPermit(underWay + others.getAsInt(), time.nanos())
        : Optional.empty();
  }

  /** None of the last permits was used, so that others may have them. */
  void tookNone() {
    pacer.began(0, time.nanos());
  }

  /** Whether somebody waits who goes before whoever else shares a limit with this bot. */
  void hurries(boolean urgent) {
    pacer.hurries(urgent);
  }

  /** How many requests were begun. */
  long begun() {
    return begun;
  }

  void began(int count, long now) {
    begun += count;
    pacer.began(count, now);
    bot.began(count, now);
  }

  /**
   * Whether a rest that the platform asked for is still running, of this bot or of those it shares
   * a limit with. May be called from any thread.
   */
  boolean rests() {
    return time.nanos() - restEnds.get() < 0 || pacer.restsWithOthers(time.nanos());
  }

  /**
   * Lets a rest take effect now, not only at the lane's next turn. May be called from any thread.
   *
   * @return the outcome with the rest that it causes, also if it did not say for how long
   */
  Outcome heard(Outcome outcome) {
    switch (outcome) {
      case Outcome.Throttled(_, var alone, _) when alone -> {}
      case Outcome.Throttled(var asked, _, _) -> {
        var rest = unsaid.refused(asked, time.nanos());
        restFor(rest);
        pacer.heard(rest, time.nanos());
        return new Outcome.Throttled(rest);
      }
      case Outcome.Accepted _, Outcome.Refused _ -> unsaid.passed();
      case Outcome.Unknown(_, var rest) -> rest.ifPresent(this::restFor);
      case Outcome.NotSent(_, var rest) -> rest.ifPresent(this::restFor);
      case Outcome.Unauthorized _, Outcome.Unreadable _ -> {}
    }
    return outcome;
  }

  private void restFor(Duration length) {
    restEnds.accumulateAndGet(time.nanos() + length.toNanos(), Math::max);
  }

  /**
   * Learns from the result of a request.
   *
   * @param busy whether recipients were waiting, so that the rate was fully used
   * @param many whether many are refused of late because of whom they are
   * @return the rest that it caused, to be recorded
   */
  Optional<Rest> answered(LaneEvent.Ended answered, boolean busy, boolean many) {
    var began = answered.intentNanos();
    pacer.landed(began);
    listener.ended(
        lane.app(),
        answered.asked(),
        answered.outcome(),
        Duration.ofNanos(answered.nanos() - began));
    return switch (answered.outcome()) {
      case Outcome.Accepted _ -> accepted(began, answered.nanos(), busy);
      case Outcome.Refused(var status, _) when status == Outcome.TOO_MANY -> alone(many);
      case Outcome.Refused _ -> accepted(began, answered.nanos(), false);
      case Outcome.Throttled(_, var alone, _) when alone -> alone(many);
      case Outcome.Throttled(var rest, _, _) ->
          rest.map(length -> pacer.throttled(began, length, random.nextDouble(), time.nanos()))
              .map(this::rest);
      case Outcome.Unauthorized _ -> Optional.empty();
      case Outcome.Unreadable _ -> Optional.empty();
      case Outcome.Unknown(_, var rest) -> rest.map(this::unanswered);
      case Outcome.NotSent(_, var rest) -> {
        pacer.notSent(began);
        yield rest.map(this::unanswered);
      }
    };
  }

  private Optional<Rest> accepted(long began, long now, boolean busy) {
    pacer.accepted(began, now, busy);
    return Optional.empty();
  }

  private Optional<Rest> alone(boolean many) {
    pacer.refusedAlone(many, time.nanos());
    return Optional.empty();
  }

  /** A failing platform asked for it. */
  private Rest unanswered(Duration length) {
    pacer.rest(length, time.nanos());
    return rest(length);
  }

  private Rest rest(Duration length) {
    restFor(length);
    listener.rests(lane.app(), length);
    return new Rest(time.now(), time.now().plus(length));
  }
}
