package belfry.client;

import belfry.base.Clause;

/** The portal gave no answer that could be understood, however often it was asked. */
final class NoAnswer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayHaveTaken;

  /**
   * @param mayHaveTaken whether a request that changes something may have taken effect
   */
  NoAnswer(String why, boolean mayHaveTaken) {
    super(Clause.of(why));
    this.mayHaveTaken = mayHaveTaken;
  }

  String why() {
    return String.valueOf(getMessage());
  }

  boolean mayHaveTaken() {
    return mayHaveTaken;
  }
}
