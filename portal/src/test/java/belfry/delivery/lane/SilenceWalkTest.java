package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Tuning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An outage with every order of sends, reads and seconds, in which what follows is asked of {@link
 * Silence}. The mutants show why each rule is there.
 */
class SilenceWalkTest {
  private static final Duration LONGEST = Tuning.PRODUCTION.betweenProbes();
  private static final int MOST = (int) LONGEST.toSeconds();

  /** Where the pauses between reads grow no further: {@link Mutant#LONG_PAUSES}. */
  private static final int READS = 6;

  /** What is left out. */
  enum Mutant {
    NONE(""),
    /** All go on being sent to. */
    NO_OUTAGE("R2"),
    /** What reads say is true of sends. */
    A_READ_IS_ENOUGH("R2"),
    /** A read that gets nothing makes the sends before it forgotten. */
    READS_FORGET("R2"),
    /** Single sends follow one another as soon as a read is understood. */
    NO_PAUSES("R2"),
    /** Single sends wait for a read, however long. */
    NEVER_WITHOUT_A_READ("R3"),
    /** The pauses between reads grow further. */
    LONG_PAUSES("R3");

    private final String law;

    Mutant(String law) {
      this.law = law;
    }
  }

  /**
   * One moment.
   *
   * @param row how many sends in a row to different people got nothing, up to several
   * @param sinceRead seconds since the last read or send that got nothing
   * @param sinceSend seconds since the last send that got nothing, or began without a read
   * @param reading whether a read is under way
   * @param probing whether a single send is under way
   * @param read whether a read was understood since the last send that got nothing
   * @param failed how many single sends got nothing after a read that was understood
   */
  record World(
      Silence outage,
      int row,
      int sinceRead,
      int sinceSend,
      boolean reading,
      boolean probing,
      boolean read,
      int failed) {
    static final World BEGIN = new World(Silence.NONE, 0, 0, 0, false, false, false, 0);

    boolean isSilent() {
      return row >= Silence.SEVERAL;
    }

    World with(Silence next) {
      return new World(next, row, sinceRead, sinceSend, reading, probing, read, failed);
    }
  }

  private record Step(String name, World world) {}

  private record Found(int states, String broken, List<String> trace) {}

