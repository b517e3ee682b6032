package belfry.delivery.lane;

import belfry.delivery.evidence.NaiveReader;
import belfry.delivery.foundation.DeliveryListener;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.messages.Content;
import belfry.pace.SharedLimit;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonRef;
import belfry.platform.wire.Dating;
import belfry.platform.wire.PlatformClock;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Finding;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One process of a simulation: a real lane, turned as its thread would turn it, and its wire. It
 * can be killed, which loses all it has in memory, and paused, as SIGSTOP does it.
 */
final class SimulatedNode implements Wire {
  private static final long BETWEEN = Duration.ofMillis(3).toNanos();
  private static final long NEVER = Long.MAX_VALUE;

  private final Simulation world;
  private final String name;
  private final Lane lane;
  private final SimulatedLedger ledger;

  private final PlatformClock clock;

  /** The number of the bot whose lane it has. */
  private final int number;

  /** Whose token it was started with. */
  private final PersonRef bot;

  private final NaiveReader naive;
  private final SimulatedSilence outage;
  private final SimulatedRefusals.Heard heard = new SimulatedRefusals.Heard();
  private boolean botIsKnown;
  private boolean alive = true;
  private boolean turning;
  private boolean called;
  private long pausedUntil;
  private long nextTurn = NEVER;
  private long lastTurn;

  /** Until when it was asked to rest, as far as its lane can know. */
  private long restsUntil;

  private long heardRestUntil;

  /** Ends whatever its process is in the middle of. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  SimulatedNode(Simulation world, String name, int number, Tuning tuning, boolean exclusive) {
    this.world = world;
    this.number = number;
    this.name = name;
    clock = new PlatformClock(world.time());
    bot = account().now();
    naive = new NaiveReader(world, bot);
    outage = new SimulatedSilence(world);
    ledger = new SimulatedLedger(world, this);
    lane =
        new Lane(
            LaneId.first(TestPortal.NEWS),
            ledger,
            this,
            NoFollowUps.PORTS,
            new Surroundings(
                name,
                tuning,
                world.time(),
                new SplittableRandom(world.random().nextLong()),
                exclusive,
                _ -> {},
                _ -> {},
                DeliveryListener.NONE),
            new SharedLimit("news", world.time().nanos()));
    lane.onDelivery(this::ring);
    if (world.platform().isFrozen()) {
      learnTheTime();
    }
    turnAt(world.nanos());
  }

  /** It has asked other things before. */
  private void learnTheTime() {
    for (var answer = 0; answer < 5; answer++) {
      hear();
      clock.stamped(world.platform().stamp());
    }
  }

  int number() {
    return number;
  }

  private SimulatedBot account() {
    return world.bots().get(number);
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return alive;
  }

  SimulatedSilence outage() {
    return outage;
  }

  void deliver(LaneEvent event) {
    if (alive) {
      lane.deliver(event);
    }
  }

  /** Whether what it writes down is dated as exactly as can be. */
  boolean knowsTheTime() {
    var possible = clock.dating(world.nanos()).possible();
    return possible.isAfter(clock.now().minus(Duration.ofMinutes(3)));
  }

  /** Until when it must begin nothing. */
  long restsUntil() {
    return restsUntil;
  }

  /** Everything in memory is gone; what has left may still arrive. */
  void kill() {
    if (alive) {
      world.tell(name + " is killed");
      alive = false;
      world.died(this);
    }
  }

  void pause(Duration length) {
    world.tell(name + " is paused for " + length);
    pausedUntil = Math.max(pausedUntil, world.nanos() + length.toNanos());
  }

  /** Pauses in the middle of a turn: the others go on meanwhile. */
  void pauseHere(Duration length) {
    pause(length);
    world.runUntil(pausedUntil);
  }

  /** In the middle of a turn, where it asks nobody anything. */
  private void pauseAnywhere() {
    if (world.happens(0.0005)) {
      pauseHere(world.pause());
      if (!alive) {
        throw new Killed();
      }
    }
  }

  private boolean isPaused() {
    return world.nanos() < pausedUntil;
  }

  // Its thread -------------------------------------------------------------------------------

