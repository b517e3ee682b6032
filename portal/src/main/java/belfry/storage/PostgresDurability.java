package belfry.storage;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The settings with which a PostgreSQL commit survives a crash: those that Belfry sets itself, and
 * those it can only check.
 *
 * <p>A message leaves once its intent is committed. If the server loses that commit, the message is
 * sent again, so none of its settings may weaken durability.
 */
final class PostgresDurability {
  /** Raises only weaker settings: {@code remote_apply} stays. */
  private static final String RAISE =
      """
      SELECT set_config('synchronous_commit', 'on', %s)
      WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
      """;

  /** Run at the beginning of a session. */
  static final String RAISED_SESSION = RAISE.formatted(false);

  /**
   * Setting it for the session is not enough. Behind PgBouncer the next transaction may be in
   * another session, and a session adopts later changes of the server's configuration. What counts
   * is the setting at the commit, and sending both together costs no extra round trip. (As a
   * connection option, PgBouncer would refuse it, and it would lower {@code remote_apply}.)
   */
  static final String RAISED_COMMIT = RAISE.formatted(true) + "; COMMIT";

  /** A running backup is not a standby. A role without {@code pg_monitor} sees no states. */
  private static final String SETTINGS =
      """
      SELECT current_setting('fsync') AS flushes, current_setting('full_page_writes') AS pages,
        EXISTS (SELECT 1 FROM pg_stat_replication
          WHERE sync_state = 'async' AND state <> 'backup')
        AND NOT EXISTS (SELECT 1 FROM pg_stat_replication
          WHERE sync_state IN ('sync', 'quorum')) AS behind
      """;

  private PostgresDurability() {}

  /** What could still be lost, and what to do about it. */
  static List<String> risks(Handle handle) {
    return handle.createQuery(SETTINGS).map((row, _) -> risks(row)).one();
  }

  private static List<String> risks(ResultSet row) throws SQLException {
    var risks = new ArrayList<String>();
    if (row.getString("flushes").equals("off")) {
      risks.add(
          "PostgreSQL runs with fsync = off: if its machine crashes, commits can be lost, people can get a message again, and the database can be damaged beyond repair. Set fsync = on");
    }
    if (row.getString("pages").equals("off")) {
      risks.add(
          "PostgreSQL runs with full_page_writes = off: if its machine crashes in the middle of a write, the database and its record of sent messages can be damaged. Set full_page_writes = on");
    }
    if (row.getBoolean("behind")) {
      risks.add(
          "PostgreSQL's standbys follow asynchronously: after a failover the last commits are missing, and people who were written to just before get the message again. Name a standby in synchronous_standby_names");
    }
    return risks;
  }
}
