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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** The inbox: answers page by page, unread ones first, and how many each announcement has. */
public final class AnswerList {
  private static final String SELECT =
      """
      SELECT a.id, a.app, a.kind, a.source, a.job, a.run, a.recipient, a.person, a.name, a.email, a.text,
        a.inputs, a.files, a.readable, a.written, a.received, a.done_at, a.done_by, a.done_by_name, job.title
      FROM answer a JOIN job ON job.id = a.job
      WHERE a.app = :app AND a.id < :before
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
  public record After(int part, long id) {}

  /** A page, and where the next one begins. */
  public record Page(List<Titled> answers, Optional<After> next) {}

  /** Unread ones first, and the newest of each first. */
  public Page page(Filter filter) {
    var found = new ArrayList<Titled>();
    var after = filter.after.orElse(new After(0, Long.MAX_VALUE));
    for (var part = after.part; part <= 1 && found.size() <= filter.most; part++) {
      if (filter.done.isEmpty() || filter.done.get() == (part == 1)) {
        var before = part == after.part ? after.id : Long.MAX_VALUE;
        found.addAll(part(filter, part, before, filter.most + 1 - found.size()));
      }
    }
    if (found.size() <= filter.most) {
      return new Page(found, Optional.empty());
    }
    var page = found.subList(0, filter.most);
    var last = page.getLast().answer;
    return new Page(
        page, Optional.of(new After(last.done().isPresent() ? 1 : 0, last.id().value())));
  }

  private List<Titled> part(Filter filter, int part, long before, int most) {
    var conditions = new StringBuilder(SELECT);
    conditions.append(part == 0 ? "AND a.done_at IS NULL " : "AND a.done_at IS NOT NULL ");
    filter.job.ifPresent(_ -> conditions.append("AND a.job = :job "));
    filter.person.ifPresent(_ -> conditions.append("AND a.person_key = :person "));
    filter.kind.ifPresent(_ -> conditions.append("AND a.kind = :kind "));
    conditions.append("ORDER BY a.id DESC LIMIT :most");
    return database.read(handle -> {
      var query =
          handle
              .createQuery(conditions.toString())
              .bind("app", filter.app)
              .bind("before", before)
              .bind("most", most);
      filter.job.ifPresent(job -> query.bind("job", job.value()));
      filter.person.ifPresent(person -> query.bind("person", PlatformId.key(person)));
      filter.kind.ifPresent(kind -> query.bind("kind", EnumWord.of(kind)));
      return titled(query);
    });
  }

  private static List<Titled> titled(Query query) {
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
    var after = from.orElse(new After(0, Long.MAX_VALUE));
    var found = new ArrayList<Answered>();
    var ends = new ArrayList<After>();
    database.read(handle -> {
      for (var part = after.part; part <= 1 && found.size() <= most; part++) {
        var before = part == after.part ? after.id : Long.MAX_VALUE;
        announcements(handle, app, one, part, before, most + 1 - found.size(), found, ends);
      }
      return found;
    });
    return found.size() <= most
        ? new AnsweredPage(found, Optional.empty())
        : new AnsweredPage(found.subList(0, most), Optional.of(ends.get(most - 1)));
  }

  private static void announcements(
      Handle handle,
      AppName app,
      Optional<JobId> one,
      int part,
      long before,
      int most,
      List<Answered> found,
      List<After> ends) {
    var query =
        handle.createQuery(
            """
            SELECT c.job, c.written, c.pressed, c.unread, c.latest, job.title, a.received
            FROM answer_count c JOIN job ON job.id = c.job LEFT JOIN answer a ON a.id = c.latest
            WHERE c.app = :app AND c.latest < :before AND %s %s
            ORDER BY c.latest DESC LIMIT :most
            """
                .formatted(
                    part == 0 ? "c.unread > 0" : "c.unread = 0", one.isPresent() ? OF_ONE : ""));
    one.ifPresent(job -> query.bind("job", job.value()));
    query
        .bind("app", app)
        .bind("before", before)
        .bind("most", most)
        .map((row, _) -> {
          ends.add(new After(part, row.getLong("latest")));
          return found.add(
              new Answered(
                  new JobId(row.getLong("job")),
                  row.getString("title"),
                  row.getLong("written"),
                  row.getLong("pressed"),
                  row.getLong("unread"),
                  Moments.at(row, "received")));
        })
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
