package belfry.bench.siege;

/** Loopback addresses that stand for places far apart. */
final class Addresses {
  static final String HONEST = "127.0.0.7";

  /** Many sockets come from here alone. */
  static final String ONE = "127.0.0.2";

  private static final int SHARED = 10;
  private static final int FEW = 250;

  private Addresses() {}

  /** Of some, each one's own. */
  static String own(int number) {
    return "127.3.0." + (1 + number % FEW);
  }

  /** Of many: every other has an address of its own, the rest share ten. */
  static String ofMany(int number) {
    var half = number / 2;
    return number % 2 == 0
        ? "127.1.0." + (1 + half % SHARED)
        : "127.2.%d.%d".formatted(half / 250, 1 + half % 250);
  }
}
