package belfry.simulator.messages;

/** A growing list of longs: two columns of ints. */
final class LongColumn {
  private final IntColumn high = new IntColumn();
  private final IntColumn low = new IntColumn();

  int size() {
    return low.size();
  }

  long get(int place) {
    return (long) high.get(place) << 32 | (low.get(place) & 0xFFFFFFFFL);
  }

  void add(long value) {
    high.add((int) (value >> 32));
    low.add((int) value);
  }
}
