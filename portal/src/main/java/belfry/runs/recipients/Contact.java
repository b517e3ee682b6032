package belfry.runs.recipients;

import belfry.platform.ids.SpaceId;
import java.util.Optional;

/**
 * What is known for finding a conversation, besides whose it is.
 *
 * @param email the person's address; empty while unknown
 * @param room its room, as reported earlier; empty while unknown
 */
public record Contact(String email, Optional<SpaceId> room) {
  public static final Contact UNKNOWN = new Contact("", Optional.empty());
}
