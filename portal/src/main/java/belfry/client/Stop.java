package belfry.client;

import belfry.base.Clause;

/** Ends the command: what is wrong, with the option and what to do about it. */
public final class Stop extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final End end;

  Stop(End end, String words) {
    super(words);
    this.end = end;
  }

  /** How the program ends. */
  public End end() {
    return end;
  }

  /** What to tell people. */
  public String words() {
    return String.valueOf(getMessage());
  }

  /** A fault of this program, in the middle of it. */
  public static Stop fault(RuntimeException fault, String soFar) {
    return new Stop(
        End.NO_ANSWER,
        "This is a fault of belfry: %s. %s".formatted(Clause.of(fault.toString()), soFar));
  }

  /** Something wrong with an option. */
  public static Stop mistake(String option, String words) {
    return new Stop(End.MISTAKE, option + ": " + words);
  }
}
