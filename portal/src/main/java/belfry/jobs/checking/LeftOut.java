package belfry.jobs.checking;

import belfry.base.Hash;
import belfry.base.Phrase;
import belfry.people.audience.Target;

/** Somebody who was chosen and does not get a message, or of whom that is not known. */
public record LeftOut(Reason reason, Target target) {
  static final Phrase EXCLUDED =
      Phrase.of("leftOut.excluded", "The author leaves this person out.");
  static final Phrase TWICE =
      Phrase.of("leftOut.twice", "Chosen in several ways; gets it only once.");
  static final Phrase DISPUTED =
      Phrase.of("leftOut.disputed", "For {{names}}, the first list that has a value counts.");
  static final Phrase NOT_YET_KNOWN =
      Phrase.of(
          "leftOut.notYetKnown",
          "Webex has not been asked for a name or address yet. Belfry asks before it sends.");
  static final Phrase UNCHECKED =
      Phrase.of(
          "leftOut.unchecked",
          "This address has not been looked up yet. Belfry looks it up before it sends.");

  /** What keeps them from getting it. */
  public enum Kind {
    NO_VALUE,
    TOO_LONG,
    /** With their values, a button or picture has no address. */
    NO_LINK,
    NO_ACCOUNT,
    UNREACHABLE,
    EXCLUDED,
    /** They get it, and were chosen in several ways. */
    TWICE,
    /** They get it, and lists have different values for them. */
    DISPUTED,
    /** They may get it: a value is not known yet. */
    NOT_YET_KNOWN,
    /** They may get it: it is not known yet whether there is such an account. */
    UNCHECKED;

    /** Whether the message cannot be written with their values. */
    boolean isOfValues() {
      return switch (this) {
        case NO_VALUE, TOO_LONG, NO_LINK -> true;
        case NO_ACCOUNT, UNREACHABLE, EXCLUDED, TWICE, DISPUTED, NOT_YET_KNOWN, UNCHECKED -> false;
      };
    }
  }

  /** What keeps them from getting it, as a sentence. */
  public record Reason(Kind kind, Phrase why) {
    /** A short name for all to whom it applies. */
    public String group() {
      return kind.name() + '-' + Hash.sha256(why.english()).substring(0, 12);
    }
  }

  /** Whether they may get it after all. */
  public boolean isOpen() {
    return reason.kind == Kind.NOT_YET_KNOWN || reason.kind == Kind.UNCHECKED;
  }
}
