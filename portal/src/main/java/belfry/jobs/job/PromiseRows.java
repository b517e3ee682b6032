package belfry.jobs.job;

import belfry.runs.ids.JobId;
import org.jdbi.v3.core.Handle;

/**
 * Where what was promised of jobs' recipients is kept: under the job's id, and what was set aside
 * by what can still be undone under the negative one, which no job has.
 */
public final class PromiseRows {
  private static final String COPIED =
      """
      INSERT INTO job_promise (job, content, heads, reached, salt, left_out, others, incomplete,
        excepted, addressed, said, whom, at)
      SELECT %s, p.content, p.heads, p.reached, p.salt, p.left_out, p.others, p.incomplete,
        p.excepted, p.addressed, p.said, p.whom, p.at
      FROM job_promise p
      """;

  private PromiseRows() {}

  /** Keeps what was agreed to beside what is agreed to instead. */
  public static void setAside(Handle handle, JobId job) {
    dropAside(handle, job);
    handle.execute(COPIED.formatted("-p.job") + "WHERE p.job = ?", job.value());
  }

  /** What was set aside is what is agreed to. */
  public static void putBack(Handle handle, JobId job) {
    delete(handle, job);
    handle.execute("UPDATE job_promise SET job = ? WHERE job = ?", job.value(), -job.value());
  }

  /** What was set aside cannot be put back any more. */
  static void dropAside(Handle handle, JobId job) {
    handle.execute("DELETE FROM job_promise WHERE job = ?", -job.value());
  }

  /** Forgets what was promised of its recipients; a time of it that has begun keeps it. */
  public static void delete(Handle handle, JobId job) {
    handle.execute(
        COPIED.formatted("job.id")
            + """
            JOIN job ON job.series = p.job JOIN run ON run.id = job.run
            WHERE p.job = ? AND job.planned IS NOT NULL AND run.gate <> 'closed' AND run.reminds IS NULL
            ON CONFLICT (job) DO NOTHING
            """,
        job.value());
    handle.execute("DELETE FROM job_promise WHERE job = ?", job.value());
  }
}
