package belfry.simulator.base;

/** Well-spread numbers out of a seed, the same ones every time. */
public final class Mix {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Mix() {}

  /** The finisher of splitmix64: every bit of the result depends on every bit given. */
  public static long of(long value) {
    var mixed = value + GOLDEN;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  public static long of(long seed, long value) {
    return of(of(seed) ^ value);
  }

  public static long of(long seed, long purpose, long value) {
    return of(of(seed, purpose) ^ value);
  }

  /** A number from 0 to {@code bound - 1}, even over all hashes. */
  public static int below(long hash, int bound) {
    return (int) Math.unsignedMultiplyHigh(hash, bound);
  }

  /** A share from 0 (included) to 1 (excluded). */
  public static double share(long hash) {
    return (hash >>> 11) * 0x1.0p-53;
  }
}
