package belfry.simulator.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arithmetic that stands in for lists of a million people. */
class ProgressionTest {
  @ParameterizedTest(name = "{0} numbers")
  @ValueSource(ints = {0, 1, 2, 3, 10, 97, 1_000, 4_096})
  void hasEveryNumberOnceAndFindsItsPlace(int numbers) {
    for (var seed = 0; seed < 20; seed++) {
      var all = Progression.scattered(5, numbers, seed);

      var seen = IntStream.range(0, all.size()).map(all::at).toArray();

      assertThat(seen).containsExactlyInAnyOrder(IntStream.range(5, 5 + numbers).toArray());
      assertThat(IntStream.range(0, all.size()).map(it -> all.placeOf(all.at(it))))
          .containsExactly(IntStream.range(0, numbers).boxed().toArray(Integer[]::new));
    }
  }

  @ParameterizedTest(name = "from {0}")
  @ValueSource(ints = {0, 1, 50, 99})
  void aSliceKnowsOnlyItsOwn(int from) {
    var all = Progression.scattered(0, 200, 3);
    var slice = all.slice(from, 40);

    for (var number = -1; number <= 200; number++) {
      var place = all.placeOf(number) - from;
      assertThat(slice.placeOf(number)).isEqualTo(place >= 0 && place < 40 ? place : -1);
    }
    assertThat(IntStream.range(0, 40).map(slice::at).toArray())
        .isEqualTo(IntStream.range(from, from + 40).map(all::at).toArray());
  }
}
