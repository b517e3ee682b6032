package belfry.runs.ids;

import belfry.base.Id;
import java.util.Optional;

/** Identifies a job; 13 characters in the API. */
public record JobId(long value) {
  public static JobId next() {
    return new JobId(Id.next().value());
  }

  public static Optional<JobId> parse(String text) {
    return Id.parse(text).map(id -> new JobId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
