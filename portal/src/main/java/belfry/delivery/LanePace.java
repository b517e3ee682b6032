package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.pace.PaceMemory;
import belfry.pace.Pacer;
import belfry.pace.RetryAfter;
import belfry.platform.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How fast a lane may go on: what its pacer has learned, and the rests the platform asked for. Of
 * its lane's thread only, but for what is said to be from any.
 */
final class LanePace {
  private static final Logger LOG = LoggerFactory.getLogger(LanePace.class);

  private final AppName app;
  private final Time time;
  private final RandomGenerator random;
  private Pacer pacer;

  /** What the pacer is to begin with again once the platform has said what time it is. */
  private Optional<Ledger.Acquired> learned = Optional.empty();

  /** When the last rest this process was asked for ends. Heard of on the wire's threads too. */
  private final AtomicLong restEnds;

  LanePace(AppName app, Time time, RandomGenerator random) {
    this.app = app;
    this.time = time;
    this.random = random;
    pacer = new Pacer(PaceMemory.none(), time.nanos());
    restEnds = new AtomicLong(time.nanos());
  }

  /**
   * Goes on as whoever had the lane before.
   *
   * @param told whether the platform has said what time it is; otherwise {@link #told} follows
   */
  void taken(Ledger.Acquired from, Instant platformTime, boolean told) {
    begin(from, platformTime);
    learned = told ? Optional.empty() : Optional.of(from);
    // Also for whoever asks for the lane: it is not handed over inside a rest.
    restFor(restLeft(from.restsUntil()));
  }

  /** Only now the platform's clock is known for certain, and with it how old the memory is. */
  void told(Instant platformTime) {
    learned.ifPresent(from -> begin(from, platformTime));
    learned = Optional.empty();
  }

  void laneLeft() {
    learned = Optional.empty();
  }

  private void begin(Ledger.Acquired from, Instant platformTime) {
    var memory = from.pace().orElseGet(PaceMemory::none).agedTo(platformTime);
    pacer = new Pacer(memory, time.nanos());
    pacer.rest(restLeft(from.restsUntil()), time.nanos());
  }

  /** Of the rest in the ledger, or of one this process heard of while another had the lane. */
  private Duration restLeft(Instant inLedger) {
    var heard = Duration.ofNanos(restEnds.get() - time.nanos());
    var recorded = Duration.between(time.now(), inLedger);
    var longer = heard.compareTo(recorded) > 0 ? heard : recorded;
    return longer.compareTo(RetryAfter.LONGEST) > 0 ? RetryAfter.LONGEST : longer;
  }

  /** What the next owner is to know, as of now. */
  PaceMemory memory(Instant platformTime) {
    return pacer.memory(time.nanos()).at(platformTime);
  }

  /** How many more requests may begin now, beside those under way. */
  int permits(int underWay) {
    return Math.min(pacer.window() - underWay, pacer.permits(time.nanos()));
  }

  /** When there may be a permit, on the monotonic clock; empty when an answer comes first. */
  Optional<Long> nextPermit(int underWay) {
    return underWay < pacer.window()
        ? Optional.of(pacer.nextPermit(time.nanos()))
        : Optional.empty();
  }

  void began(int count, long now) {
    pacer.began(count, now);
  }

  /** Whether the platform asked for a rest that has not ended. From any thread. */
  boolean rests() {
    return time.nanos() - restEnds.get() < 0;
  }

  /** A rest counts from now on, not from the lane's next turn. From any thread. */
  void heard(Outcome outcome) {
    switch (outcome) {
      case Outcome.Throttled(var rest) -> restFor(rest);
      case Outcome.Unknown(_, var rest) -> rest.ifPresent(this::restFor);
      case Outcome.NotSent(_, var rest) -> rest.ifPresent(this::restFor);
      default -> {}
    }
  }

  private void restFor(Duration length) {
    restEnds.accumulateAndGet(time.nanos() + length.toNanos(), Math::max);
  }

  /**
   * Learns from how a send ended.
   *
   * @param busy whether somebody was waiting, so that what was accepted used the rate
   * @return the rest it brought, to be written down
   */
  Optional<Rest> answered(LaneEvent.Answered answered, boolean busy) {
    var began = answered.flight().intentNanos();
    return switch (answered.outcome()) {
      case Outcome.Accepted _ -> accepted(began, answered.nanos(), busy);
      case Outcome.Refused _ -> accepted(began, answered.nanos(), false);
      case Outcome.Throttled(var rest) ->
          Optional.of(rest(pacer.throttled(began, rest, random.nextDouble(), time.nanos())));
      case Outcome.Unauthorized _ -> Optional.empty();
      case Outcome.Unknown(var why, var rest) -> unanswered(answered, why, rest);
      case Outcome.Unreadable(var why) -> unanswered(answered, why, Optional.empty());
      case Outcome.NotSent(var why, var rest) -> {
        pacer.notSent(began);
        yield unanswered(answered, why, rest);
      }
    };
  }

  private Optional<Rest> accepted(long began, long now, boolean busy) {
    pacer.accepted(began, now, busy);
    return Optional.empty();
  }

  private Optional<Rest> unanswered(
      LaneEvent.Answered answered, String why, Optional<Duration> rest) {
    if (answered.isSilence()) {
      silence(why);
    }
    return rest.map(length -> {
      pacer.rest(length, time.nanos());
      return rest(length);
    });
  }

  private Rest rest(Duration length) {
    restFor(length);
    return new Rest(time.now(), time.now().plus(length));
  }

  private void silence(String why) {
    pacer
        .silence(time.nanos())
        .ifPresent(rest ->
            LOG.warn(
                "App {}: several sends in a row got no answer ({}). Sending resumes in {} ms",
                app,
                why,
                rest.toMillis()));
  }
}
