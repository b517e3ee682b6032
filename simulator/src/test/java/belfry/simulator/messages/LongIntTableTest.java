package belfry.simulator.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** The table that stands in for a map of a million rooms. */
class LongIntTableTest {
  @Test
  void remembersWhatAMapRemembers() {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
    var table = new LongIntTable();
    var map = new HashMap<Long, Integer>();

    for (var step = 0; step < 50_000; step++) {
      var key = random.nextLong(-10_000, 10_000) * (random.nextBoolean() ? 1 : 1L << 40);
      map.put(key, step);
      table.put(key, step);
    }

    assertThat(table.size()).isEqualTo(map.size());
    map.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    assertThat(table.get(77_777_777)).isEqualTo(LongIntTable.ABSENT);
  }
}
