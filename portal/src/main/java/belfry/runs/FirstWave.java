package belfry.runs;

import belfry.runs.recipients.Tally;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a run begins: some recipients are sent to first, and the rest waits for a decision.
 *
 * @param stopAbove the run stops by itself once more than this percentage of them failed or is held
 * @param waitMinutes after how many minutes the rest follows by itself; 0 if a person has to say so
 */
public record FirstWave(Size size, int stopAbove, int waitMinutes) {
  public static final int USUAL_STOP = 5;
  public static final long MOST_PEOPLE = 1_000_000;
  public static final int LONGEST_WAIT = 7 * 24 * 60;

  /** Who gets it first. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = People.class, name = "people"),
    @JsonSubTypes.Type(value = Percent.class, name = "percent"),
    @JsonSubTypes.Type(value = Members.class, name = "group")
  })
  public sealed interface Size {}

  /** This number of recipients. */
  public record People(long people) implements Size {}

  /** This percentage of the recipients, rounded up. */
  public record Percent(int percent) implements Size {}

  /** The members of this group, which the audience names. */
  public record Members(String group) implements Size {}

  /** How many of these recipients get it first; empty if a group's members do. */
  public Optional<Long> of(long recipients) {
    return switch (size) {
      case People(var people) -> Optional.of(Math.min(people, recipients));
      case Percent(var percent) -> Optional.of(Math.ceilDiv(recipients * percent, 100));
      case Members _ -> Optional.empty();
    };
  }

  /**
   * Why a run in this state must pause now; empty if it continues. A recipient in doubt is not
   * settled, so the wave is not over.
   */
  public Optional<Wave.State> pauses(RunProgress progress) {
    if (progress.gate() != Run.Gate.OPEN || progress.wave().isEmpty()) {
      return Optional.empty();
    }
    var wave = progress.wave().get();
    var tally = progress.tally();
    var waiting = tally.pending() + tally.retry();
    if (waiting > 0 && isTooMany(wave, tally)) {
      return Optional.of(Wave.State.STOPPED);
    }
    var unsettled = tally.open() - tally.pending();
    var isOver = progress.nextSeq() >= wave.end() && unsettled == 0 && tally.pending() > 0;
    return isOver ? Optional.of(Wave.State.THROUGH) : Optional.empty();
  }

  boolean isTooMany(Wave wave, Tally tally) {
    return (tally.failed() + tally.held()) * 100 > stopAbove * wave.size();
  }

  /**
   * The wave of a run that pauses for this reason now. If nobody was sent to, it does not continue
   * by itself.
   */
  public Wave paused(Wave wave, Wave.State why, Instant now) {
    var byItself = why == Wave.State.THROUGH && waitMinutes > 0 && wave.size() > 0;
    return new Wave(
        wave.end(),
        wave.size(),
        why,
        byItself ? Optional.of(now.plus(Duration.ofMinutes(waitMinutes))) : Optional.empty());
  }
}
