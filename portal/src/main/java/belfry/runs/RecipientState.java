package belfry.runs;

import java.util.Locale;

/** Where one recipient of a run stands. */
public enum RecipientState {
  /** Not begun. */
  PENDING,
  /** To be sent again; the platform provably holds nothing. */
  RETRY,
  /** An intent is committed; the message may be on its way. */
  SENDING,
  /** The message may or may not have arrived; the platform's record is being asked. */
  UNKNOWN,
  /** Nobody but a person can tell. */
  HELD,
  /** The platform holds the message. */
  SENT,
  /** The platform refused it for good. */
  FAILED,
  /** Never sent: cancelled before, or nobody stands behind the address. */
  SKIPPED;

  private static final RecipientState[] ALL = values();

  /** As the database and the API write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether something is still to happen without anybody's help. */
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
