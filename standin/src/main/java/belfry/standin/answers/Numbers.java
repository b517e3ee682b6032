package belfry.standin.answers;

import belfry.standin.wire.Fields;

/** Whole numbers in queries. */
public final class Numbers {
  private Numbers() {}

  /** The number, or the usual one where none is given; a smaller one is refused. */
  public static int atLeast(int least, Fields query, String name, int usual) {
    return within(least, Integer.MAX_VALUE, query, name, usual);
  }

  /** Likewise, and a larger one is refused too. */
  public static int within(int least, int most, Fields query, String name, int usual) {
    var written = query.value(name);
    if (written.isEmpty()) {
      return usual;
    }
    try {
      var number = Integer.parseInt(written.get());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Refused like a number out of bounds.
    }
    throw Problem.of(400, name + " is not a number in the range that is allowed.");
  }
}
