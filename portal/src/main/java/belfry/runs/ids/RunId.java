package belfry.runs.ids;

import belfry.base.Id;
import java.util.Optional;

/** Identifies a run. */
public record RunId(long value) {
  public static RunId next() {
    return new RunId(Id.next().value());
  }

  public static Optional<RunId> parse(String text) {
    return Id.parse(text).map(id -> new RunId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
