package belfry.platform.ids;

import belfry.base.TypedId;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Optional;

/**
 * The id of a person or bot, in the form in which it was received. Another id may be of the same
 * person; {@link PlatformId} compares what they mean. Of somebody outside the organization there
 * may be only an address, which stands in its place until the platform names them.
 */
public record PersonId(String value) implements TypedId {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public PersonId {}

  private static final String ADDRESS = "mailto:";

  /** Somebody of whom only the address is known. */
  public static PersonId at(String email) {
    return new PersonId(ADDRESS + email);
  }

  /** The address that stands in place of an id; empty if it is an id. */
  public Optional<String> address() {
    return value.startsWith(ADDRESS)
        ? Optional.of(value.substring(ADDRESS.length()))
        : Optional.empty();
  }

  /** Whether both certainly mean one person. */
  public boolean isSame(PersonId other) {
    return PlatformId.compare(this, other) == Likeness.SAME;
  }

  /** Empty if the text is, which means that nobody was named. */
  public static Optional<PersonId> parse(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new PersonId(text));
  }

  @Override
  public String toString() {
    return value;
  }
}
