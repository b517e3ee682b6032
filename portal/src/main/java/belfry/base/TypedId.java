package belfry.base;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A name or id that is text and has a type of its own, so that none is taken for another. SQL and
 * JSON contain only its text.
 */
public interface TypedId {
  @JsonValue
  String value();
}
