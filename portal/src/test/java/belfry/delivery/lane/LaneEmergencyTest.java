package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.runs.Run;
import belfry.simulator.limits.Limit;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How long an urgent message takes beside a large one that is under way, on owned time. */
class LaneEmergencyTest {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  static List<Limit> limits() {
    return List.of(Limit.tokenBucket(24, 12), Limit.slidingWindow(120, TEN_SECONDS));
  }

  static List<Limit> allLimits() {
    return List.of(
        Limit.tokenBucket(24, 12),
        Limit.slidingWindow(120, TEN_SECONDS),
        Limit.fixedWindow(120, TEN_SECONDS));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void anUrgentMessageTakesHardlyLongerThanAlone(Limit limit) {
    takesHardlyLonger(limit, 500, 5_000);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("allLimits")
  void thousandsHaveItHardlyLaterThanAlone(Limit limit) {
    takesHardlyLonger(limit, 5_000, 50_000);
  }

  /** A tenth is left to the newsletter, so that it also goes on. */
  private static void takesHardlyLonger(Limit limit, int people, int newsletter) {
    var alone = new Story(limit, 0).seconds(people);
    var beside = new Story(limit, newsletter);
    var took = beside.seconds(people);
    System.out.printf(
        "Urgent to %,d beside a newsletter, %s: %.3f of the time alone%n",
        people, limit, took / alone);
    assertThat(took).as("alone it took %.1f s", alone).isLessThan(1.2 * alone);
    assertThat(beside.early()).as("requests inside a rest").isZero();
    assertThat(beside.others).as("of the newsletter meanwhile").isGreaterThan(people / 20);
  }

  /** A newsletter for a minute, and then also an urgent message. */
  private static final class Story extends PacedLane {
    private final Set<String> urgent = new HashSet<>();
    private int others;

    Story(Limit limit, int newsletter) {
      super(limit, 7);
      // What the bot has learned by then is the same with and without the newsletter.
      memory.addRun(Run.Kind.JOB, "Before", people("b", 1_000));
      while (others < 1_000) {
        goOn();
      }
      others = 0;
      if (newsletter > 0) {
        memory.addRun(Run.Kind.JOB, "Newsletter", people("n", newsletter));
      }
      var from = nanos();
      while (nanos() - from < Duration.ofMinutes(1).toNanos()) {
        goOn();
      }
    }

    /** How long it takes until so many have it. */
    double seconds(int people) {
      others = 0;
      var from = seconds();
      memory.addRun(
          Run.Kind.JOB,
          true,
          new Content("Leave", Optional.empty()),
          people("u", people),
          Optional.empty());
      while (urgent.size() < people) {
        goOn();
      }
      return seconds() - from;
    }

    private static List<Target> people(String prefix, int count) {
      return IntStream.range(0, count).mapToObj(i -> person(prefix + i)).toList();
    }

    @Override
    Outcome answer(ScriptedWire.Sent sent) {
      if (sent.target().startsWith("u")) {
        assertThat(urgent.add(sent.target())).isTrue();
      } else {
        others++;
      }
      return accepted();
    }
  }
}
