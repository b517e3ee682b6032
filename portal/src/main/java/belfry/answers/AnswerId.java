package belfry.answers;

import belfry.base.Id;
import java.util.Optional;

/** Identifies an answer. */
public record AnswerId(long value) {
  static AnswerId next() {
    return new AnswerId(Id.next().value());
  }

  public static Optional<AnswerId> parse(String text) {
    return Id.parse(text).map(id -> new AnswerId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
