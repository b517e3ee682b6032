package belfry.client;

/** How {@code belfry send} ends, as scripts tell it by its exit code. */
public enum End {
  /** All have it, or the portal has taken it on. */
  WELL(0),
  /** It went out, and some have not got it, or have it no more. */
  INCOMPLETE(1),
  /** It was not understood what is to be sent, or to whom. */
  MISTAKE(2),
  /** Somebody has to decide on the portal. */
  DECISION(3),
  /** The portal refused it, and nothing was sent. */
  REFUSED(4),
  /** The portal did not answer, or says no more how far it is; it may have taken it on. */
  NO_ANSWER(5),
  /** Nothing was sent, because something has to be agreed to first. */
  QUESTION(6),
  /** It was still being sent when the time to wait was over. */
  UNFINISHED(7),
  /** As {@link #WELL}, but nobody could be told on standard output. */
  UNTOLD(8),
  /** The command was ended from outside, as with Ctrl-C. */
  INTERRUPTED(130);

  private final int code;

  End(int code) {
    this.code = code;
  }

  /** The program's exit code. */
  public int code() {
    return code;
  }

  /** As it is called in JSON. */
  public String word() {
    return switch (this) {
      case WELL -> "well";
      case INCOMPLETE -> "incomplete";
      case MISTAKE -> "mistake";
      case DECISION -> "decision";
      case REFUSED -> "refused";
      case NO_ANSWER -> "noAnswer";
      case QUESTION -> "question";
      case UNFINISHED -> "unfinished";
      case UNTOLD -> "untold";
      case INTERRUPTED -> "interrupted";
    };
  }
}
