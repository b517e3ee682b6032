package belfry.delivery;

import java.util.Arrays;

/**
 * How many requests began when, over the last minute, in slots of ten milliseconds: memory does not
 * grow with the rate. All times are nanoseconds of one monotonic clock.
 */
final class SendLog {
  static final int SECONDS = 60;

  private static final long SLOT = 10_000_000;
  private static final int SLOTS = (SECONDS + 2) * 100;

  private final int[] slots = new int[SLOTS];
  private long newest;

  SendLog(long now) {
    newest = slot(now);
  }

  void add(long began, int count) {
    advance(slot(began));
    slots[index(slot(began))] += count;
  }

  /** This one was refused, so it does not count. */
  void remove(long began) {
    if (newest - slot(began) < SLOTS && slots[index(slot(began))] > 0) {
      slots[index(slot(began))]--;
    }
  }

  /** How many began from {@code from} to {@code to}. */
  int count(long from, long to) {
    var count = 0;
    for (var slot = oldest(from); slot <= Math.min(slot(to), newest); slot++) {
      count += slots[index(slot)];
    }
    return count;
  }

  /** When the first {@code leaving} of those that began since {@code from} had all begun. */
  long begun(long from, int leaving) {
    var count = 0;
    var slot = oldest(from);
    while (slot < newest) {
      count += slots[index(slot)];
      if (count >= leaving) {
        break;
      }
      slot++;
    }
    return (slot + 1) * SLOT;
  }

  private long oldest(long from) {
    return Math.max(slot(from), newest - SLOTS + 1);
  }

  private void advance(long slot) {
    if (slot - newest >= SLOTS) {
      Arrays.fill(slots, 0);
      newest = slot;
    }
    while (newest < slot) {
      newest++;
      slots[index(newest)] = 0;
    }
  }

  private static long slot(long nanos) {
    return Math.floorDiv(nanos, SLOT);
  }

  private static int index(long slot) {
    return Math.floorMod(slot, SLOTS);
  }
}