  private void ring() {
    if (turning) {
      called = true;
    } else {
      turnAt(world.nanos());
    }
  }

  private void turnAt(long moment) {
    var at = Math.max(moment, lastTurn + BETWEEN);
    if (at < nextTurn) {
      nextTurn = at;
      world.at(
          at,
          () -> {
            if (nextTurn == at) {
              nextTurn = NEVER;
              turn();
            }
          });
    }
  }

  private void turn() {
    if (!alive || turning || lane.drained()) {
      return;
    }
    if (isPaused()) {
      turnAt(pausedUntil);
      return;
    }
    turning = true;
    called = false;
    restsUntil = heardRestUntil;
    outage.turns();
    try {
      var next = lane.turn();
      lastTurn = world.nanos();
      turning = false;
      if (lane.drained()) {
        world.tell(name + " has stopped");
        alive = false;
        world.died(this);
      } else {
        turnAt(called ? lastTurn : next);
      }
    } catch (Killed _) {
      world.tell(name + " ends in the middle of a turn");
    }
  }

  // Its wire ---------------------------------------------------------------------------------

  /** One request, from the moment it is handed over. */
  private final class Request {
    private final Claimed what;
    private final Content content;
    private final BooleanSupplier leave;
    private final Consumer<Outcome> done;
    private final long began = world.nanos();
    private boolean answered;
    private boolean heldBack;

    Request(Claimed what, Content content, BooleanSupplier leave, Consumer<Outcome> done) {
      this.what = what;
      this.content =
          world.mutant() == Mutant.SAME_CARD_TO_ALL
              ? new Content(
                  content.markdown(),
                  content.attachment(),
                  world.memory().content(what.run()).card())
              : content;
      this.leave = leave;
      this.done = done;
    }

    void connected() {
      if (!alive) {
        return;
      }
      if (isPaused()) {
        world.at(pausedUntil, this::connected);
      } else if (world.happens(0.01)) {
        answer(new Outcome.NotSent("connection refused"));
      } else if (mayLeave() || world.mutant() == Mutant.NO_DEADLINE) {
        world.at(
            began + Simulation.requestTimeout(content),
            () -> answer(new Outcome.Unknown("time-out")));
        leaves();
      } else {
        heldBack = true;
        answer(new Outcome.NotSent("too late"));
      }
    }

    private boolean mayLeave() {
      var may = leave.getAsBoolean();
      if (may) {
        world
            .laws()
            .require(
                world.nanos() >= heardRestUntil,
                () -> name + " writes a body inside a Retry-After it has heard");
      }
      return may;
    }

    /** The body is on its way: whatever happens to its process, it may arrive. */
    private void leaves() {
      var share = world.platform().isFrozen() && what.kind() == Target.Kind.SPACE ? 8 : 40;
      var fate = world.isTroubled() ? world.random().nextInt(share) : 20;
      var soon = world.latency();
      switch (fate) {
        case 0 -> answersAfter(soon, new Outcome.Unknown("status 503"));
        case 1 -> {
          answersAfter(soon, new Outcome.Unknown("status 502"));
          arrives(world.transit(content), false);
        }
        case 2 -> {
          arrives(soon, false);
          answersAfter(soon + world.latency(), new Outcome.Unknown("status 500"));
        }
        case 3 -> {
          arrives(soon, false);
          answersAfter(soon + world.latency(), new Outcome.Unknown("reset"));
        }
        case 4 -> {
          answersAfter(soon, new Outcome.Unknown("reset"));
          arrives(world.transit(content), false);
        }
        case 5 -> arrives(world.transit(content), true);
        case 6 -> world.tell("bytes to " + what.target() + " are lost");
        default -> arrives(soon, true);
      }
    }

    private void arrives(long transit, boolean answering) {
      world.at(
          world.nanos() + transit,
          () -> {
            var outcome =
                world.isDown()
                    ? new Outcome.Unknown("status 503")
                    : world.platform().post(what.run(), what.target(), bot, content);
            world.tell(SimulatedLedger.words(what) + " arrives: " + outcome);
            world.laws().check();
            if (answering) {
              answersAfter(world.latency(), outcome);
            }
          });
    }

