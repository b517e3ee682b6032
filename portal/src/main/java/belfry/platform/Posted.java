package belfry.platform;

import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message as listed by the platform; empty parts could not be read.
 *
 * @param to whom it was written to, if the platform says so
 * @param created its date on the platform's clock
 */
public record Posted(
    String id,
    Optional<SpaceId> roomId,
    PersonRef author,
    PersonRef to,
    ShownContent content,
    Optional<Instant> created) {

  /** The same, written to this person. */
  public Posted to(PersonRef person) {
    return new Posted(id, roomId, author, person, content, created);
  }

  /** Without an addressee. */
  public Posted(
      String id,
      Optional<SpaceId> roomId,
      PersonRef author,
      ShownContent content,
      Optional<Instant> created) {
    this(id, roomId, author, PersonRef.UNKNOWN, content, created);
  }
}
