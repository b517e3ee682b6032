package belfry.platform.ids;

import belfry.base.TypedId;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Optional;

/**
 * The id of a room, which is a space or the room of a 1:1 conversation, in the form in which it was
 * received. Another id may be of the same room; {@link PlatformId} compares what they mean.
 */
public record SpaceId(String value) implements TypedId {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public SpaceId {}

  /** Empty if the text is, which means that no room was named. */
  public static Optional<SpaceId> parse(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new SpaceId(text));
  }

  @Override
  public String toString() {
    return value;
  }
}
