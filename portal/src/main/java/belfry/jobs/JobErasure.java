package belfry.jobs;

import belfry.jobs.checking.PromiseErasure;
import belfry.jobs.job.JobWords;
import belfry.people.PersonErasure;
import belfry.platform.ids.Forgotten;
import belfry.storage.Database;
import belfry.storage.Rewriting;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Takes a person out of jobs: out of audiences that name them, out of the texts of what is over,
 * and as an author. Texts that may still be sent stay as their authors wrote them.
 */
public final class JobErasure {
  /** An author who has the job open then learns that it has changed. */
  private static final Rewriting JOBS =
      new Rewriting("job", "id").setting("revision = revision + 1");

  private static final Rewriting OVER = JOBS.where("state IN ('finished', 'cancelled')");

  /** The newest version is what messages are begun with. */
  private static final Rewriting OLD_VERSIONS =
      new Rewriting(
          "template_version",
          List.of("template", "version"),
          "version < (SELECT t.version FROM template t WHERE t.id = template_version.template)",
          "");

  private static final Rewriting ENDED_REMINDERS =
      new Rewriting("reminder", List.of("job"), "ended <> ''", "");

  private JobErasure() {}

  /** How many texts named them. */
  public static int erase(Database database, Forgotten forgotten) {
    var who = forgotten.who();
    var marks = who.marks();
    var erased =
        JOBS.apply(
                database,
                List.of("audience"),
                marks,
                json -> forgotten.in(PersonErasure.without(json, who)),
                JobErasure::searchAnew)
            + JOBS.apply(
                database, List.of("reference"), marks, forgotten::in, JobErasure::searchAnew)
            + OVER.apply(
                database,
                List.of("title", "markdown", "card", "acknowledge", "urgent"),
                marks,
                forgotten::in,
                JobErasure::searchAnew)
            + OLD_VERSIONS.apply(
                database, List.of("name", "markdown", "card"), marks, forgotten::in)
            + ENDED_REMINDERS.apply(database, List.of("set_as"), marks, forgotten::in)
            + PromiseErasure.erase(database, who)
            + database.<Integer>write(handle -> asAuthor(handle, forgotten));
    // The words that were written down of it must not stay until the portal runs.
    while (JobWords.catchUp(database)) {}
    return erased;
  }

  /** The search then writes its words down anew. */
  private static void searchAnew(Handle handle, List<Object> key) {
    handle.execute(
        "INSERT INTO job_unsearched (job) VALUES (?) ON CONFLICT DO NOTHING", key.getFirst());
  }

  private static int asAuthor(Handle handle, Forgotten forgotten) {
    handle
        .createUpdate(
            """
            INSERT INTO job_unsearched (job)
            SELECT id FROM job WHERE author IN (<ids>) ON CONFLICT DO NOTHING
            """)
        .bindList("ids", forgotten.who().ids())
        .execute();
    return by(handle, "job SET author = :pseudonym, author_name = :pseudonym", "author", forgotten)
        + by(handle, "job SET sender = :pseudonym", "sender", forgotten)
        + by(
            handle,
            "reminder SET sender = :pseudonym, sender_name = :pseudonym",
            "sender",
            forgotten)
        + by(
            handle,
            "template_version SET person = :pseudonym, person_name = :pseudonym",
            "person",
            forgotten);
  }

  private static int by(Handle handle, String what, String column, Forgotten forgotten) {
    return handle
        .createUpdate("UPDATE %s WHERE %s IN (<ids>)".formatted(what, column))
        .bind("pseudonym", forgotten.pseudonym())
        .bindList("ids", forgotten.who().ids())
        .execute();
  }
}
