package belfry.jobs.search;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.messages.MessageText;
import belfry.runs.RecipientList;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * What a person got, from any of some apps, newest first.
 *
 * <p>Of a test, only that of a saved message: nobody but its author sees any other.
 *
 * <p>Nothing is written for this: the unique key (run, target) is looked into once for each run, a
 * few microseconds each. A key that begins with the person would have to be written for every
 * recipient of every run, each at another place.
 */
public final class ReceivedMessages {
  /** Enough for a page of whoever gets everything. */
  private static final int RUNS_AT_FIRST = 64;

  private static final int RUNS_AT_ONCE = Runs.SOME;

  /** How many runs to look into for one page; whoever got little is told where to go on. */
  public static final int MANY_RUNS = 4 * RUNS_AT_ONCE;

  /** The same where it is one part of many of an answer. */
  public static final int SOME_RUNS = RUNS_AT_ONCE;

  private final Database database;

  public ReceivedMessages(Database database) {
    this.database = database;
  }

  /**
   * A message of a run to this recipient.
   *
   * @param text of the announcement as it is now, or of the reply
   * @param begun when the sending began, or was planned where it has not begun
   */
  public record Received(
      RunId run,
      AppName app,
      Run.Kind kind,
      JobId job,
      MessageText text,
      String author,
      Instant begun,
      RecipientList.Recipient recipient) {}

  /** A page, and before which run the next one begins. */
  public record Page(List<Received> messages, Optional<Long> next) {}

  /**
   * What these targets got.
   *
   * @param before only in runs that were made before this one
   * @param most how many messages, but for those of one run, which are not torn apart
   * @param mostRuns how many runs are looked into
   */
  public record Query(
      List<AppName> apps, Collection<String> targets, long before, int most, int mostRuns) {}

  public Page find(Query query) {
    return query.targets.isEmpty()
        ? new Page(List.of(), Optional.empty())
        : database.read(handle -> find(handle, query));
  }

  private static Page find(Handle handle, Query query) {
    var found = new ArrayList<Row>();
    var at = query.before;
    var step = RUNS_AT_FIRST;
    for (var looked = 0; looked < query.mostRuns; looked += step) {
      step =
          Math.min(looked == 0 ? step : Math.min(4 * step, RUNS_AT_ONCE), query.mostRuns - looked);
      var runs = Runs.newest(handle, query.apps, at, step);
      found.addAll(rows(handle, runs, query.targets));
      if (found.size() > query.most) {
        var last = found.get(query.most - 1).run;
        var page = found.stream().takeWhile(row -> row.run >= last).toList();
        if (page.size() == found.size() && runs.size() < step) {
          return new Page(messages(handle, page), Optional.empty());
        }
        return new Page(messages(handle, page), Optional.of(page.getLast().run));
      }
      if (runs.size() < step) {
        return new Page(messages(handle, found), Optional.empty());
      }
      at = runs.getLast();
    }
    return new Page(messages(handle, found), Optional.of(at));
  }

  /** A recipient before it is known what they got. */
  private record Row(long run, RecipientList.Recipient recipient) {}

  private static List<Row> rows(Handle handle, List<Long> runs, Collection<String> targets) {
    if (runs.isEmpty()) {
      return List.of();
    }
    return handle
        .createQuery(
            """
            SELECT run, seq, kind, target, name, email, state, attempt, reason, settled_at, dated, followed,
              acknowledged, lane
            FROM recipient WHERE run IN (<runs>) AND target IN (<targets>)
            """)
        .bindList("runs", runs)
        .bindList("targets", List.copyOf(targets))
        .map((row, _) -> new Row(row.getLong("run"), RecipientList.read(row)))
        .stream()
        .sorted(
            Comparator.comparingLong(Row::run)
                .reversed()
                .thenComparingLong(row -> row.recipient.seq()))
        .toList();
  }

  /** What is said of a run. */
  private record About(
      AppName app, Run.Kind kind, JobId job, MessageText text, String author, Instant begun) {}

  private static List<Received> messages(Handle handle, List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    var about = about(handle, rows.stream().map(Row::run).distinct().toList());
    return rows.stream()
        .flatMap(
            row -> Optional.ofNullable(about.get(row.run)).map(run -> received(row, run)).stream())
        .toList();
  }

  private static Received received(Row row, About run) {
    return new Received(
        new RunId(row.run),
        run.app,
        run.kind,
        run.job,
        run.text,
        run.author,
        run.begun,
        row.recipient);
  }

  private static Map<Long, About> about(Handle handle, List<Long> runs) {
    return handle
        .createQuery(
            """
            SELECT run.id, run.app, run.kind, run.created, run.started, run.job, job.author_name,
              CASE WHEN run.kind = 'reply' THEN run.markdown ELSE job.markdown END AS markdown
            FROM run JOIN job ON job.id = run.job WHERE run.id IN (<runs>)
            """)
        .bindList("runs", runs)
        .map(UnreadableRows.part("run", row -> Map.entry(row.getLong("id"), about(row))))
        .stream()
        .flatMap(Optional::stream)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static About about(ResultSet row) throws SQLException {
    return new About(
        new AppName(row.getString("app")),
        EnumWord.read(Run.Kind.class, row.getString("kind")),
        new JobId(row.getLong("job")),
        new MessageText(row.getString("markdown")),
        row.getString("author_name"),
        Moments.find(row, "started").orElse(Moments.at(row, "created")));
  }
}
