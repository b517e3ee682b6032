package belfry.platform;

/** The token endpoint's answer. */
public sealed interface Grant {
  record Granted(Tokens tokens) implements Grant {}

  /**
   * A non-success status.
   *
   * @param reasonPhrase the status text as received; empty if there was none
   */
  record Declined(int status, String reasonPhrase) implements Grant {}

  /** No answer, or a success without a token. */
  record Failed(String why) implements Grant {}
}
