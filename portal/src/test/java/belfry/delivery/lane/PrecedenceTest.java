package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.lane.Precedence.Rank;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Laws of whose turn it is, in stories in which ranks come and go, and some wait without being able
 * to take anything, as whoever is refused alone does.
 */
class PrecedenceTest {
  private static final int STORIES = 60;
  private static final int TURNS = 1_000;

  private final Precedence precedence = new Precedence();
  private final Map<Rank, Integer> taken = new EnumMap<>(Rank.class);
  private boolean offered;

  /**
   * Whoever waits together with whom, and whichever of them can take nothing: each of the others
   * has a turn again and again, with as many permits at once as this.
   */
  @Tag("stories")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 60, 256})
  void nobodyWaitsForEver(int permits) {
    for (var waiting : subsets(EnumSet.allOf(Rank.class))) {
      for (var stuck : subsets(waiting)) {
        var turns = new EnumMap<Rank, Integer>(Rank.class);
        // Behind four others one in ten thousand is the least.
        for (var turn = 0; turn < (stuck.isEmpty() ? 12 * TURNS : TURNS); turn++) {
          take(permits, waiting, stuck);
          taken.forEach((rank, count) -> turns.merge(rank, Math.min(1, count), Integer::sum));
        }
        var able = EnumSet.noneOf(Rank.class);
        able.addAll(waiting);
        able.removeAll(stuck);
        for (var rank : able) {
          assertThat(turns.getOrDefault(rank, 0))
              .as("%s of %s, of whom %s can take nothing", rank, waiting, stuck)
              .isPositive();
        }
        precedence.waits(Set.of());
      }
    }
  }

  private static List<Set<Rank>> subsets(Set<Rank> ranks) {
    var all = List.copyOf(ranks);
    return IntStream.range(0, 1 << all.size())
        .mapToObj(bits ->
            (Set<Rank>)
                all.stream()
                    .filter(rank -> (bits >> all.indexOf(rank) & 1) == 1)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rank.class))))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 60, 256})
  void whoeverComesFirstHasNineOfTen(int most) {
    for (var seed = 0; seed < STORIES; seed++) {
      var random = new SplittableRandom(seed);
      var all = 0;
      var urgent = 0;
      for (var turn = 0; turn < TURNS; turn++) {
        var permits = 1 + random.nextInt(most);
        var waiting = some(random, 2);
        waiting.remove(Rank.AT_ONCE);
        waiting.add(Rank.URGENT);
        take(permits, waiting, Set.of());
        all += permits;
        urgent += taken.getOrDefault(Rank.URGENT, 0);
      }
      assertThat(urgent).as("seed " + seed).isGreaterThan(all * 85 / 100);
    }
  }

  /** Whoever can take none is passed over within a few turns. */
  @ParameterizedTest
  @ValueSource(ints = {1, 60})
  void nothingStandsStillWhileSomebodyCanGoOn(int permits) {
    for (var able : Rank.values()) {
      var stuck = EnumSet.complementOf(EnumSet.of(able));
      var idle = 0;
      for (var turn = 0; turn < TURNS; turn++) {
        take(permits, EnumSet.allOf(Rank.class), stuck);
        idle = taken.getOrDefault(able, 0) > 0 ? 0 : idle + 1;
        assertThat(idle).as(able.name()).isLessThan(3);
      }
    }
  }

  /** Also where ranks come and go, and become unable and able again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void inEachTurnSomebodyIsAsked(int permits) {
    var random = new SplittableRandom(permits);
    for (var turn = 0; turn < STORIES * TURNS; turn++) {
      take(permits, some(random, 2), some(random, 2));
    }
  }

  @Test
  void whoGoesBeforeOneIsCountedByRank() {
    var others = Map.of(Rank.URGENT, List.of(5_000L), Rank.LARGE, List.of(300L, 50L));

    assertThat(Rank.LARGE.before(100, Map.of(Rank.LARGE, List.of(300L, 50L)))).isEqualTo(150);
    assertThat(Rank.LARGE.before(100, others)).isEqualTo(150 + 250 * 9);
    assertThat(Rank.URGENT.before(900, others)).isEqualTo(900 + 1_800 / 9);
    assertThat(Rank.SMALL.before(90, Map.of(Rank.LARGE, List.of(50_000L)))).isEqualTo(10);
  }

  private static Set<Rank> some(SplittableRandom random, int oneIn) {
    var some = EnumSet.noneOf(Rank.class);
    for (var rank : Rank.values()) {
      if (random.nextInt(oneIn) == 0) {
        some.add(rank);
      }
    }
    return some;
  }

  /** As a lane does: follow-ups first, of what others leave, and then messages by their ranks. */
  private void take(int permits, Set<Rank> waiting, Set<Rank> stuck) {
    taken.clear();
    offered = false;
    precedence.waits(waiting);
    var able = waiting.stream().collect(Collectors.toMap(rank -> rank, _ -> 1_000L));
    var left = permits;
    if (waiting.contains(Rank.FOLLOW_UPS)) {
      left -= offer(Rank.FOLLOW_UPS, precedence.shareOfFollowUps(left, able), stuck);
    }
    for (var rank : waiting) {
      if (rank != Rank.FOLLOW_UPS) {
        left -= offer(rank, precedence.share(rank, left), stuck);
      }
    }
    assertThat(offered).as("somebody of %s is asked", waiting).isEqualTo(!waiting.isEmpty());
  }

  private int offer(Rank rank, int permits, Set<Rank> stuck) {
    if (permits == 0) {
      return 0;
    }
    offered = true;
    var count = stuck.contains(rank) ? 0 : permits;
    precedence.took(rank, permits, count);
    taken.put(rank, count);
    return count;
  }
}
