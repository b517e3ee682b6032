package belfry.bench.siege;

import belfry.bench.site.Judgement;
import belfry.bench.site.Usage;
import java.util.List;

/**
 * What came of all kinds.
 *
 * @param judgement of the job that was sent meanwhile
 * @param well whether {@code /status} said ok at the end
 * @param liveBefore what the heap held before
 * @param liveAfter what it held after
 */
record Outcome(List<Row> rows, Judgement judgement, boolean well, long liveBefore, long liveAfter) {
  /** Less than one place of each kind that is never freed would cost. */
  private static final long LEAK = 10_000_000;

  /** How many times as long as with nobody the usual answer may take beside refusals. */
  private static final double SLOWER = 3;

  boolean sound(boolean timed) {
    return rows.stream().allMatch(row -> row.sound(timed) && !(timed && isSlow(row)))
        && judgement.decided()
        && well
        && liveAfter - liveBefore < LEAK;
  }

  private boolean isSlow(Row row) {
    return (row.kind() == Kind.REFUSED || row.kind() == Kind.SCATTERED)
        && rows.stream()
            .filter(one -> one.kind() == Kind.NOBODY)
            .anyMatch(
                alone -> row.answers().quantile(0.5) > SLOWER * alone.answers().quantile(0.5));
  }

  @Override
  public String toString() {
    return "%s%n/status at the end: %s; the heap held %.1f MB before and %.1f MB after"
        .formatted(
            judgement,
            well ? "ok" : "NOT ok",
            Usage.megabytes(liveBefore),
            Usage.megabytes(liveAfter));
  }
}
