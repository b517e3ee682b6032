package belfry.jobs;

import belfry.jobs.checking.PromiseErasure;
import belfry.jobs.job.JobWords;
import belfry.messages.MessageText;
import belfry.people.PersonErasure;
import belfry.people.lists.ListId;
import belfry.platform.ids.Forgotten;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.RecipientErasure;
import belfry.storage.Database;
import belfry.storage.Rewriting;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /**
   * Belfry made the card of a text that came with none; a mention that an earlier version took out
   * of the text is a name alone in it.
   */
  private static final Rewriting CARDS_OF_TEXTS =
      new Rewriting("run", "id")
          .where(
              RecipientErasure.SETTLED_RUNS
                  + " AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = run.job AND job.card LIKE"
                  + " '%\"own\":\"%')");

  private static final Pattern EARLIER = Pattern.compile("\"job\":\"([^\"]*)\"");

  private JobErasure() {}

  /**
   * Of which people what may still be sent has its values.
   *
   * @param lists those of lists
   * @param recipients those to whom earlier messages went
   */
  public record Sources(Set<ListId> lists, Set<JobId> recipients) {}

  /** Finds them, also where an audience cannot be read. */
  public static Sources sources(Handle handle) {
    var audiences =
        handle
            .createQuery(
                """
                SELECT audience FROM job WHERE state NOT IN ('finished', 'cancelled')
                  AND (audience LIKE '%"listId"%' OR audience LIKE '%"job"%')
                """)
            .mapTo(String.class)
            .list();
    var reminded =
        handle
            .createQuery(
                """
                SELECT job FROM reminder WHERE ended = ''
                UNION SELECT job FROM follow_up WHERE gate <> 'closed' AND kind = 'correction'
                """)
            .mapTo(Long.class)
            .stream()
            .map(JobId::new);
    var meant =
        audiences.stream()
            .flatMap(audience -> EARLIER.matcher(audience).results())
            .flatMap(found -> JobId.parse(found.group(1)).stream());
    return new Sources(
        audiences.stream().flatMap(PersonErasure::lists).collect(Collectors.toSet()),
        Stream.concat(reminded, meant).collect(Collectors.toSet()));
  }

  /** How many texts named them. */
  public static int erase(Database database, Forgotten forgotten) {
    var who = forgotten.who();
    var marks = who.marks();
    var erased =
        JOBS.apply(
                database,
                List.of("audience"),
                who.marksAndNames(),
                json -> PersonErasure.without(json, forgotten),
                JobErasure::searchAnew)
            + JOBS.apply(
                database, List.of("reference"), marks, forgotten::in, JobErasure::searchAnew)
            + OVER.apply(
                database,
                List.of("markdown", "card", "acknowledge", "urgent", "ahead"),
                marks,
                forgotten::in,
                JobErasure::titledAnew)
            + RecipientErasure.eraseFromCards(database, forgotten)
            + CARDS_OF_TEXTS.apply(database, List.of("card"), who.marksAndNames(), forgotten::named)
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
  private static void searchAnew(Handle handle, List<Object> key, String was) {
    handle.execute(
        "INSERT INTO job_unsearched (job) VALUES (?) ON CONFLICT DO NOTHING", key.getFirst());
  }

  /** A mention of them stands in the title by its name alone. */
  private static void titledAnew(Handle handle, List<Object> key, String was) {
    var job = new JobId(((Number) key.getFirst()).longValue());
    var markdown =
        handle
            .createQuery("SELECT markdown FROM job WHERE id = ?")
            .bind(0, job.value())
            .mapTo(String.class)
            .one();
    var title = new MessageText(markdown).title();
    handle.execute("UPDATE job SET title = ? WHERE id = ?", title, job.value());
    RecipientErasure.eraseNotices(handle, job);
    searchAnew(handle, key, was);
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
        + by(handle, "job SET hurried_by = :pseudonym", "hurried_by", forgotten)
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
