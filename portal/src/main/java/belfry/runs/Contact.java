package belfry.runs;

/**
 * What is known for finding a conversation, besides whose it is.
 *
 * @param email the person's address; empty while unknown
 * @param room its room, as reported earlier; empty while unknown
 */
public record Contact(String email, String room) {
  public static final Contact UNKNOWN = new Contact("", "");
}
