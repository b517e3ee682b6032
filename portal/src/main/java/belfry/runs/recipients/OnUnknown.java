package belfry.runs.recipients;

/** What to do about a space if it is unknown whether the message arrived. */
public enum OnUnknown {
  HOLD,
  RESEND
}
