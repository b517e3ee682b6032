package belfry.platform;

import belfry.base.TypedId;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Optional;

/**
 * The id of a person or bot, in the form in which it was received. Another id may be of the same
 * person; {@link PlatformId} compares what they mean.
 */
public record PersonId(String value) implements TypedId {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public PersonId {}

  /** Empty if the text is, which means that nobody was named. */
  public static Optional<PersonId> parse(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new PersonId(text));
  }

  @Override
  public String toString() {
    return value;
  }
}
