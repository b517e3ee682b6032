package belfry.messages;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

/**
 * One recipient's values for the placeholders of a text.
 *
 * @param byKey values by {@link PersonalText#key}; none is blank
 */
public record PersonalValues(@JsonValue Map<String, String> byKey) {
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public PersonalValues {
    byKey = Map.copyOf(byKey);
  }
}
