package belfry.access;

import belfry.base.Id;
import java.util.Optional;

/** Identifies an API token; it is part of the token and no secret. */
public record TokenId(long value) {
  static TokenId next() {
    return new TokenId(Id.next().value());
  }

  public static Optional<TokenId> parse(String text) {
    return Id.parse(text).map(id -> new TokenId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
