package belfry.platform;

/** What the token endpoint answered. */
public sealed interface Grant {
  record Granted(Tokens tokens) implements Grant {}

  /**
   * A non-success status.
   *
   * @param reasonPhrase the status text as it came over the wire; empty when there was none
   */
  record Declined(int status, String reasonPhrase) implements Grant {}

  /** No answer, or a success that carries no token. */
  record Failed(String why) implements Grant {}
}
