package belfry.people.lists;

import belfry.base.Id;
import java.util.Optional;

/** The id of a list of people from a file; 13 characters in the API. */
public record ListId(long value) {
  static ListId next() {
    return new ListId(Id.next().value());
  }

  public static Optional<ListId> parse(String text) {
    return Id.parse(text).map(id -> new ListId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
