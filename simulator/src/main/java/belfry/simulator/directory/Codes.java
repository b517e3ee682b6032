package belfry.simulator.directory;

/** The bits of a {@link Principal}'s number: 28 for the index, 2 for the kind. */
final class Codes {
  static final int KIND = 3 << 28;
  static final int BOT = 1 << 28;
  static final int GROUP = 2 << 28;
  static final int MACHINE = KIND;

  private Codes() {}
}
