package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real core in some thousand stories of trouble. {@code -Dbelfry.seed=…} repeats one of them,
 * {@code -Dbelfry.seeds=…} tells more of them.
 */
@Tag("stories")
class SimulationTest {
  private static final long SEEDS = Long.getLong("belfry.seeds", 1_000);
  private static final long MUTANT_SEEDS = 1_000;

  /** On two processors that other tests use as well, thousands of stories take minutes. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedLosesDoublesOrStrandsAMessage() {
    var only = Optional.ofNullable(System.getProperty("belfry.seed")).map(Long::valueOf);
    var seeds = only.map(LongStream::of).orElseGet(() -> LongStream.range(0, SEEDS)).toArray();

    var stories = stories(LongStream.of(seeds));

    System.out.printf("Simulation: every law held in %,d different stories%n", stories);
    assertThat(stories).as("each seed tells a story of its own").isEqualTo(seeds.length);
  }

  /** How many different stories these seeds tell, each of which keeps every law. */
  private static long stories(LongStream seeds) {
    return seeds.parallel().map(seed -> Simulation.run(seed, Mutant.NONE)).distinct().count();
  }

  /** A tenth as many with placeholders. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedGivesAnybodyAnothersWords() {
    var stories =
        stories(LongStream.range(SimulatedWords.PERSONAL, SimulatedWords.PERSONAL + SEEDS / 10));

    System.out.printf("Simulation: and in %,d of personal messages%n", stories);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  /** And some, in which runs begin with a first wave. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedLetsARunGoOnBeforeItIsDecided() {
    var stories =
        stories(LongStream.range(SimulatedWaves.WAVES, SimulatedWaves.WAVES + SEEDS / 10));

    System.out.printf("Simulation: and in %,d of first waves%n", stories);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  /** And as many, with cards; half of them personal. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedMistakesACard() {
    var stories =
        stories(LongStream.range(SimulatedCards.FIRST, SimulatedCards.FIRST + SEEDS / 10));

    System.out.printf("Simulation: and in %,d of messages with cards%n", stories);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  /** And as many, in which some are refused while others pass. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedGivesUpWhomThePlatformTakesAgain() {
    var stories =
        stories(LongStream.range(SimulatedRefusals.FIRST, SimulatedRefusals.FIRST + SEEDS / 10));

    System.out.printf("Simulation: and in %,d of people refused alone%n", stories);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  /** And as many, in which the app has two bots. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedHasOneBotSendWhatIsAnothers() {
    var stories =
        stories(LongStream.range(SimulatedBot.SEVERAL, SimulatedBot.SEVERAL + SEEDS / 10));

    System.out.printf("Simulation: and in %,d of two bots%n", stories);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  /** And as many, in which one of them is taken out of the settings and put back. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedLosesWhoWaitedForABotThatIsGone() {
    var stories =
        stories(LongStream.range(SimulatedBot.LEAVING, SimulatedBot.LEAVING + SEEDS / 10));

    System.out.printf("Simulation: and in %,d of a bot that comes and goes%n", stories);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  @Test
  void theSameSeedTellsTheSameStory() {
    for (var seed = 0; seed < 20; seed++) {
      assertThat(Simulation.run(seed, Mutant.NONE)).isEqualTo(Simulation.run(seed, Mutant.NONE));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Mutant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whereARuleIsLeftOutASeedShowsIt(Mutant mutant) {
    var caught =
        LongStream.concat(
                LongStream.of(mutant.seed()),
                LongStream.range(mutant.first(), mutant.first() + MUTANT_SEEDS))
            .mapToObj(seed -> broken(seed, mutant))
            .flatMap(Optional::stream)
            .findFirst();

    assertThat(caught).as("a seed that catches %s", mutant).isPresent();
  }

  private static Optional<String> broken(long seed, Mutant mutant) {
    try {
      var story = Simulation.run(seed, mutant);
      assertThat(story).isNotZero();
      return Optional.empty();
    } catch (Simulation.Broken broken) {
      var law = broken.law().lines().findFirst().orElse("");
      System.out.printf("Simulation: %s is caught by seed %d: %s%n", mutant, seed, law);
      return Optional.of(law).filter(mutant::breaks);
    }
  }
}