    private void answersAfter(long latency, Outcome outcome) {
      world.at(world.nanos() + latency, () -> answer(outcome));
    }

    private void answer(Outcome outcome) {
      if (!alive || answered) {
        return;
      }
      if (isPaused()) {
        world.at(pausedUntil, () -> answer(outcome));
        return;
      }
      answered = true;
      world.tell(name + " hears of " + SimulatedLedger.words(what) + ": " + outcome);
      if (outcome instanceof Outcome.Accepted || outcome instanceof Outcome.Refused) {
        heard.passed(what.target());
      }
      if (outcome instanceof Outcome.Accepted) {
        hear();
        clock.stamped(world.platform().stamp());
      }
      if (outcome instanceof Outcome.Throttled(var rest, _, _)) {
        // Where some are refused alone, whose it is is for the lane to find out; what it takes for
        // the bot's binds it by the ledger.
        var theBots = heard.isTheBots(what.target());
        rest.filter(_ -> theBots && !world.platform().refusesAlone())
            .ifPresent(asked ->
                heardRestUntil = Math.max(heardRestUntil, world.nanos() + asked.toNanos()));
      }
      var taken = naive.outcome(outcome);
      outage.answered(what.target(), taken, began, heldBack);
      done.accept(taken);
    }
  }

  @Override
  public void send(
      Target.Kind kind,
      String target,
      Content content,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    var what = ledger.handedOver(target);
    if (world.happens(0.001)) {
      kill();
      throw new Killed();
    }
    var request = new Request(what, content, leave, done);
    outage.began(request.began);
    world.at(world.nanos() + world.latency(), request::connected);
  }

  @Override
  public void look(Question asked, Consumer<Finding> done) {
    var epoch = lane.lease().map(Lease::epoch).orElse(0L);
    var question = naive.question(asked);
    later(() -> {
      var finding =
          world.isDown()
              ? new Finding.Unanswered("no answer")
              : world.platform().look(account(), question, epoch);
      if (finding instanceof Finding.Listed) {
        hear();
      }
      world.tell(
          name + " looks for " + question.target() + " since " + question.dated() + ": " + finding);
      var taken = naive.finding(question, finding);
      outage.read(taken);
      done.accept(taken);
    });
  }

  /** A successful answer comes in, dated in whole seconds. */
  private void hear() {
    clock.heard(world.platform().now().truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public boolean isRefused() {
    return false;
  }

  @Override
  public void check(Consumer<Check> done) {
    later(() -> {
      var checked = checked();
      if (!(checked instanceof Check.Silent)) {
        outage.read();
      }
      done.accept(
          world.mutant() == Mutant.SILENCE_IS_UNDERSTOOD && botIsKnown
              ? new Check.Works()
              : checked);
    });
  }

  private Check checked() {
    if (world.isDown()) {
      return new Check.Silent("down");
    }
    if (!account().tokenWorks()) {
      return new Check.Refused("revoked");
    }
    hear();
    botIsKnown = true;
    return new Check.Works();
  }

  private void later(Runnable work) {
    world.at(world.nanos() + world.latency(), () -> awake(work));
  }

  private void awake(Runnable work) {
    if (isPaused()) {
      world.at(pausedUntil, () -> awake(work));
    } else if (alive) {
      work.run();
    }
  }

  @Override
  public Optional<PersonRef> bot() {
    return botIsKnown ? Optional.of(bot) : Optional.empty();
  }

  @Override
  public Instant platformTime() {
    return clock.now();
  }

  @Override
  public Dating dating(long nanos) {
    if (world.mutant() != Mutant.NOW_IS_EARLIEST) {
      return clock.dating(nanos);
    }
    var at = clock.now().minusNanos(world.nanos() - nanos);
    return new Dating(at, at);
  }

  @Override
  public Optional<Duration> clockAhead() {
    pauseAnywhere();
    return world.mutant() == Mutant.CLOCK_NEVER_JUMPS
        ? Optional.of(Duration.ZERO)
        : clock.aheadOfOurs();
  }
}
