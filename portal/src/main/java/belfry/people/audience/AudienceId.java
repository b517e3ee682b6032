package belfry.people.audience;

import belfry.base.Id;
import java.util.Optional;

/** Identifies a saved audience; 13 characters in the API. */
public record AudienceId(long value) {
  static AudienceId next() {
    return new AudienceId(Id.next().value());
  }

  public static Optional<AudienceId> parse(String text) {
    return Id.parse(text).map(id -> new AudienceId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
