package belfry.runs;

import belfry.people.audience.Target;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.storage.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Who is in one run and was not in another. Whoever was skipped in a run was not in it. Each answer
 * is an anti-join over the unique key (run, target).
 */
public final class RunComparison {
  private static final String ONLY_IN =
      """
      FROM recipient here WHERE here.run = ? AND here.state <> 'skipped' AND NOT EXISTS (
        SELECT 1 FROM recipient there
        WHERE there.run = ? AND there.target = here.target AND there.state <> 'skipped')
      """;

  private static final int PAGE = 5_000;

  private final Database database;

  public RunComparison(Database database) {
    this.database = database;
  }

  /** How many are in the first run and not in the second. */
  public long count(RunId in, RunId notIn) {
    return database.read(handle ->
        handle
            .createQuery("SELECT COUNT(*) " + ONLY_IN)
            .bind(0, in.value())
            .bind(1, notIn.value())
            .mapTo(Long.class)
            .one());
  }

  /** A recipient with their number in their run. */
  public record Numbered(long seq, Target target) {}

  /** Those in the first run and not in the second, in order. */
  public List<Numbered> page(RunId in, RunId notIn, long after, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT here.seq, here.kind, here.target, here.name, here.email "
                    + ONLY_IN
                    + " AND here.seq > ? ORDER BY here.seq LIMIT ?")
            .bind(0, in.value())
            .bind(1, notIn.value())
            .bind(2, after)
            .bind(3, most)
            .map((row, _) -> numbered(row))
            .list());
  }

  private static Numbered numbered(ResultSet row) throws SQLException {
    return new Numbered(
        row.getLong("seq"),
        new Target(
            RecipientRows.kind(row),
            row.getString("target"),
            row.getString("name"),
            row.getString("email")));
  }

  /** Compares people who are not in any run yet with a run, as they come. */
  public Past with(RunId past) {
    return new Past(past);
  }

  /** A run, and who of it has come again: one bit for each. */
  public final class Past {
    private final RunId run;
    private final BitSet again = new BitSet();

    private Past(RunId run) {
      this.run = run;
    }

    /** Those of these who were not in the run. */
    public List<Target> added(List<Target> some) {
      if (some.isEmpty()) {
        return List.of();
      }
      var known = database.read(handle -> known(handle, some));
      known.values().forEach(seq -> again.set(seq.intValue()));
      return some.stream().filter(one -> !known.containsKey(one.id())).toList();
    }

    private Map<String, Long> known(Handle handle, List<Target> some) {
      var known = new HashMap<String, Long>();
      handle
          .createQuery(
              """
              SELECT target, seq FROM recipient
              WHERE run = :run AND state <> 'skipped' AND target IN (<ids>)
              """)
          .bind("run", run.value())
          .bindList("ids", some.stream().map(Target::id).toList())
          .map((row, _) -> known.put(row.getString("target"), row.getLong("seq")))
          .list();
      return known;
    }

    /** Those of the run who have not come again, all read in passing. */
    public void gone(Consumer<Numbered> receiver) {
      var after = -1L;
      while (true) {
        var from = after;
        var page = database.read(handle -> everybody(handle, from));
        if (page.isEmpty()) {
          return;
        }
        page.stream().filter(one -> !again.get((int) one.seq())).forEach(receiver);
        after = page.getLast().seq();
      }
    }

    private List<Numbered> everybody(Handle handle, long after) {
      return handle
          .createQuery(
              """
              SELECT seq, kind, target, name, email FROM recipient
              WHERE run = ? AND seq > ? AND state <> 'skipped' ORDER BY seq LIMIT ?
              """)
          .bind(0, run.value())
          .bind(1, after)
          .bind(2, PAGE)
          .map((row, _) -> numbered(row))
          .list();
    }
  }
}
