package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log beside a plain map of slots, over spans with and without work. */
class SendLogTest {
  private static final long SLOT = 10_000_000;
  private static final long SECOND = 1_000_000_000;

  private final TreeMap<Long, Integer> slots = new TreeMap<>();

  private int counted(long from, long to) {
    return slots.subMap(from / SLOT, to / SLOT + 1).values().stream().mapToInt(it -> it).sum();
  }

  private long begun(long from, int leaving) {
    var count = 0;
    for (var slot : slots.tailMap(from / SLOT).entrySet()) {
      count += slot.getValue();
      if (count >= leaving) {
        return (slot.getKey() + 1) * SLOT;
      }
    }
    throw new IllegalArgumentException("so many did not begin");
  }

  private int beyond(double most, long span, long from, long to) {
    var end = Math.max(from / SLOT, to / SLOT + 1);
    return slots.subMap(from / SLOT, end).entrySet().stream()
        .filter(slot -> {
          var last = slot.getKey() * SLOT;
          return counted(last - span + SLOT, last) > most;
        })
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private static long step(RandomGenerator random) {
    return switch (random.nextInt(40)) {
      case 0 -> random.nextLong(100 * SECOND);
      case 1 -> random.nextLong(3 * SECOND);
      default -> random.nextLong(5 * SLOT);
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void tellsWhatBeganInAnySpanOfTheLastMinute(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var now = 1_000 * SECOND;
    var log = new SendLog(now);

    for (var step = 0; step < 20_000; step++) {
      now += step(random);
      var count = 1 + random.nextInt(5);
      log.add(now, count);
      slots.merge(now / SLOT, count, Integer::sum);
      var before = now - random.nextLong(SendLog.SECONDS * SECOND);
      if (random.nextInt(20) == 0 && slots.getOrDefault(before / SLOT, 0) > 0) {
        log.remove(before);
        slots.merge(before / SLOT, -1, Integer::sum);
      }

      var from = now - random.nextLong(SendLog.SECONDS * SECOND);
      var to = from + random.nextLong(now - from + 1);
      assertThat(log.count(from, to)).isEqualTo(counted(from, to));
      var leaving = 1 + random.nextInt(counted(from, now));
      assertThat(log.begun(from, leaving)).isEqualTo(begun(from, leaving));
      if (step % 50 == 0) {
        var span = (1 + random.nextInt(SendLog.SECONDS)) * SECOND;
        var most = random.nextInt(100);
        var known = now - (SendLog.SECONDS + 1) * SECOND + span;
        var first = Math.max(from, known);
        assertThat(log.beyond(most, span, known - random.nextLong(SECOND), to))
            .isBetween(beyond(most, span, known, to), beyond(most, span, known - SECOND, to));
        assertThat(log.beyond(most, span, first, to)).isEqualTo(beyond(most, span, first, to));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5, 61, 62, 63, 10_000})
  void whatNeverBeganOrIsLongAgoIsNotCounted(long secondsLater) {
    var log = new SendLog(SECOND);
    log.add(2 * SECOND, 3);
    var now = (2 + secondsLater) * SECOND;
    log.add(now, 1);

    assertThat(log.count(now - SLOT, now)).isEqualTo(secondsLater == 0 ? 4 : 1);
    assertThat(log.count(now - 2 * SECOND, now - SECOND)).isZero();
    log.remove(now - SendLog.SECONDS * SECOND);
    log.remove(-SECOND);
    assertThat(log.count(now - SLOT, now)).isEqualTo(secondsLater == 0 ? 4 : 1);
  }
}