  @Tag("stories")
  @Test
  void inEveryOrderAnOutageIsOneSendAtATimeAndEndsWithinSeconds() {
    var found = walk(Mutant.NONE);
    System.out.printf("Walk, an outage: %,d states%n", found.states());
    assertThat(found.broken()).as("after %s", found.trace()).isEmpty();
    assertThat(found.states()).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void eachRuleIsNeeded(Mutant mutant) {
    assertThat(walk(mutant).broken()).startsWith(mutant.law);
  }

  private static Found walk(Mutant mutant) {
    var graph = new WalkGraph<World>();
    var worlds = new ArrayList<World>();
    graph.number(World.BEGIN, false, -1, "");
    worlds.add(World.BEGIN);
    for (var at = 0; at < worlds.size(); at++) {
      var world = worlds.get(at);
      var late = late(world, mutant);
      if (late.isPresent()) {
        return new Found(graph.size(), late.get(), graph.trace(at));
      }
      for (var step : steps(world, mutant)) {
        if (step.name().startsWith("R2")) {
          return new Found(graph.size(), step.name(), graph.trace(at));
        }
        if (graph.number(step.world(), false, at, step.name()) == worlds.size()) {
          worlds.add(step.world());
        }
      }
    }
    return new Found(graph.size(), "", List.of());
  }

  /** What the lane does and what comes of it, with R2 for each single send. */
  private static List<Step> steps(World now, Mutant mutant) {
    var steps = new ArrayList<Step>();
    if (isOff(now, mutant)) {
      if (now.isSilent()) {
        steps.add(new Step("R2: somebody is sent to as if there were answers", now));
      }
      steps.add(new Step("a send is understood", World.BEGIN));
      steps.add(new Step("a send to somebody new gets nothing", missed(now, mutant)));
      return steps;
    }
    if (asks(now, mutant)) {
      steps.add(new Step("it reads", reading(now, true)));
    }
    if (now.reading()) {
      steps.add(new Step("the read is understood", understood(now, mutant)));
      steps.add(new Step("the read gets nothing", unread(now, mutant)));
    }
    if (sends(now, mutant)) {
      var pause = now.failed() == 0 ? 0 : Math.min(1 << (now.failed() - 1), MOST);
      if (now.sinceSend() < (now.read() ? pause : MOST)) {
        steps.add(new Step("R2: one send follows another", now));
      }
      steps.add(new Step("one is sent to", sent(now)));
    }
    if (now.probing()) {
      steps.add(new Step("it gets nothing", missed(now, mutant)));
    }
    steps.add(new Step("an answer is understood", World.BEGIN));
    steps.add(new Step("a second passes", later(now)));
    return steps;
  }

  private static boolean isOff(World now, Mutant mutant) {
    return !now.outage().isOn() || mutant == Mutant.NO_OUTAGE;
  }

  private static boolean asks(World now, Mutant mutant) {
    var pause =
        mutant == Mutant.LONG_PAUSES
            ? Duration.ofSeconds(now.outage().reads() < 2 ? 1 : READS)
            : now.outage().untilRead(LONGEST);
    return !now.outage().ready() && !now.reading() && now.sinceRead() >= pause.toSeconds();
  }

  private static boolean sends(World now, Mutant mutant) {
    var pause =
        switch (mutant) {
          case NO_PAUSES -> now.outage().ready() ? Duration.ZERO : LONGEST;
          case NEVER_WITHOUT_A_READ ->
              now.outage().ready() ? now.outage().untilSend(LONGEST) : Duration.ofDays(1);
          default -> now.outage().untilSend(LONGEST);
        };
    return !now.probing() && now.sinceSend() >= pause.toSeconds();
  }

  private static World missed(World now, Mutant mutant) {
    var outage = now.outage().unanswered("p" + now.row());
    var row = Math.min(now.row() + 1, Silence.SEVERAL);
    var failed = now.isSilent() && now.read() ? Math.min(now.failed() + 1, 8) : now.failed();
    return new World(
        mutant == Mutant.NO_OUTAGE ? Silence.NONE : outage, row, 0, 0, false, false, false, failed);
  }

  private static World reading(World now, boolean reading) {
    return new World(
        now.outage(),
        now.row(),
        now.sinceRead(),
        now.sinceSend(),
        reading,
        now.probing(),
        now.read(),
        now.failed());
  }

  private static World understood(World now, Mutant mutant) {
    var outage = mutant == Mutant.A_READ_IS_ENOUGH ? Silence.NONE : now.outage().readable();
    return new World(
        outage, now.row(), 0, now.sinceSend(), false, now.probing(), true, now.failed());
  }

  private static World unread(World now, Mutant mutant) {
    var outage = now.outage().unreadable();
    var kept =
        mutant == Mutant.READS_FORGET
            ? new Silence(
                outage.unanswered(), outage.unconnected(), outage.reads(), 0, outage.ready())
            : outage;
    return new World(
        kept, now.row(), 0, now.sinceSend(), false, now.probing(), now.read(), now.failed());
  }

  /** One that begins without a read keeps no other from finding out, if a read is understood. */
  private static World sent(World now) {
    return new World(
        now.outage(),
        now.row(),
        now.sinceRead(),
        now.read() ? now.sinceSend() : 0,
        now.reading(),
        now.read(),
        now.read(),
        now.failed());
  }

  private static World later(World now) {
    return new World(
        now.outage(),
        now.row(),
        now.outage().ready() ? 0 : Math.min(now.sinceRead() + 1, READS),
        Math.min(now.sinceSend() + 1, MOST),
        now.reading(),
        now.probing(),
        now.read(),
        now.failed());
  }

  /**
   * R3: where all is answered from now on, sending goes on within 5 s unless sends alone got
   * nothing, and where sends alone are, within two minutes.
   */
  private static Optional<String> late(World world, Mutant mutant) {
    var most = world.failed() == 0 ? 5 : MOST + 5;
    return seconds(world, mutant, true) > most
        ? Optional.of("R3: sending does not go on within " + most + " s")
        : seconds(world, mutant, false) > MOST
            ? Optional.of("R3: it does not go on where only sends are answered")
            : Optional.empty();
  }

  private static int seconds(World begin, Mutant mutant, boolean readable) {
    var now = begin;
    for (var second = 0; second <= 2 * MOST; second++) {
      if (isOff(now, mutant) || now.probing()) {
        return second;
      }
      if (now.reading() || asks(now, mutant)) {
        now = readable ? understood(now, mutant) : unread(now, mutant);
      }
      if (isOff(now, mutant) || sends(now, mutant)) {
        return second;
      }
      now = later(now);
    }
    return Integer.MAX_VALUE;
  }
}
