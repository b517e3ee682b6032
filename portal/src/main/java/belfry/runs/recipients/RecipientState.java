package belfry.runs.recipients;

import belfry.base.EnumWord;

/** The state of a recipient of a run. */
public enum RecipientState {
  /** Not begun. */
  PENDING,
  /** To be sent again; the platform provably holds nothing. */
  RETRY,
  /** An intent is committed; the message may be on its way. */
  SENDING,
  /** The message may or may not have arrived; the platform's record is being checked. */
  UNKNOWN,
  /** Only a person can tell whether it arrived. */
  HELD,
  /** The platform holds the message. */
  SENT,
  /** The platform refused it for good. */
  FAILED,
  /** Never sent: cancelled before, or the address was not found. */
  SKIPPED;

  private static final RecipientState[] ALL = values();

  /** The state's name in the database and the API. */
  public String word() {
    return EnumWord.of(this);
  }

  /** Whether something is still going to happen without a person's help. */
  public boolean isOpen() {
    return switch (this) {
      case PENDING, RETRY, SENDING, UNKNOWN -> true;
      case HELD, SENT, FAILED, SKIPPED -> false;
    };
  }

  /** Reads what {@link #word} wrote. */
  public static RecipientState read(String word) {
    for (var state : ALL) {
      if (state.word().equals(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException("unknown recipient state " + word);
  }
}
