package belfry.runs.followups;

import belfry.base.EnumWord;

/** The state of one message of a follow-up. */
public enum FollowUpState {
  /** Not begun. */
  PLANNED,
  /** To be tried again. */
  RETRY,
  /** An intent is committed; the request may be on its way. */
  DOING,
  /** The request may or may not have taken effect; the message is being looked at. */
  UNKNOWN,
  /** The platform shows what was wanted: the message is gone, or has the new text. */
  DONE,
  /** The platform shows the message as it was, and will not change it. */
  REFUSED,
  /** Nobody can tell without looking into the conversation. */
  UNCLEAR,
  /** Never begun, because the follow-up was stopped. */
  SKIPPED;

  private static final FollowUpState[] ALL = values();

  /** The state's name in the database and the API. */
  public String word() {
    return EnumWord.of(this);
  }

  /** Reads what {@link #word} wrote. */
  public static FollowUpState read(String word) {
    for (var state : ALL) {
      if (state.word().equals(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException("unknown follow-up state " + word);
  }
}
