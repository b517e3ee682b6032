package belfry.jobs;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What is to be said of jobs when a backup is restored. */
public final class RestoredJobs {
  private RestoredJobs() {}

  /** How many jobs are scheduled for this moment or an earlier one, in all apps. */
  public static long scheduledUntil(Handle handle, Instant moment) {
    return handle
        .createQuery("SELECT COUNT(*) FROM job WHERE state = 'scheduled' AND due <= ?")
        .bind(0, moment)
        .mapTo(Long.class)
        .one();
  }
}
