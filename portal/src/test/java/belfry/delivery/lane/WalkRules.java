package belfry.delivery.lane;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the walk takes from the protocol around the table, each a rule that a mutant leaves out.
 *
 * @param intentFirst the intent is committed before the first byte leaves
 * @param checkpointAtFetch a recipient counts as handed out before its intent is committed
 * @param onePerPerson a person to whom something is in flight is not claimed again
 * @param between what the second run to a person may do while something of the first is in doubt
 * @param careful whether what is listed is not taken for ours while it may be another run's, of
 *     which nothing is on record yet
 * @param serverError what any 5xx means
 * @param timeout what a time-out or a reset means
 * @param deadline ticks after the intent in which the body may be released
 * @param quiet ticks after which a message that is not listed will not come any more
 * @param strange what an answer to a send means that is nothing of the platform's
 * @param worn after how many such answers in a row a message is not sent again; 0 for never
 * @param walled whether such answers are all that ever comes, and nothing is stored, while looks
 *     are answered and spaces are busy
 * @param taken what is taken for an empty listing besides one
 */
record WalkRules(
    boolean intentFirst,
    boolean checkpointAtFetch,
    boolean onePerPerson,
    Between between,
    boolean careful,
    Outcome serverError,
    Outcome timeout,
    int deadline,
    int quiet,
    Outcome strange,
    int worn,
    boolean walled,
    Set<ForNone> taken) {
  /** How two runs to one person stand to each other. */
  enum Between {
    /** They say the same, so that the second waits. */
    ONE_AFTER_THE_OTHER,
    /** Neither could be shown for the other, so that neither waits. */
    TOLD_APART,
    /** They say the same, and the second does not wait. */
    THE_SECOND_IS_URGENT;

    boolean tellsApart() {
      return this == TOLD_APART;
    }

    /** Whether this run waits while another is in doubt. */
    boolean waits(int run) {
      return this == ONE_AFTER_THE_OTHER || (this == THE_SECOND_IS_URGENT && run == 0);
    }
  }

  /** What may be mistaken for "there is none". */
  enum ForNone {
    /** An answer that could not be understood. */
    UNREADABLE("somebody else answers the look"),
    /** A message that may be ours. */
    UNCLEAR("what is listed may be ours"),
    /** A message that may be ours was shown, and is not shown any more. */
    WITHDRAWN("what may be ours is not listed any more"),
    /** A listing that does not show what is certainly there either. */
    BLIND("the listing shows nothing at all"),
    /** A listing that is not all there is: it was asked for in one way only. */
    PARTIAL("in one way nothing is listed"),
    /** A listing in which ours is in other words than it was given, as it was when accepted. */
    OTHER_WORDS("ours is listed in other words"),
    /** A listing in which ours is dated before it seems to have been sent. */
    DATED_EARLIER("ours is listed, dated earlier"),
    /** The conversations of another bot than the one that sent it. */
    ANOTHER_BOT("another bot's conversation is listed"),
    /** A space that shows nothing of what is certainly in another since. */
    SILENT_SPACE("no space shows what happens in it");

    private final String said;

    ForNone(String said) {
      this.said = said;
    }

    /** As the walk tells it. */
    String said() {
      return said;
    }

    /** Whether it is said of a space, or of a conversation. */
    boolean concerns(Target.Kind kind) {
      return kind == Target.Kind.SPACE
          ? this == UNREADABLE || this == SILENT_SPACE
          : this != SILENT_SPACE;
    }
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
          Between.ONE_AFTER_THE_OTHER,
          true,
          new Outcome.Unknown("status 502"),
          new Outcome.Unknown("time-out"),
          DEADLINE,
          DEADLINE + TRANSIT + LAG,
          new Outcome.Unreadable("a page of somebody else's"),
          2,
          false,
          Set.of());

  private static final Outcome NOT_SENT = new Outcome.NotSent("taken for not sent");

  private static final Outcome REFUSED = new Outcome.Refused(403, "taken for refused");
  private static final Outcome ACCEPTED = new Outcome.Accepted("m", SpaceId.parse("r"), "");

  /** Rules to be changed one at a time. */
  private static final class Change {
    private boolean intentFirst = true;
    private boolean checkpointAtFetch;
    private boolean onePerPerson = true;
    private Between between = REAL.between;
    private boolean careful = true;
    private Outcome serverError = REAL.serverError;
    private Outcome timeout = REAL.timeout;
    private int deadline = REAL.deadline;
    private int quiet = REAL.quiet;
    private Outcome strange = REAL.strange;
    private int worn = REAL.worn;
    private boolean walled;
    private Set<ForNone> taken = Set.of();
  }

  private static WalkRules with(Consumer<Change> what) {
    var rules = new Change();
    what.accept(rules);
    return new WalkRules(
        rules.intentFirst,
        rules.checkpointAtFetch,
        rules.onePerPerson,
        rules.between,
        rules.careful,
        rules.serverError,
        rules.timeout,
        rules.deadline,
        rules.quiet,
        rules.strange,
        rules.worn,
        rules.walled,
        rules.taken);
  }

  static WalkRules withoutIntent() {
    return with(rules -> rules.intentFirst = false);
  }

  static WalkRules withCheckpointAtFetch() {
    return with(rules -> rules.checkpointAtFetch = true);
  }

  static WalkRules withTwoToOnePerson() {
    return with(rules -> {
      rules.onePerPerson = false;
      rules.between = Between.THE_SECOND_IS_URGENT;
      rules.careful = false;
    });
  }

  static WalkRules between(Between runs) {
    return with(rules -> rules.between = runs);
  }

  static WalkRules takingOneOfTwoForOurs() {
    return with(rules -> {
      rules.between = Between.THE_SECOND_IS_URGENT;
      rules.careful = false;
    });
  }

  static WalkRules resendingAfterServerErrors() {
    return with(rules -> rules.serverError = NOT_SENT);
  }

  static WalkRules resendingAfterTimeouts() {
    return with(rules -> rules.timeout = NOT_SENT);
  }

  static WalkRules resendingAfterStrangeAnswers() {
    return with(rules -> rules.strange = NOT_SENT);
  }

  static WalkRules failingAfterStrangeAnswers() {
    return with(rules -> rules.strange = REFUSED);
  }

  static WalkRules takingStrangeAnswersForSuccess() {
    return with(rules -> rules.strange = ACCEPTED);
  }

  /** Nothing ever gets through. */
  static WalkRules behindAWall() {
    return with(rules -> rules.walled = true);
  }

  static WalkRules behindAWallAndNeverWorn() {
    return with(rules -> {
      rules.walled = true;
      rules.worn = 0;
    });
  }

  static WalkRules withDeadline(int ticks) {
    return with(rules -> rules.deadline = ticks);
  }

  static WalkRules withQuiet(int ticks) {
    return with(rules -> rules.quiet = ticks);
  }

  static WalkRules takingForNone(ForNone what) {
    return with(rules -> rules.taken = Set.of(what));
  }
}
