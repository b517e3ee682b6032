package belfry.runs;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * The times of which nothing is known: each from a backup until it was restored. Messages may have
 * been sent then that no row tells of.
 */
public final class LostTime {
  private LostTime() {}

  /** Whether nothing is known of this moment. */
  public static boolean covers(Handle handle, Instant moment) {
    return handle
        .createQuery("SELECT 1 FROM lost_time WHERE began <= ? AND ended >= ? LIMIT 1")
        .bind(0, moment)
        .bind(1, moment)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Whether what was due at this moment, and has not begun as far as is known, may have begun in
   * such a time: it may have been due before the backup and waited.
   */
  public static boolean mayHaveBegun(Handle handle, Instant due) {
    return handle
        .createQuery("SELECT 1 FROM lost_time WHERE ended >= ? LIMIT 1")
        .bind(0, due)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Records that nothing is known of this time, and that everybody who is not settled, or may be
   * tried again, must be looked up before anything is sent to them.
   *
   * @return how many runs have such recipients
   */
  public static int add(Handle handle, Instant began, Instant ended) {
    handle.execute("INSERT INTO lost_time (began, ended) VALUES (?, ?)", began, ended);
    return handle.execute(
        """
        UPDATE run SET restored =
          (SELECT COALESCE(MAX(epoch), 0) FROM recipient WHERE recipient.run = run.id)
        WHERE gate <> 'closed' OR failed > 0 OR held > 0
        """);
  }
}
