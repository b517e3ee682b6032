package belfry.simulator.messages;

import belfry.simulator.base.Mix;
import java.util.Arrays;

/** From longs to ints without objects: open addressing, a power of two of slots, no removal. */
final class LongIntTable {
  /** What {@link #get} answers for a key that is not there. */
  static final int ABSENT = -1;

  private static final long FREE = Long.MIN_VALUE;

  private long[] keys = freeSlots(1 << 10);
  private int[] values = new int[1 << 10];
  private int size;

  int size() {
    return size;
  }

  int get(long key) {
    var slot = slot(keys, key);
    return keys[slot] == key ? values[slot] : ABSENT;
  }

  void put(long key, int value) {
    var slot = slot(keys, key);
    if (keys[slot] == FREE) {
      if (++size > keys.length * 3 / 4) {
        grow();
        slot = slot(keys, key);
      }
      keys[slot] = key;
    }
    values[slot] = value;
  }

  private void grow() {
    var moreKeys = freeSlots(keys.length * 2);
    var moreValues = new int[moreKeys.length];
    for (var old = 0; old < keys.length; old++) {
      if (keys[old] != FREE) {
        var slot = slot(moreKeys, keys[old]);
        moreKeys[slot] = keys[old];
        moreValues[slot] = values[old];
      }
    }
    keys = moreKeys;
    values = moreValues;
  }

  private static int slot(long[] keys, long key) {
    var slot = (int) Mix.of(key) & keys.length - 1;
    while (keys[slot] != FREE && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  private static long[] freeSlots(int number) {
    var slots = new long[number];
    Arrays.fill(slots, FREE);
    return slots;
  }
}
