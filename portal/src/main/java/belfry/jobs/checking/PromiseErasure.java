package belfry.jobs.checking;

import belfry.platform.ids.Identity;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Takes a person out of what was promised. Their digest says nothing to whoever does not know them,
 * but whoever does can make it again, since its salt stands beside it. Whom Except named stays as
 * long as the message may go out: otherwise they would get what they were left out of. A draft's
 * promise goes as a whole, so that it is counted anew if it is put back on its schedule.
 */
public final class PromiseErasure {
  private static final int ROWS_AT_ONCE = 50;

  /**
   * Of a promise {@code p}, or one that is set aside: whether somebody is still to be looked for in
   * it.
   */
  private static final String MAY_GO_OUT =
      """
      EXISTS (SELECT 1 FROM job LEFT JOIN run ON run.id = job.run
        WHERE (job.id = ABS(p.job) OR job.series = p.job)
          AND (job.state IN ('scheduled', 'held', 'missed')
            OR (run.gate <> 'closed' AND run.expanded = 0)))
      """;

  private PromiseErasure() {}

  /**
   * Those who were left out, as they were read.
   *
   * @param excepted by name
   * @param addressed whom addresses meant
   * @param said what lists said of them
   */
  private record Row(
      long job,
      String salt,
      String leftOut,
      String excepted,
      String addressed,
      String said,
      boolean mayGoOut) {
    static Row read(ResultSet row) throws SQLException {
      return new Row(
          row.getLong("job"),
          row.getString("salt"),
          row.getString("left_out"),
          row.getString("excepted"),
          row.getString("addressed"),
          row.getString("said"),
          row.getInt("may_go_out") == 1);
    }

    boolean names(Identity who) {
      return !theirs(leftOut, who).isEmpty() || !theirs(excepted, who).isEmpty();
    }

    /** Their digests among these. */
    private Set<String> theirs(String joined, Identity who) {
      var theirs =
          Stream.of(
                  who.ids().stream().map(id -> Promise.digest(salt, id)),
                  who.emails().stream().map(email -> Promise.digest(salt, email)),
                  who.emails().stream().map(email -> Promise.outside(salt, email)),
                  who.emails().stream()
                      .flatMap(
                          email -> who.ids().stream().map(id -> Promise.digest(salt, email, id))))
              .flatMap(digests -> digests)
              .collect(Collectors.toSet());
      theirs.retainAll(Promises.digests(joined));
      return theirs;
    }

    private Set<String> theirsSaid(Identity who) {
      return theirs(String.join("", Promises.pairs(said).keySet()), who);
    }

    private String without(String joined, Identity who) {
      var left = new HashSet<>(Promises.digests(joined));
      left.removeAll(theirs(joined, who));
      return String.join("", left);
    }
  }

  /** In which jobs somebody was said to be left out. */
  public static List<JobId> leavingOut(Handle handle, Identity who) {
    var jobs = new LinkedHashSet<JobId>();
    for (var rows = rows(handle, Long.MIN_VALUE);
        !rows.isEmpty();
        rows = rows(handle, rows.getLast().job)) {
      rows.stream()
          .filter(row -> row.names(who))
          .map(row -> new JobId(Math.abs(row.job)))
          .forEach(jobs::add);
    }
    return List.copyOf(jobs);
  }

  /** The number stays: it counts them among those who are not kept. Returns how many rows. */
  public static int erase(Database database, Identity who) {
    // Whom groups name is another by now, which nobody is to be asked about.
    while (database.<Integer>write(PromiseErasure::forgetWhom) > 0) {}
    var erased = 0;
    var after = Long.MIN_VALUE;
    while (true) {
      var from = after;
      var rows = database.read(handle -> rows(handle, from));
      if (rows.isEmpty()) {
        return erased;
      }
      for (var row : rows) {
        if (!row.theirs(row.leftOut, who).isEmpty()) {
          erased += database.<Integer>write(handle -> takeFromLeftOut(handle, row, who));
        }
        if (!row.theirs(row.addressed, who).isEmpty()) {
          erased += database.<Integer>write(handle -> takeFromAddressed(handle, row, who));
        }
        if (!row.theirsSaid(who).isEmpty()) {
          erased += database.<Integer>write(handle -> takeFromSaid(handle, row, who));
        }
        if (!row.mayGoOut && !row.theirs(row.excepted, who).isEmpty()) {
          erased += database.<Integer>write(handle -> takeFromExcepted(handle, row, who));
        }
      }
      after = rows.getLast().job;
    }
  }

  private static int forgetWhom(Handle handle) {
    return handle.execute(
        "UPDATE job_promise SET whom = '' WHERE job IN (SELECT job FROM job_promise WHERE whom <> '' LIMIT ?)",
        ROWS_AT_ONCE);
  }

  private static List<Row> rows(Handle handle, long after) {
    return handle
        .createQuery(
            """
            SELECT p.job, p.salt, p.left_out, p.excepted, p.addressed, p.said, CASE WHEN %s THEN 1 ELSE 0 END AS may_go_out
            FROM job_promise p
            WHERE p.job > ? AND (p.left_out <> '' OR p.excepted <> '' OR p.addressed <> '' OR p.said <> '') ORDER BY p.job LIMIT ?
            """
                .formatted(MAY_GO_OUT))
        .bind(0, after)
        .bind(1, ROWS_AT_ONCE)
        .map((row, _) -> Row.read(row))
        .list();
  }

  /** A newer promise has another salt, and is found by the next pass. */
  private static int takeFromLeftOut(Handle handle, Row row, Identity who) {
    return handle.execute(
        """
        UPDATE job_promise SET left_out = ?, others = others + ?
        WHERE job = ? AND salt = ? AND left_out = ?
        """,
        row.without(row.leftOut, who),
        row.theirs(row.leftOut, who).size(),
        row.job,
        row.salt,
        row.leftOut);
  }

  /** Whom the address means is not compared any more. */
  private static int takeFromAddressed(Handle handle, Row row, Identity who) {
    return handle.execute(
        "UPDATE job_promise SET addressed = ? WHERE job = ? AND salt = ? AND addressed = ?",
        row.without(row.addressed, who),
        row.job,
        row.salt,
        row.addressed);
  }

  /** What lists say of them is not compared any more. */
  private static int takeFromSaid(Handle handle, Row row, Identity who) {
    var left = new HashMap<>(Promises.pairs(row.said));
    left.keySet().removeAll(row.theirsSaid(who));
    return handle.execute(
        "UPDATE job_promise SET said = ? WHERE job = ? AND salt = ? AND said = ?",
        Promises.joined(left),
        row.job,
        row.salt,
        row.said);
  }

  /** A draft that was put back on its schedule meanwhile keeps them. */
  private static int takeFromExcepted(Handle handle, Row row, Identity who) {
    var dropped =
        handle.execute(
            """
            DELETE FROM job_promise WHERE job = ? AND salt = ? AND excepted = ?
              AND EXISTS (SELECT 1 FROM job WHERE job.id = job_promise.job AND job.state = 'draft')
            """,
            row.job,
            row.salt,
            row.excepted);
    if (dropped > 0) {
      return dropped;
    }
    return handle.execute(
        """
        UPDATE job_promise AS p SET excepted = ?
        WHERE p.job = ? AND p.salt = ? AND p.excepted = ? AND NOT %s
        """
            .formatted(MAY_GO_OUT),
        row.without(row.excepted, who),
        row.job,
        row.salt,
        row.excepted);
  }
}
