package belfry.simulator.directory;

/** Who can write, read or be a member of something. */
public sealed interface Principal {
  /** Somebody of the company, by place in the directory. */
  record Person(int index) implements Principal {}

  /** A bot, by place in the settings. */
  record Bot(int index) implements Principal {}

  /** The machine account of the service app that may read and change the directory. */
  record Machine() implements Principal {}

  /** A group inside another group; the platform lists it and does not expand it. */
  record Group(int index) implements Principal {}

  /** The same as one number below 2^30, so that a million messages need no objects. */
  default int code() {
    return switch (this) {
      case Person(var index) -> index;
      case Bot(var index) -> Codes.BOT | index;
      case Group(var index) -> Codes.GROUP | index;
      case Machine _ -> Codes.MACHINE;
    };
  }

  static Principal of(int code) {
    if (code == Codes.MACHINE) {
      return new Machine();
    }
    return switch (code & Codes.KIND) {
      case Codes.BOT -> new Bot(code & ~Codes.KIND);
      case Codes.GROUP -> new Group(code & ~Codes.KIND);
      default -> new Person(code);
    };
  }

  static boolean isBot(int code) {
    return (code & Codes.KIND) == Codes.BOT;
  }
}
