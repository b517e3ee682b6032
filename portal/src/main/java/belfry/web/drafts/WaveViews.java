package belfry.web.drafts;

import belfry.base.EnumWord;
import belfry.runs.FirstWave;
import belfry.runs.Wave;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** First waves as JSON. */
public final class WaveViews {
  private WaveViews() {}

  /**
   * The first wave of a run.
   *
   * @param state underway, through or stopped
   * @param goesOnAt when the rest follows by itself
   * @param quietUntil when it does, if quiet hours hold it then
   */
  public record Underway(
      String state, long size, Optional<Instant> goesOnAt, Optional<Instant> quietUntil) {
    /** The same with the end of the quiet hours in which a moment falls. */
    public static Underway of(Wave wave, Function<Instant, Optional<Instant>> quiet) {
      return new Underway(
          EnumWord.of(wave.state()), wave.size(), wave.goesOn(), wave.goesOn().flatMap(quiet));
    }
  }

  /** The first wave that the author chose; one of the first three is present. */
  public record Begins(
      Optional<Long> people,
      Optional<Integer> percent,
      Optional<String> group,
      int stopAbove,
      Optional<Integer> goesOnAfterMinutes) {
    public static Begins of(FirstWave first) {
      var minutes = Optional.of(first.waitMinutes()).filter(wait -> wait > 0);
      return switch (first.size()) {
        case FirstWave.People(var people) ->
            new Begins(
                Optional.of(people),
                Optional.empty(),
                Optional.empty(),
                first.stopAbove(),
                minutes);
        case FirstWave.Percent(var percent) ->
            new Begins(
                Optional.empty(),
                Optional.of(percent),
                Optional.empty(),
                first.stopAbove(),
                minutes);
        case FirstWave.Members(var group) ->
            new Begins(
                Optional.empty(), Optional.empty(), Optional.of(group), first.stopAbove(), minutes);
      };
    }
  }
}
