package belfry.delivery;

import belfry.platform.Outcome;
import java.util.Set;

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
 * @param taken what is taken for an empty listing besides one
 */
record WalkRules(
    boolean intentFirst,
    boolean checkpointAtFetch,
    boolean onePerPerson,
    Outcome serverError,
    Outcome timeout,
    int deadline,
    int quiet,
    Set<ForNone> taken) {
  /** What may be mistaken for "there is none". */
  enum ForNone {
    /** An answer that could not be understood. */
    UNREADABLE,
    /** A message that may be ours. */
    UNCLEAR,
    /** A listing that does not show what is certainly there either. */
    BLIND
  }

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
          DEADLINE + TRANSIT + LAG,
          Set.of());

  private static final Outcome NOT_SENT = new Outcome.NotSent("taken for not sent");

  WalkRules withoutIntent() {
    return new WalkRules(
        false, checkpointAtFetch, onePerPerson, serverError, timeout, deadline, quiet, taken);
  }

  WalkRules withCheckpointAtFetch() {
    return new WalkRules(
        intentFirst, true, onePerPerson, serverError, timeout, deadline, quiet, taken);
  }

  WalkRules withTwoToOnePerson() {
    return new WalkRules(
        intentFirst, checkpointAtFetch, false, serverError, timeout, deadline, quiet, taken);
  }

  WalkRules resendingAfterServerErrors() {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, NOT_SENT, timeout, deadline, quiet, taken);
  }

  WalkRules resendingAfterTimeouts() {
    return new WalkRules(
        intentFirst,
        checkpointAtFetch,
        onePerPerson,
        serverError,
        NOT_SENT,
        deadline,
        quiet,
        taken);
  }

  WalkRules withDeadline(int ticks) {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, serverError, timeout, ticks, quiet, taken);
  }

  WalkRules withQuiet(int ticks) {
    return new WalkRules(
        intentFirst, checkpointAtFetch, onePerPerson, serverError, timeout, deadline, ticks, taken);
  }

  WalkRules takingForNone(ForNone what) {
    return new WalkRules(
        intentFirst,
        checkpointAtFetch,
        onePerPerson,
        serverError,
        timeout,
        deadline,
        quiet,
        Set.of(what));
  }
}
