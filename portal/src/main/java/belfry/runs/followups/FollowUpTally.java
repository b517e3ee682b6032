package belfry.runs.followups;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The number of messages of a follow-up in each state; also a change of these numbers, which may be
 * negative.
 */
public record FollowUpTally(
    long planned,
    long retry,
    long doing,
    long unknown,
    long done,
    long refused,
    long unclear,
    long skipped) {
  public static final FollowUpTally NONE = of(Map.of());

  public long of(FollowUpState state) {
    return switch (state) {
      case PLANNED -> planned;
      case RETRY -> retry;
      case DOING -> doing;
      case UNKNOWN -> unknown;
      case DONE -> done;
      case REFUSED -> refused;
      case UNCLEAR -> unclear;
      case SKIPPED -> skipped;
    };
  }

  public long total() {
    return Arrays.stream(FollowUpState.values()).mapToLong(this::of).sum();
  }

  /** Whether no message has left a state more often than come into it. */
  public boolean isSound() {
    return Arrays.stream(FollowUpState.values()).noneMatch(state -> of(state) < 0);
  }

  /** How many something will still happen to. */
  public long open() {
    return planned + retry + doing + unknown;
  }

  static FollowUpTally of(Map<FollowUpState, Long> counts) {
    return new FollowUpTally(
        counts.getOrDefault(FollowUpState.PLANNED, 0L),
        counts.getOrDefault(FollowUpState.RETRY, 0L),
        counts.getOrDefault(FollowUpState.DOING, 0L),
        counts.getOrDefault(FollowUpState.UNKNOWN, 0L),
        counts.getOrDefault(FollowUpState.DONE, 0L),
        counts.getOrDefault(FollowUpState.REFUSED, 0L),
        counts.getOrDefault(FollowUpState.UNCLEAR, 0L),
        counts.getOrDefault(FollowUpState.SKIPPED, 0L));
  }

  static FollowUpTally read(ResultSet row) throws SQLException {
    return new FollowUpTally(
        row.getLong("planned"),
        row.getLong("retry"),
        row.getLong("doing"),
        row.getLong("unknown"),
        row.getLong("done"),
        row.getLong("refused"),
        row.getLong("unclear"),
        row.getLong("skipped"));
  }

  /** Collects moves from one state to another, so that the sum never changes. */
  static final class Moves {
    private final EnumMap<FollowUpState, Long> change = new EnumMap<>(FollowUpState.class);

    void move(FollowUpState from, FollowUpState to, long count) {
      change.merge(from, -count, Long::sum);
      change.merge(to, count, Long::sum);
    }

    FollowUpTally tally() {
      return of(change);
    }
  }
}
