package belfry.simulator.messages;

import belfry.simulator.directory.Principal;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which messages of a room one asks for: newest first, at most {@code max}. */
public record History(
    OptionalLong before,
    OptionalInt beforeNumber,
    OptionalInt parent,
    @Nullable Principal mentioned,
    int max) {
  public static History newest(int max) {
    return new History(OptionalLong.empty(), OptionalInt.empty(), OptionalInt.empty(), null, max);
  }
}
