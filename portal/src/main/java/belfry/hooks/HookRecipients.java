package belfry.hooks;

import belfry.apps.AppName;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;

/**
 * Writes for programs what became of each recipient. What was told stands beside it, a letter for
 * each: so the lane writes nothing more, and what changed is told once, with the note of it.
 */
final class HookRecipients {
  /** So many are told of at once. */
  static final int PAGE = 500;

  private static final Duration BETWEEN = HookNews.BETWEEN_BATCHES;
  private static final char OPEN = '.';

  private final Database database;
  private final HookQueue queue;

  HookRecipients(Database database, HookQueue queue) {
    this.database = database;
    this.queue = queue;
  }

  private static boolean isWanted(Handle handle, AppName app) {
    return HookQueue.isWanted(handle, app, HookEvent.RECIPIENTS_SETTLED);
  }

  /**
   * From now on this run's recipients are told of, where a program is to be told; once more if they
   * were.
   */
  static void begin(Handle handle, AppName app, RunId run) {
    if (isWanted(handle, app)) {
      handle.execute(
          """
          INSERT INTO hook_told_counts (run, counts, at) VALUES (?, '', 0)
          ON CONFLICT (run) DO UPDATE SET counts = '', at = 0
          """,
          run.value());
    }
  }

  /** It has ended: the rest is told without waiting, though it looks as before. */
  static void end(Handle handle, RunId run) {
    handle.execute("UPDATE hook_told_counts SET counts = '', at = 0 WHERE run = ?", run.value());
  }

  /** A run, and how its counts were when it was gone through last. */
  private record Told(RunId run, String counts) {}

  /** Writes what is to be told of this app. */
  void write(AppName app, Instant now) {
    var runs =
        database.read(handle -> isWanted(handle, app) ? begun(handle, app, now) : List.<Told>of());
    for (var told : runs) {
      var run = database.read(handle -> Runs.readable(handle, told.run));
      if (run.isEmpty()) {
        continue;
      }
      var counts = counts(run.get());
      if (!counts.equals(told.counts)) {
        pages(told.run).forEach(page -> tell(app, run.get(), page, now));
      }
      database.write(handle -> done(handle, told, counts, run.get(), now));
    }
  }

  private static List<Told> begun(Handle handle, AppName app, Instant now) {
    return handle
        .createQuery(
            """
            SELECT told.run, told.counts FROM hook_told_counts told JOIN run ON run.id = told.run
            WHERE run.app = ? AND told.at <= ? ORDER BY told.run
            """)
        .bind(0, app)
        .bind(1, now.minus(BETWEEN))
        .map((row, _) -> new Told(new RunId(row.getLong("run")), row.getString("counts")))
        .list();
  }

  private static String counts(Run run) {
    return run.progress().tally().toString();
  }

  /** Those with somebody of whom there may be something to tell: whoever got it stays so. */
  private LongStream pages(RunId run) {
    var all = String.valueOf(letter(RecipientState.SENT)).repeat(PAGE);
    return database.read(handle -> {
      var last =
          handle
              .createQuery("SELECT MAX(seq) FROM recipient WHERE run = ?")
              .bind(0, run.value())
              .mapTo(Long.class)
              .findOne();
      var done =
          handle
              .createQuery("SELECT page FROM hook_told_page WHERE run = ? AND told = ?")
              .bind(0, run.value())
              .bind(1, all)
              .mapTo(Long.class)
              .set();
      return last.stream()
          .flatMapToLong(most -> LongStream.rangeClosed(0, most / PAGE))
          .filter(page -> !done.contains(page));
    });
  }

  /** Tells what changed of a page, if anything did, in one transaction with the note of it. */
  private void tell(AppName app, Run run, long page, Instant now) {
    var seen = database.read(handle -> changed(handle, run.id(), page));
    if (seen.recipients.isEmpty()) {
      return;
    }
    database.write(handle -> {
      var change = changed(handle, run.id(), page);
      if (!change.recipients.isEmpty()) {
        handle.execute(
            """
            INSERT INTO hook_told_page (run, page, told) VALUES (?, ?, ?)
            ON CONFLICT (run, page) DO UPDATE SET told = excluded.told
            """,
            run.id().value(),
            page,
            change.told);
        var data = HookNews.data(run.job(), Optional.of(run.id()));
        data.put("recipients", change.recipients);
        queue.add(handle, app, HookEvent.RECIPIENTS_SETTLED, now, data);
      }
      return true;
    });
  }

  /** What is to be told of a page, and what has been told of it then. */
  private record Change(String told, List<Map<String, Object>> recipients) {}

  private static Change changed(Handle handle, RunId run, long page) {
    var told =
        new StringBuilder(
            handle
                .createQuery("SELECT told FROM hook_told_page WHERE run = ? AND page = ?")
                .bind(0, run.value())
                .bind(1, page)
                .mapTo(String.class)
                .findOne()
                .orElseGet(() -> String.valueOf(OPEN).repeat(PAGE)));
    var recipients = new ArrayList<Map<String, Object>>();
    var first = page * PAGE;
    handle
        .createQuery(
            """
            SELECT seq, state FROM recipient WHERE run = ? AND seq >= ? AND seq < ?
              AND state IN ('sent', 'failed', 'held', 'skipped') ORDER BY seq
            """)
        .bind(0, run.value())
        .bind(1, first)
        .bind(2, first + PAGE)
        .map((row, _) -> {
          var place = (int) (row.getLong("seq") - first);
          var state = RecipientState.read(row.getString("state"));
          if (told.charAt(place) != letter(state)) {
            told.setCharAt(place, letter(state));
            var one = new LinkedHashMap<String, Object>();
            one.put("number", row.getLong("seq"));
            one.put("state", state.word());
            recipients.add(one);
          }
          return place;
        })
        .list();
    return new Change(told.toString(), recipients);
  }

  private static char letter(RecipientState state) {
    return switch (state) {
      case SENT -> 's';
      case FAILED -> 'f';
      case HELD -> 'h';
      case SKIPPED -> 'k';
      case PENDING, RETRY, SENDING, UNKNOWN -> OPEN;
    };
  }

  /** A run that has ended is gone through again only where somebody has it go on. */
  private static boolean done(Handle handle, Told told, String counts, Run run, Instant now) {
    var isOver = run.progress().gate() == Run.Gate.CLOSED && counts.equals(told.counts);
    // Unless it has begun or ended anew meanwhile.
    var changed =
        isOver
            ? handle.execute(
                "DELETE FROM hook_told_counts WHERE run = ? AND counts = ?",
                told.run.value(),
                told.counts)
            : handle.execute(
                "UPDATE hook_told_counts SET counts = ?, at = ? WHERE run = ? AND counts = ?",
                counts,
                now,
                told.run.value(),
                told.counts);
    return changed > 0;
  }

  /** Forgets what was told of runs that are gone. */
  static void forget(Database database) {
    for (var table : List.of("hook_told_page", "hook_told_counts")) {
      database.write(handle ->
          handle.execute(
              "DELETE FROM %s WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.id = %s.run)"
                  .formatted(table, table)));
    }
  }
}
