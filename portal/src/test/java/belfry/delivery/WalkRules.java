package belfry.delivery;

import belfry.platform.Outcome;

/**
 * What the walk takes from the protocol around the table, each a rule that a mutant leaves out.
 *
 * @param intentFirst the intent is committed before the first byte leaves
 * @param checkpointAtFetch a recipient counts as handed out before its intent is committed
 * @param onePerPerson a person with something unsettled is not claimed again
 * @param serverError what any 5xx means
 * @param timeout what a time-out or a reset means
 * @param deadline ticks after the intent in which the body may be released
 * @param quiet ticks after which a message that is not listed will not come any more
 */
record WalkRules(
    boolean intentFirst,
    boolean checkpointAtFetch,
    boolean onePerPerson,
    Outcome serverError,
    Outcome timeout,
    int deadline,
    int quiet) {
  /** Ticks between the release of a body and the last moment it can arrive. */
  static final int TRANSIT = 1;

  /** Ticks between a message's arrival and the moment it is surely listed. */
  static final int LAG = 1;

  static final int DEADLINE = 1;
  static final int NONE = 99;

  /** The quiet time covers the deadline, the transit and the lag, one after the other. */
  static final WalkRules REAL =
      new WalkRules(
          true,
          false,
          true,
          new Outcome.Unknown("status 502"),
          new Outcome.Unknown("time-out"),
          DEADLINE,
          DEADLINE + TRANSIT + LAG);

  private static final Outcome NOT_SENT = new Outcome.NotSent("taken for not sent");

  WalkRules withoutIntent() {
    return new WalkRules(
        false, checkpointAtFetch, onePerPerson, serverError, timeout, deadline, quiet);
  }

  WalkRules withCheckpointAtFetch() {
    return new WalkRules(intentFirst, true, onePerPerson, serverError, timeout, deadline, quiet);
  }

  WalkRules withTwoToOnePerson() {
    return new WalkRules(
        intentFirst, checkpointAtFetch, false, serverError, timeout, deadline, quiet);
  }

  WalkRules resendingAfterServerErrors() {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, NOT_SENT, timeout, deadline, quiet);
  }

  WalkRules resendingAfterTimeouts() {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, serverError, NOT_SENT, deadline, quiet);
  }

  WalkRules withDeadline(int ticks) {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, serverError, timeout, ticks, quiet);
  }

  WalkRules withQuiet(int ticks) {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, serverError, timeout, deadline, ticks);
  }
}
