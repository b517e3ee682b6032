package belfry.answers;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** The inbox: answers page by page, unread ones first, and how many each announcement has. */
public final class AnswerList {
  private static final String SELECT =
      """
      SELECT %s AS part, a.id, a.app, a.kind, a.source, a.job, a.run, a.recipient, a.person, a.name,
        a.email, a.text, a.inputs, a.files, a.readable, a.written, a.received, a.done_at, a.done_by,
        a.done_by_name, job.title
      FROM answer a JOIN job ON job.id = a.job
      WHERE a.app = :app AND a.id < %s AND a.done_at IS %s %s
      ORDER BY a.id DESC LIMIT :most
      """;

  private final Database database;

  AnswerList(Database database) {
    this.database = database;
  }

  /** An answer, and the title of its announcement. */
  public record Titled(ReceivedAnswer answer, String title) {}

  /**
   * Which answers to list.
   *
   * @param done whether only those that are done, or only unread ones
   * @param after where the previous page ended
   */
  public record Filter(
      AppName app,
      Optional<JobId> job,
      Optional<PersonId> person,
      Optional<Kind> kind,
      Optional<Boolean> done,
      Optional<After> after,
      int most) {}

  /**
   * A position in the list.
   *
   * @param part 0 among the unread ones, 1 among the others
   */
  public record After(int part, long id) {
    private static final After NOTHING = new After(0, Long.MAX_VALUE);

    /** Ids are larger than 0, so that nothing is left of a part that is over. */
    private Query bound(Query query, Optional<Boolean> done) {
      var unread = part == 0 && !done.equals(Optional.of(true)) ? id : 0;
      var others = part == 0 ? Long.MAX_VALUE : part == 1 ? id : 0;
      return query
          .bind("unread", unread)
          .bind("others", done.equals(Optional.of(false)) ? 0 : others);
    }
  }

  /**
   * Both parts in one statement: what goes from one to the other between two statements would be
   * missing.
   */
  private static String both(String unread, String others, String order) {
    return "SELECT * FROM (%s) AS unread UNION ALL SELECT * FROM (%s) AS others ORDER BY part, %s DESC LIMIT :most"
        .formatted(unread, others, order);
  }

  /** A page, and where the next one begins. */
  public record Page(List<Titled> answers, Optional<After> next) {}

  /** Unread ones first, and the newest of each first. */
  public Page page(Filter filter) {
    var found = database.read(handle -> found(handle, filter));
    if (found.size() <= filter.most) {
      return new Page(found, Optional.empty());
    }
    var page = found.subList(0, filter.most);
    var last = page.getLast().answer;
    return new Page(
        page, Optional.of(new After(last.done().isPresent() ? 1 : 0, last.id().value())));
  }

  private static List<Titled> found(Handle handle, Filter filter) {
    var conditions = new StringBuilder();
    filter.job.ifPresent(_ -> conditions.append("AND a.job = :job "));
    filter.person.ifPresent(_ -> conditions.append("AND a.person_key = :person "));
    filter.kind.ifPresent(_ -> conditions.append("AND a.kind = :kind "));
    var unread = SELECT.formatted("0", ":unread", "NULL", conditions);
    // Otherwise all unread ones would be gone through for others that the page has no room for.
    var ifRoom =
        """
        AND (SELECT COUNT(*) FROM (
          SELECT 1 AS one FROM answer a WHERE a.app = :app AND a.id < :unread AND a.done_at IS NULL %s LIMIT :most
        ) AS before) < :most
        """
            .formatted(conditions);
    var others = SELECT.formatted("1", ":others", "NOT NULL", conditions + ifRoom);
    var query =
        filter
            .after
            .orElse(After.NOTHING)
            .bound(handle.createQuery(both(unread, others, "id")), filter.done)
            .bind("app", filter.app)
            .bind("most", filter.most + 1);
    filter.job.ifPresent(job -> query.bind("job", job.value()));
    filter.person.ifPresent(person -> query.bind("person", PlatformId.key(person)));
    filter.kind.ifPresent(kind -> query.bind("kind", EnumWord.of(kind)));
    return query
        .map((row, context) ->
            new Titled(AnswerStore.SEEN.map(row, context), row.getString("title")))
        .list();
  }

  /** An announcement with its counts. */
  public record Answered(
      JobId job, String title, long written, long pressed, long unread, Instant latest) {}

  /** A page of announcements, and where the next one begins. */
  public record AnsweredPage(List<Answered> announcements, Optional<After> next) {}

  private static final String ANNOUNCEMENTS =
      """
      SELECT %s AS part, c.job, c.written, c.pressed, c.unread, c.latest, job.title, a.received
      FROM answer_count c JOIN job ON job.id = c.job LEFT JOIN answer a ON a.id = c.latest
      WHERE c.app = :app AND c.latest < %s AND %s %s
      ORDER BY c.latest DESC LIMIT :most
      """;

  /** Of one announcement: its own, and those of the reminders that are deleted with it. */
  private static final String OF_ONE =
      """
      AND c.run IN (
        SELECT id FROM run WHERE job = :job
        UNION
        SELECT run.id FROM job reminder JOIN run ON run.id = reminder.run
        WHERE reminder.series = :job AND run.reminds IN (SELECT id FROM run WHERE job = :job))
      """;

  /**
   * Announcements that were answered: those with unread answers first, and the last answered of
   * each first.
   *
   * @param one only this one, and the reminders that were sent of it
   */
  public AnsweredPage announcements(
      AppName app, Optional<JobId> one, Optional<After> from, int most) {
    var found = database.read(handle -> announcements(handle, app, one, from, most));
    var page = found.stream().limit(most).map(Placed::answered).toList();
    return new AnsweredPage(
        page, found.size() <= most ? Optional.empty() : Optional.of(found.get(most - 1).place));
  }

  private record Placed(Answered answered, After place) {}

  private static List<Placed> announcements(
      Handle handle, AppName app, Optional<JobId> one, Optional<After> from, int most) {
    var which = one.isPresent() ? OF_ONE : "";
    var unread = ANNOUNCEMENTS.formatted("0", ":unread", "c.unread > 0", which);
    var others = ANNOUNCEMENTS.formatted("1", ":others", "c.unread = 0", which);
    var query =
        from.orElse(After.NOTHING)
            .bound(handle.createQuery(both(unread, others, "latest")), Optional.empty())
            .bind("app", app)
            .bind("most", most + 1);
    one.ifPresent(job -> query.bind("job", job.value()));
    return query
        .map((row, _) ->
            new Placed(
                new Answered(
                    new JobId(row.getLong("job")),
                    row.getString("title"),
                    row.getLong("written"),
                    row.getLong("pressed"),
                    row.getLong("unread"),
                    Moments.at(row, "received")),
                new After(row.getInt("part"), row.getLong("latest"))))
        .list();
  }

  /** The title of an announcement; empty if it is deleted. */
  public String title(AppName app, JobId job) {
    return database.read(handle ->
        handle
            .createQuery("SELECT title FROM job WHERE id = ? AND app = ?")
            .bind(0, job.value())
            .bind(1, app)
            .mapTo(String.class)
            .findOne()
            .orElse(""));
  }

  /** How many answers of this app are unread. */
  public long unread(AppName app) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT COALESCE(SUM(c.unread), 0) FROM answer_count c JOIN job ON job.id = c.job
                WHERE c.app = ? AND c.unread > 0
                """)
            .bind(0, app)
            .mapTo(Long.class)
            .one());
  }
}
