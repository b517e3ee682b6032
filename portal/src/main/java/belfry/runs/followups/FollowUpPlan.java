package belfry.runs.followups;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Writes down which messages a follow-up is about, within one transaction. Repeating a step does no
 * harm: nobody is written down twice.
 */
public final class FollowUpPlan {
  /** How many recipients one step goes through. */
  private static final int AT_ONCE = 5_000;

  private static final String INSERT =
      """
      INSERT INTO follow_up_row (follow_up, number, seq, lane, state, attempt, reason, settled_at)
      SELECT :id, :base + ROW_NUMBER() OVER (ORDER BY r.seq) - 1, r.seq, r.lane,
        CASE WHEN r.state = 'held' THEN 'unclear' WHEN r.message_id IS NULL THEN 'refused'
          ELSE 'planned' END,
        0,
        CASE WHEN r.state = 'held' THEN :held WHEN r.message_id IS NULL THEN :nameless END,
        CASE WHEN r.state = 'held' OR r.message_id IS NULL THEN :now END
      FROM recipient r
      WHERE r.run = :run AND r.seq >= :from AND r.seq < :until
        AND (r.state = 'sent' OR (r.state = 'held' AND :last = 1))
        AND COALESCE(r.followed, '') <> 'recalled'
        AND NOT EXISTS (SELECT 1 FROM follow_up_row f WHERE f.follow_up = :id AND f.seq = r.seq)
      """;

  private static final String REFUSED =
      """
       AND EXISTS (SELECT 1 FROM follow_up_row c
         WHERE c.follow_up = :correction AND c.seq = r.seq AND c.state = 'refused')
      """;

  private final Handle handle;
  private final FollowUp followUp;
  private final Instant now;

  /** Locks the follow-up until the transaction ends. */
  public FollowUpPlan(Handle handle, FollowUp followUp, Instant now) {
    this.handle = handle;
    this.followUp = followUp;
    this.now = now;
    handle.execute("UPDATE follow_up SET gate = gate WHERE id = ?", followUp.id().value());
  }

  /** How far the planning has come. */
  private record At(int passes, long scanned, long size, Span span, boolean runIsOver) {}

  /** The recipients that the follow-up is about, by number. */
  private record Span(long from, long until) {}

  private At at() {
    return handle
        .createQuery(
            """
            SELECT f.passes, f.scanned, f.planned + f.retry + f.doing + f.unknown + f.done + f.refused
                + f.unclear + f.skipped AS size,
              run.total, run.wave_mark, run.gate
            FROM follow_up f JOIN run ON run.id = f.run WHERE f.id = ?
            """)
        .bind(0, followUp.id().value())
        .map((row, _) ->
            new At(
                row.getInt("passes"),
                row.getLong("scanned"),
                row.getLong("size"),
                span(row.getLong("wave_mark"), row.getLong("total")),
                row.getString("gate").equals("closed")))
        .one();
  }

  private Span span(long wave, long total) {
    return switch (followUp.part()) {
      case ALL -> new Span(0, total);
      case FIRST_WAVE -> new Span(0, wave);
      case REST -> new Span(wave, total);
    };
  }

  /** Whether there is something to do now, or only once the run has nothing in doubt any more. */
  public boolean isDue() {
    var at = at();
    return at.runIsOver || at.passes == 0;
  }

  /**
   * Whether the run has ended before this time begins, so that it is the last. One that was begun
   * before, and broken off, has passed people who may have the message now.
   */
  public boolean isLast() {
    var at = at();
    return at.runIsOver && at.scanned == 0;
  }

  /** Goes through the next recipients; true once this time is over. */
  public boolean step() {
    var at = at();
    var from = Math.max(at.scanned, at.span.from);
    var until = Math.min(from + AT_ONCE, at.span.until);
    if (from < until) {
      insert(at, from, until, Optional.empty());
    }
    handle.execute("UPDATE follow_up SET scanned = ? WHERE id = ?", until, followUp.id().value());
    return until >= at.span.until;
  }

  /** Adds those of these targets that have a message. */
  public void add(Collection<String> targets) {
    if (!targets.isEmpty()) {
      var at = at();
      insert(at, at.span.from, at.span.until, Optional.of(List.copyOf(targets)));
    }
  }

  /** Ends this time through the run's recipients; {@code last} if the run was over as it began. */
  public void ended(boolean last) {
    handle.execute(
        "UPDATE follow_up SET passes = passes + 1, scanned = 0, complete = ? WHERE id = ?",
        last ? 1 : 0,
        followUp.id().value());
  }

  private void insert(At at, long from, long until, Optional<List<String>> targets) {
    var which =
        (followUp.refusedBy().isPresent() ? REFUSED : "")
            + (targets.isPresent() ? " AND r.target IN (<targets>)" : "");
    var insert =
        handle
            .createUpdate(INSERT + which)
            .bind("id", followUp.id().value())
            .bind("base", at.size)
            .bind("held", FollowUpReasons.HELD.english())
            .bind("nameless", FollowUpReasons.NAMELESS.english())
            .bind("now", now)
            .bind("run", followUp.run().value())
            .bind("from", from)
            .bind("until", until)
            .bind("last", at.runIsOver ? 1 : 0);
    followUp.refusedBy().ifPresent(correction -> insert.bind("correction", correction.value()));
    targets.ifPresent(ids -> insert.bindList("targets", ids));
    if (insert.execute() > 0) {
      count(at.size);
    }
  }

  private void count(long base) {
    var added = new EnumMap<FollowUpState, Long>(FollowUpState.class);
    handle
        .createQuery(
            """
            SELECT state, COUNT(*) AS n FROM follow_up_row
            WHERE follow_up = ? AND number >= ? GROUP BY state
            """)
        .bind(0, followUp.id().value())
        .bind(1, base)
        .map((row, _) -> added.put(FollowUpState.read(row.getString("state")), row.getLong("n")))
        .list();
    FollowUpMoves.count(handle, followUp.id(), FollowUpTally.of(added), 0, now);
  }
}
