package belfry.pace;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How many requests began when, over the last minute, in slots of ten milliseconds, so that memory
 * does not grow with the rate. A slot holds how many had ever begun by its end, so the count of a
 * span is one subtraction. All times are nanoseconds of one monotonic clock.
 */
final class SendLog {
  static final int SECONDS = 60;

  private static final long SLOT = 10_000_000;
  private static final int SLOTS = (SECONDS + 2) * 100;

  private final long[] begunBy = new long[SLOTS];
  private long newest;

  SendLog(long now) {
    newest = slot(now);
  }

  /** The remembered content of a window, with each part as young as it may be. */
  static SendLog remembered(PaceMemory memory, long now) {
    var log = new SendLog(now);
    var slice = slice(memory.windowSeconds());
    for (var i = 0; i < PaceMemory.SLICES; i++) {
      log.add(now - (PaceMemory.SLICES - 1 - i) * slice, memory.held().get(i));
    }
    return log;
  }

  /** How many began in each slice of a window that ends now, oldest first. */
  List<Integer> slices(int windowSeconds, long now) {
    var slice = slice(windowSeconds);
    return IntStream.range(0, PaceMemory.SLICES)
        .map(i -> PaceMemory.SLICES - i)
        .mapToObj(age -> count(now - age * slice, now - (age - 1) * slice - 1))
        .toList();
  }

  private static long slice(int windowSeconds) {
    return (long) (windowSeconds * 1e9) / PaceMemory.SLICES;
  }

  void add(long began, int count) {
    advance(slot(began));
    change(slot(began), count);
  }

  /** Removes a request that was refused or never left. */
  void remove(long began) {
    if (slot(began) > oldest() && count(began, began) > 0) {
      change(slot(began), -1);
    }
  }

  private void change(long slot, int by) {
    for (var later = Math.max(slot, oldest()); later <= newest; later++) {
      begunBy[index(later)] += by;
    }
  }

  /** How many began from {@code from} to {@code to}. */
  int count(long from, long to) {
    var before = before(from);
    var last = Math.min(slot(to), newest);
    return last > before ? (int) (begunBy(last) - begunBy(before)) : 0;
  }

  /** How many of those that began from {@code from} to {@code to} made a span hold more. */
  int beyond(double most, long span, long from, long to) {
    var slots = span / SLOT;
    var first = Math.max(slot(from), oldest() + 1 + slots);
    return LongStream.rangeClosed(first, Math.min(slot(to), newest))
        .filter(slot -> begunBy(slot) - begunBy(slot - slots) > most)
        .mapToInt(slot -> (int) (begunBy(slot) - begunBy(slot - 1)))
        .sum();
  }

  /** When the first {@code leaving} of those that began since {@code from} had all begun. */
  long begun(long from, int leaving) {
    var early = before(from);
    var wanted = begunBy(Math.min(early, newest)) + leaving;
    var late = newest;
    while (late - early > 1) {
      var middle = (early + late) >>> 1;
      if (begunBy(middle) < wanted) {
        early = middle;
      } else {
        late = middle;
      }
    }
    return (Math.max(early, late) + 1) * SLOT;
  }

  private long begunBy(long slot) {
    return begunBy[index(slot)];
  }

  /** The slot before that of {@code from}, or the oldest there is. */
  private long before(long from) {
    return Math.max(slot(from) - 1, oldest());
  }

  private long oldest() {
    return newest - SLOTS + 1;
  }

  private void advance(long slot) {
    var all = begunBy(newest);
    newest = Math.max(newest, slot - SLOTS);
    while (newest < slot) {
      newest++;
      begunBy[index(newest)] = all;
    }
  }

  private static long slot(long nanos) {
    return Math.floorDiv(nanos, SLOT);
  }

  private static int index(long slot) {
    return Math.floorMod(slot, SLOTS);
  }
}
