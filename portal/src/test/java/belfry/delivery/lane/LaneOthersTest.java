package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import belfry.simulator.limits.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What others feel of those who are refused for a while while they pass, on owned time and at the
 * simulator's own limit: as good as nothing.
 */
@Tag("stories")
class LaneOthersTest {
  private static final int OTHERS = 1_000;
  private static final int STORIES = 4;
  private static final int FEW = 54;
  private static final int SHORT_STORIES = 100;

  private enum Whom {
    ONE_PERSON,
    ONE_ROOM,
    ONE_TENTH;

    List<Target> targets() {
      return switch (this) {
        case ONE_PERSON -> List.of(person("refused"));
        case ONE_ROOM -> List.of(new Target(Target.Kind.SPACE, "refused", "", ""));
        case ONE_TENTH ->
            IntStream.range(0, OTHERS / 9).mapToObj(i -> person("refused" + i)).toList();
      };
    }
  }

  private enum How {
    FOR_EVER,
    FOR_A_MINUTE,
    AT_RANDOM,
    NEVER
  }

  private static Target person(String id) {
    return PacedLane.person(id);
  }

  @Test
  void othersArriveAtThePaceWithoutThem() {
    for (var how : List.of(How.FOR_EVER, How.FOR_A_MINUTE, How.AT_RANDOM)) {
      assertThat(share(Whom.ONE_PERSON, how)).isGreaterThanOrEqualTo(0.95);
    }
    assertThat(share(Whom.ONE_ROOM, How.FOR_EVER)).isGreaterThanOrEqualTo(0.95);
  }

  /** Each two of them who come one after the other cost a rest: it may be the bot's. */
  @Test
  void besideATenthOfAllTheyLoseTheRestsOnly() {
    assertThat(share(Whom.ONE_TENTH, How.FOR_EVER)).isGreaterThan(0.6);
    assertThat(share(Whom.ONE_TENTH, How.FOR_A_MINUTE)).isGreaterThan(0.8);
    assertThat(share(Whom.ONE_TENTH, How.AT_RANDOM)).isGreaterThan(0.7);
  }

  /**
   * Each of the first refusals may be the bot's and gives a rate; if few were accepted before, that
   * may be one in a second or less, and must not be remembered over a restart.
   */
  @Test
  void nobodyOfAFewWaitsForAMinute() {
    var seconds =
        IntStream.range(0, SHORT_STORIES).mapToDouble(LaneOthersTest::begun).sorted().toArray();
    var worst = seconds[SHORT_STORIES - 1];
    System.out.printf(
        "The last of %d others is begun after %.1f s, of nine tenths %.1f, %.1f at worst%n",
        FEW, seconds[SHORT_STORIES / 2], seconds[SHORT_STORIES * 9 / 10], worst);
    assertThat(worst).isLessThan(40);
  }

  /** In how many seconds, with faults and a restart. */
  private static double begun(int seed) {
    var refused = IntStream.range(0, FEW / 9).mapToObj(i -> person("refused" + i)).toList();
    var story = new Story(refused, FEW, How.FOR_A_MINUTE, seed);
    story.tellTroubled();
    assertThat(story.early()).as("requests inside a rest").isLessThan(5);
    return story.seconds();
  }

  /** Of the pace at which as many get it of whom nobody is refused. */
  private static double share(Whom whom, How how) {
    var share = 0.0;
    for (var seed = 1; seed <= STORIES; seed++) {
      var without = new Story(whom.targets(), OTHERS, How.NEVER, seed);
      without.tell();
      var story = new Story(whom.targets(), OTHERS, how, seed);
      story.tell();
      assertThat(story.early()).as("requests inside a rest").isLessThan(20);
      share += without.seconds() / story.seconds() / STORIES;
    }
    System.out.printf("Others beside %s, refused %s: %.3f of the pace%n", whom, how, share);
    return share;
  }

  /** One run to all of them. */
  private static final class Story extends PacedLane {
    private final Set<String> refused;
    private final How how;
    private final RunId run;
    private final int others;
    private final Set<String> stored = new HashSet<>();
    private int arrived;
    private boolean troubled;

    Story(List<Target> refused, int others, How how, int seed) {
      super(Limit.tokenBucket(24, 12), seed);
      this.refused = refused.stream().map(Target::id).collect(Collectors.toSet());
      this.how = how;
      this.others = others;
      var targets = new ArrayList<>(refused);
      IntStream.range(0, others).forEach(i -> targets.add(person("p" + i)));
      // Anywhere among the others.
      for (var i = targets.size() - 1; i > 0; i--) {
        targets.set(i, targets.set(random.nextInt(i + 1), targets.get(i)));
      }
      run = memory.addRun(Run.Kind.JOB, "Hello", targets);
    }

    /** Until all others have it. */
    void tell() {
      while (arrived < others) {
        goOn();
      }
    }

    /** Until nobody waits who was not tried, with faults and a restart in the middle. */
    void tellTroubled() {
      troubled = true;
      at(random.nextLong(300_000_000, 9_000_000_000L), this::restart);
      while (memory.tally(run).pending() > 0) {
        goOn();
        wire.newLooks().forEach(this::looks);
      }
    }

    @Override
    void goOn() {
      super.goOn();
      assertThat(nanos()).isLessThan(Duration.ofMinutes(5).toNanos());
    }

    private void restart() {
      lane = lane("first");
    }

    private void looks(ScriptedWire.Looked look) {
      var target = look.question().target();
      later(() ->
          look.finds(
              stored.contains(target)
                  ? new Finding.Ours("found " + target, SpaceId.parse("room"))
                  : new Finding.None()));
    }

    /** Whoever is refused alone costs a place in the limit like anybody. */
    @Override
    Outcome answer(ScriptedWire.Sent sent) {
      if (refused.contains(sent.target()) && refuses()) {
        return new Outcome.Throttled(Duration.ofSeconds(1));
      }
      if (troubled && random.nextInt(6) == 0) {
        if (random.nextBoolean()) {
          stored.add(sent.target());
        }
        return new Outcome.Unknown("status 503");
      }
      arrived += refused.contains(sent.target()) ? 0 : 1;
      return accepted();
    }

    private boolean refuses() {
      return switch (how) {
        case FOR_EVER -> true;
        case FOR_A_MINUTE -> nanos() < Duration.ofMinutes(1).toNanos();
        case AT_RANDOM -> random.nextBoolean();
        case NEVER -> false;
      };
    }
  }
}
