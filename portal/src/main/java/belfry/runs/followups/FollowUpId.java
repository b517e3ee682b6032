package belfry.runs.followups;

import belfry.base.Id;
import java.util.Optional;

/** Identifies a follow-up. */
public record FollowUpId(long value) {
  public static FollowUpId next() {
    return new FollowUpId(Id.next().value());
  }

  public static Optional<FollowUpId> parse(String text) {
    return Id.parse(text).map(id -> new FollowUpId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
