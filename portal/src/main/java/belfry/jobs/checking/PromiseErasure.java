package belfry.jobs.checking;

import belfry.platform.ids.Identity;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Takes a person out of what was promised. Their digest says nothing to whoever does not know them,
 * but whoever does can make it again, since its salt stands beside it. Whom Except named stays:
 * otherwise they would get what they were left out of.
 */
public final class PromiseErasure {
  private static final int ROWS_AT_ONCE = 50;

  private PromiseErasure() {}

  /** Those who were left out, as they were read. */
  private record Row(long job, String salt, String leftOut) {
    static Row read(ResultSet row) throws SQLException {
      return new Row(row.getLong("job"), row.getString("salt"), row.getString("left_out"));
    }

    /** Their digests in it. */
    Set<String> theirs(Identity who) {
      var theirs =
          Stream.concat(who.ids().stream(), who.emails().stream())
              .map(one -> Promise.digest(salt, one))
              .collect(Collectors.toSet());
      theirs.retainAll(Promises.digests(leftOut));
      return theirs;
    }
  }

  /** In which jobs somebody was said to be left out. */
  public static List<JobId> leavingOut(Handle handle, Identity who) {
    var jobs = new ArrayList<JobId>();
    for (var rows = rows(handle, Long.MIN_VALUE);
        !rows.isEmpty();
        rows = rows(handle, rows.getLast().job)) {
      rows.stream()
          .filter(row -> !row.theirs(who).isEmpty())
          .map(row -> new JobId(row.job))
          .forEach(jobs::add);
    }
    return jobs;
  }

  /** The number stays: it counts them among those who are not kept. Returns how many rows. */
  public static int erase(Database database, Identity who) {
    var erased = 0;
    var after = Long.MIN_VALUE;
    while (true) {
      var from = after;
      var rows = database.read(handle -> rows(handle, from));
      if (rows.isEmpty()) {
        return erased;
      }
      for (var row : rows) {
        var theirs = row.theirs(who);
        if (!theirs.isEmpty()) {
          erased += database.<Integer>write(handle -> write(handle, row, theirs));
        }
      }
      after = rows.getLast().job;
    }
  }

  private static List<Row> rows(Handle handle, long after) {
    return handle
        .createQuery(
            """
            SELECT job, salt, left_out FROM job_promise
            WHERE job > ? AND left_out <> '' ORDER BY job LIMIT ?
            """)
        .bind(0, after)
        .bind(1, ROWS_AT_ONCE)
        .map((row, _) -> Row.read(row))
        .list();
  }

  /** A newer promise has another salt, and is found by the next pass. */
  private static int write(Handle handle, Row row, Set<String> theirs) {
    var left = new HashSet<>(Promises.digests(row.leftOut));
    left.removeAll(theirs);
    return handle.execute(
        """
        UPDATE job_promise SET left_out = ?, others = others + ?
        WHERE job = ? AND salt = ? AND left_out = ?
        """,
        String.join("", left),
        theirs.size(),
        row.job,
        row.salt,
        row.leftOut);
  }
}
