package belfry.hooks;

import belfry.base.Id;
import java.util.Optional;

/** Identifies a program that is told what happens. */
public record HookId(long value) {
  static HookId next() {
    return new HookId(Id.next().value());
  }

  public static Optional<HookId> parse(String text) {
    return Id.parse(text).map(id -> new HookId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
