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

  public History atMost(int number) {
    return new History(before, beforeNumber, parent, mentioned, number);
  }

  /** Only what was said before this message, if there is one. */
  public History olderThan(OptionalInt number) {
    return new History(before, number, parent, mentioned, max);
  }

  /** Only what was accepted before this moment of the epoch, if there is one. */
  public History before(OptionalLong millis) {
    return new History(millis, beforeNumber, parent, mentioned, max);
  }

  /** Only replies to this message, if there is one. */
  public History inThread(OptionalInt number) {
    return new History(before, beforeNumber, number, mentioned, max);
  }

  /** Only what mentions somebody. */
  public History mentioning(@Nullable Principal whom) {
    return new History(before, beforeNumber, parent, whom, max);
  }
}
