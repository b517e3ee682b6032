package belfry.runs.recipients;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The number of recipients in each state; also a change of these numbers, which may be negative.
 */
public record Tally(
    long pending,
    long retry,
    long sending,
    long unknown,
    long held,
    long sent,
    long failed,
    long skipped) {
  public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0);

  public long of(RecipientState state) {
    return switch (state) {
      case PENDING -> pending;
      case RETRY -> retry;
      case SENDING -> sending;
      case UNKNOWN -> unknown;
      case HELD -> held;
      case SENT -> sent;
      case FAILED -> failed;
      case SKIPPED -> skipped;
    };
  }

  public long total() {
    return Arrays.stream(RecipientState.values()).mapToLong(this::of).sum();
  }

  /** How many will still be settled without a person's help. */
  public long open() {
    return pending + retry + sending + unknown;
  }

  /** How many have still to be sent to, or are being; who is in doubt is only checked. */
  public long toSend() {
    return pending + retry + sending;
  }

  public static Tally of(Map<RecipientState, Long> counts) {
    return new Tally(
        counts.getOrDefault(RecipientState.PENDING, 0L),
        counts.getOrDefault(RecipientState.RETRY, 0L),
        counts.getOrDefault(RecipientState.SENDING, 0L),
        counts.getOrDefault(RecipientState.UNKNOWN, 0L),
        counts.getOrDefault(RecipientState.HELD, 0L),
        counts.getOrDefault(RecipientState.SENT, 0L),
        counts.getOrDefault(RecipientState.FAILED, 0L),
        counts.getOrDefault(RecipientState.SKIPPED, 0L));
  }

  /** Collects moves from one state to another, so that the sum never changes. */
  public static final class Moves {
    private final EnumMap<RecipientState, Long> change = new EnumMap<>(RecipientState.class);

    public void move(RecipientState from, RecipientState to, long count) {
      change.merge(from, -count, Long::sum);
      change.merge(to, count, Long::sum);
    }

    public Tally tally() {
      return of(change);
    }
  }
}
