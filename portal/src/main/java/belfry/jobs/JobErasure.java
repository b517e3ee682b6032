package belfry.jobs;

import belfry.people.PersonErasure;
import belfry.platform.Identity;
import belfry.storage.Database;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Takes a person out of the audiences of jobs that name them, a few jobs at a time. */
public final class JobErasure {
  private static final int JOBS_AT_ONCE = 500;

  private JobErasure() {}

  private record Stored(long id, String json) {}

  /** How many jobs named them. */
  public static int erase(Database database, Identity who) {
    var erased = 0;
    var after = 0L;
    while (true) {
      var from = after;
      var jobs = database.read(handle -> jobs(handle, from));
      if (jobs.isEmpty()) {
        return erased;
      }
      erased += database.<Integer>write(handle -> erase(handle, jobs, who));
      after = jobs.getLast().id;
    }
  }

  private static List<Stored> jobs(Handle handle, long after) {
    return handle
        .createQuery("SELECT id, audience FROM job WHERE id > ? ORDER BY id LIMIT ?")
        .bind(0, after)
        .bind(1, JOBS_AT_ONCE)
        .map((row, _) -> new Stored(row.getLong("id"), row.getString("audience")))
        .list();
  }

  /** The search then writes its words down anew. */
  private static int erase(Handle handle, List<Stored> jobs, Identity who) {
    var erased = 0;
    for (var job : jobs) {
      var without = PersonErasure.without(job.json, who);
      if (!without.equals(job.json)) {
        erased +=
            handle.execute(
                "UPDATE job SET audience = ?, revision = revision + 1 WHERE id = ?",
                without,
                job.id);
        handle.execute(
            "INSERT INTO job_unsearched (job) VALUES (?) ON CONFLICT DO NOTHING", job.id);
      }
    }
    return erased;
  }
}
