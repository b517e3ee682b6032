package belfry.runs;

/**
 * What is known of how to find a conversation, besides whose it is.
 *
 * @param email the person's address; empty while it is not known
 * @param room the room it is in, as it was told earlier; empty while it was not
 */
public record Contact(String email, String room) {
  public static final Contact UNKNOWN = new Contact("", "");
}
