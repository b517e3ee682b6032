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

  private static void aTenthHolds(long first, String kind) {
    var stories = stories(LongStream.range(first, first + SEEDS / 10));

    System.out.printf("Simulation: and in %,d %s%n", stories, kind);
    assertThat(stories).isEqualTo(SEEDS / 10);
  }

  /** A tenth as many with placeholders. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedGivesAnybodyAnothersWords() {
    aTenthHolds(SimulatedWords.PERSONAL, "of personal messages");
  }

  /** And some, in which runs begin with a first wave. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedLetsARunGoOnBeforeItIsDecided() {
    aTenthHolds(SimulatedWaves.WAVES, "of first waves");
  }

  /** And as many, with cards; half of them personal. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedMistakesACard() {
    aTenthHolds(SimulatedCards.FIRST, "of messages with cards");
  }

  /** And as many, in which some are refused while others pass. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedGivesUpWhomThePlatformTakesAgain() {
    aTenthHolds(SimulatedRefusals.FIRST, "of people refused alone");
  }

  /** And as many, in which the app has two bots. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedHasOneBotSendWhatIsAnothers() {
    aTenthHolds(SimulatedBot.SEVERAL, "of two bots");
  }

  /** And as many, in which one of them is taken out of the settings and put back. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noSeedLosesWhoWaitedForABotThatIsGone() {
    aTenthHolds(SimulatedBot.LEAVING, "of a bot that comes and goes");
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
