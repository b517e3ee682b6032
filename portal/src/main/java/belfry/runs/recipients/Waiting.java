package belfry.runs.recipients;

import belfry.runs.ids.RunId;
import java.util.List;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * Which of a run's waiting recipients a statement moves: their state, a condition on their numbers,
 * and the lane that sends to them.
 */
public record Waiting(RecipientState state, String numbers, int lane, Bound bound) {
  /** Binds the parameters of the condition. */
  interface Bound {
    void to(SqlStatement<?> sql);
  }

  /** All of a lane that are set to retry. */
  public static Waiting retries(int lane) {
    return new Waiting(RecipientState.RETRY, "1 = 1", lane, _ -> {});
  }

  /** Those with these numbers that are set to retry. */
  public static Waiting retries(int lane, List<Long> numbers) {
    return numbers.isEmpty()
        ? new Waiting(RecipientState.RETRY, "1 = 0", lane, _ -> {})
        : new Waiting(
            RecipientState.RETRY, "seq IN (<seqs>)", lane, sql -> sql.bindList("seqs", numbers));
  }

  /**
   * Those that were never tried. A range, not a LIMIT: PostgreSQL plans it well right after the
   * bulk insert too.
   */
  public static Waiting fresh(int lane, long from, long until) {
    return new Waiting(
        RecipientState.PENDING,
        "seq >= :first AND seq < :end",
        lane,
        sql -> sql.bind("first", from).bind("end", until));
  }

  /**
   * For a statement with a parameter {@code run}; the state is written out for the index of the
   * few.
   */
  public String condition() {
    return "run = :run AND lane = :lane AND state = '" + state.word() + "' AND " + numbers;
  }

  public <S extends SqlStatement<S>> S bound(S sql, RunId run) {
    bound.to(sql);
    return sql.bind("run", run.value()).bind("lane", lane);
  }
}
