package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.jobs.schedule.Ahead;
import belfry.jobs.schedule.Schedule;
import belfry.messages.AttachmentId;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Jobs as rows. */
public final class JobStore {
  /** Asked every second; a test sees that it does not read all jobs. */
  public static final String NEXT_DUE =
      "SELECT due FROM job WHERE state = 'scheduled' AND app = ? ORDER BY due LIMIT 1";

  /** A test sees that it reads an index only. */
  public static final String COUNTS =
      "SELECT state, COUNT(*) AS n FROM job WHERE app = ? GROUP BY state";

  private static final List<String> GIVEN_ONCE =
      columns("id app revision author author_name series planned created");

  private static final List<String> CHANGED =
      Stream.of(
              columns("state due run sender people spaces local_time zone rule grace urgent"),
              columns("hurried_by skipped ahead tested reference changed"),
              Draft.COLUMNS.stream().map(Draft.Column::name).toList())
          .flatMap(List::stream)
          .toList();

  /** By which jobs are found and sorted. */
  private static final List<String> DERIVED = columns("title search_key list_rank list_at");

  public static final String COLUMNS =
      Stream.of(GIVEN_ONCE, CHANGED).flatMap(List::stream).collect(Collectors.joining(", "));

  private static final String INSERT =
      Stream.of(GIVEN_ONCE, CHANGED, DERIVED)
          .flatMap(List::stream)
          .collect(
              Collectors.teeing(
                  Collectors.joining(", "),
                  Collectors.joining(", :"),
                  "INSERT INTO job (%s) VALUES (:%s) ON CONFLICT (series, planned) DO NOTHING"
                      ::formatted));

  private static final String UPDATE =
      Stream.of(CHANGED, DERIVED)
          .flatMap(List::stream)
          .map(column -> column + " = :" + column)
          .collect(
              Collectors.joining(
                  ", ", "UPDATE job SET revision = revision + 1, ", " WHERE id = :id"));

  /** What is left of its grace is enough to start a time. */
  private static final Duration TO_START = Duration.ofSeconds(5);

  /** What has not started by so long after its time, though others have, cannot be read. */
  public static final Duration STARTED = Duration.ofMinutes(1);

  private final Database database;

  private static List<String> columns(String names) {
    return List.of(names.strip().split("\\s+"));
  }

  public JobStore(Database database) {
    this.database = database;
  }

  public Optional<Job> find(AppName app, JobId id) {
    return database.read(handle -> find(handle, app, id));
  }

  /** For people: of one that cannot be read, what can. */
  public Optional<Job> seen(AppName app, JobId id) {
    return database.read(handle -> seen(handle, app, id));
  }

  static Optional<Job> seen(Handle handle, AppName app, JobId id) {
    return one(handle, app, id, JobRows.SEEN);
  }

  public static Optional<Job> find(Handle handle, AppName app, JobId id) {
    return one(handle, app, id, JobRows.WHOLE);
  }

  private static Optional<Job> one(Handle handle, AppName app, JobId id, RowMapper<Job> read) {
    return handle
        .createQuery("SELECT " + COLUMNS + " FROM job WHERE id = ? AND app = ?")
        .bind(0, id.value())
        .bind(1, app)
        .map(read)
        .findOne();
  }

  /**
   * Reads a job and locks it until the transaction ends. An update that changes nothing takes the
   * row's lock, on both engines.
   */
  public static Optional<Job> lock(Handle handle, AppName app, JobId id) {
    return handle
        .createQuery(
            "UPDATE job SET revision = revision WHERE id = ? AND app = ? RETURNING " + COLUMNS)
        .bind(0, id.value())
        .bind(1, app)
        .map(JobRows.WHOLE)
        .findOne();
  }

  /** Inserts a new job; false if its series already has one for this time. */
  public static boolean insert(Handle handle, Job job) {
    var isNew =
        bound(handle.createUpdate(INSERT), job, job.changed())
                .bind("app", job.app())
                .bind("revision", job.revision())
                .bind("author", job.author())
                .bind("author_name", job.authorName())
                .bind("series", job.occurrence().map(one -> one.series().value()).orElse(null))
                .bind("planned", millis(job.occurrence().flatMap(Occurrence::planned)))
                .bind("created", job.created())
                .execute()
            == 1;
    if (isNew) {
      JobWords.write(handle, job);
    }
    return isNew;
  }

  /** Saves a changed job under its next revision. */
  public static Job save(Handle handle, Job job, Instant now) {
    if (!JobWords.isWritten(handle, job)) {
      JobWords.write(handle, job);
    }
    JobNews.note(handle, job, now);
    if (ahead(job).isEmpty()) {
      PromiseRows.dropAside(handle, job.id());
    }
    bound(handle.createUpdate(UPDATE), job, now).execute();
    return find(handle, job.app(), job.id()).orElseThrow();
  }

  /** Binds the columns that inserts and updates share. */
  private static Update bound(Update statement, Job job, Instant changed) {
    Draft.COLUMNS.forEach(column -> column.bind(statement, job.draft()));
    return statement
        .bind("id", job.id().value())
        .bind("state", job.state().word())
        .bind("due", millis(job.state().dueTime()))
        .bind("run", job.state().runId().map(RunId::value).orElse(null))
        .bind("sender", job.sender())
        .bind("title", job.title())
        .bind("search_key", JobWords.key(job))
        .bind("people", job.people())
        .bind("spaces", job.spaces())
        .bind("local_time", job.schedule().local())
        .bind("zone", job.schedule().zone())
        .bind("rule", job.schedule().rule())
        .bind("grace", job.schedule().grace().toSeconds())
        .bind("urgent", job.schedule().urgent())
        .bind("hurried_by", job.schedule().hurriedBy().map(PersonId::value).orElse(""))
        .bind("skipped", Schedule.written(job.schedule().skipped()))
        .bind("ahead", ahead(job))
        .bind("tested", job.tested())
        .bind("reference", job.reference())
        .bind("changed", changed)
        .bind("list_rank", rank(job.state()))
        .bind("list_at", position(job.state(), changed));
  }

  /** What has started can no longer be undone. */
  private static String ahead(Job job) {
    return job.schedule().ahead().filter(_ -> job.isStarting()).map(Ahead::written).orElse("");
  }

  private static @Nullable Long millis(Optional<Instant> time) {
    return time.map(Instant::toEpochMilli).orElse(null);
  }

  /** Whether this time of a recurring job already has its job. */
  public static boolean hasOccurrence(Handle handle, JobId series, Instant planned) {
    return handle
        .createQuery("SELECT 1 FROM job WHERE series = ? AND planned = ?")
        .bind(0, series.value())
        .bind(1, planned)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Whether the time of this recurring job that is due then waits for other words: as long as these
   * can be undone, and if they do not start then, until it would be missed.
   */
  public static boolean awaitsChange(Handle handle, Job series, Instant due, Instant now) {
    var mayWait = due.plus(series.schedule().grace()).isAfter(now.plus(TO_START));
    return isChanging(handle, series.id(), mayWait ? Instant.EPOCH : now.minus(STARTED));
  }

  /** Whether this recurring job is to say something else as soon as what was sent now starts. */
  public static boolean isChanging(Handle handle, JobId series) {
    return isChanging(handle, series, Instant.EPOCH);
  }

  private static boolean isChanging(Handle handle, JobId series, Instant since) {
    return handle
        .createQuery(
            """
            SELECT 1 FROM job WHERE series = ? AND state = 'scheduled' AND ahead = ? AND due > ?
            LIMIT 1
            """)
        .bind(0, series.value())
        .bind(1, Ahead.OF_SERIES.written())
        .bind(2, since)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Moves a series to its next time. This does not change its revision, because no reader needs to
   * have seen it.
   */
  public static void goOn(Handle handle, Job series, Instant now, Instant next) {
    handle.execute(
        "UPDATE job SET due = ?, skipped = ?, list_at = ? WHERE id = ?",
        next,
        Schedule.written(series.schedule().skippedAfter(now)),
        position(new JobState.Scheduled(next), series.changed()),
        series.id().value());
  }

  /** Records that a test of exactly this content arrived. */
  public static void tested(Handle handle, Run run) {
    handle.execute(
        "UPDATE job SET tested = ? WHERE id = ?", run.content().digest(), run.job().value());
  }

  static void delete(Handle handle, Job job, Instant now) {
    JobNews.noteEnd(handle, job.id(), now);
    JobWords.delete(handle, job.id());
    PromiseRows.delete(handle, job.id());
    PromiseRows.dropAside(handle, job.id());
    handle.execute("DELETE FROM job WHERE id = ?", job.id().value());
  }

  /** Running jobs come first, then scheduled ones, then the rest. */
  private static int rank(JobState state) {
    return switch (state) {
      case JobState.Sending _, JobState.Paused _, JobState.Stopping _ -> 0;
      case JobState.Held _, JobState.Missed _ -> 1;
      case JobState.Scheduled _ -> 2;
      case JobState.Draft _, JobState.Finished _, JobState.Cancelled _ -> 3;
    };
  }

  /**
   * Soonest first for scheduled jobs, latest first for all others; lists are sorted by this number,
   * ascending.
   */
  private static long position(JobState state, Instant changed) {
    return state instanceof JobState.Scheduled(var due)
        ? due.toEpochMilli()
        : -changed.toEpochMilli();
  }

  /**
   * Ids of this app's scheduled jobs that are due, oldest time first, without what {@link
   * #awaitsChange waits for other words}.
   */
  public List<JobId> due(AppName app, Instant now, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM job WHERE state = 'scheduled' AND due <= ? AND app = ?
                  AND NOT EXISTS (
                    SELECT 1 FROM job one
                    WHERE one.series = job.id AND one.state = 'scheduled' AND one.ahead = ?
                      AND (job.due + 1000 * job.grace > ? OR one.due > ?))
                ORDER BY due, id LIMIT ?
                """)
            .bind(0, now)
            .bind(1, app)
            .bind(2, Ahead.OF_SERIES.written())
            .bind(3, now.plus(TO_START))
            .bind(4, now.minus(STARTED))
            .bind(5, most)
            .map((row, _) -> new JobId(row.getLong("id")))
            .list());
  }

  /** When the next scheduled job of this app is due. */
  public static Optional<Instant> nextDue(Handle handle, AppName app) {
    return handle.createQuery(NEXT_DUE).bind(0, app).mapTo(Instant.class).findOne();
  }

  /** Those of this sender's that are scheduled, or due while nobody has them. */
  public List<JobId> notBegunBy(AppName app, PersonId sender) {
    return some(
        app,
        sender,
        """
        sender = :person AND (state = 'scheduled' OR (state = 'sending' AND EXISTS (
          SELECT 1 FROM run WHERE run.id = job.run AND gate = 'open' AND %s)))
        """
            .formatted(Runs.NOBODY_HAS));
  }

  /** Those that are urgent and have to do with this person. */
  public List<JobId> urgentOf(AppName app, PersonId person) {
    return some(
        app,
        person,
        "state = 'scheduled' AND urgent <> '' AND (sender = :person OR hurried_by = :person)");
  }

  private List<JobId> some(AppName app, PersonId person, String which) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM job WHERE app = :app AND %s
                ORDER BY due, id
                """
                    .formatted(which))
            .bind("app", app)
            .bind("person", person)
            .map((row, _) -> new JobId(row.getLong("id")))
            .list());
  }

  /** A row of a list, with its position in the sort order. */
  private record Listed(Job job, int rank, long at) {
    JobQuery.After place() {
      return new JobQuery.After(rank, at, job.id().value());
    }
  }

  public JobQuery.Page page(JobQuery query) {
    var found = list(query, query.most() + 1);
    var page = found.subList(0, Math.min(found.size(), query.most()));
    var jobs = page.stream().map(Listed::job).toList();
    return new JobQuery.Page(
        jobs,
        found.size() <= query.most() ? Optional.empty() : Optional.of(page.getLast().place()));
  }

  private List<Listed> list(JobQuery query, int most) {
    var where = new ArrayList<String>();
    where.add("app = :app");
    if (!query.states().isEmpty()) {
      where.add("state IN ('" + String.join("', '", query.states()) + "')");
    }
    query.author().ifPresent(_ -> where.add("author = :author"));
    query.series().ifPresent(_ -> where.add("series = :series"));
    // The index holds those that have one only.
    query.reference().ifPresent(_ -> where.add("reference = :reference AND reference <> ''"));
    query.from().ifPresent(_ -> where.add("created >= :from"));
    query.until().ifPresent(_ -> where.add("created < :until"));
    var search = JobWords.of(query.words());
    where.addAll(search.conditions());
    query.after().ifPresent(_ -> where.add("(list_rank, list_at, id) > (:rank, :at, :id)"));
    var sql =
        "SELECT %s, list_rank, list_at FROM job WHERE %s ORDER BY list_rank, list_at, id LIMIT :most"
            .formatted(COLUMNS, String.join(" AND ", where));
    return database.read(handle -> {
      var statement = handle.createQuery(sql).bind("app", query.app()).bind("most", most);
      query.author().ifPresent(author -> statement.bind("author", author));
      query.series().ifPresent(series -> statement.bind("series", series.value()));
      query.reference().ifPresent(reference -> statement.bind("reference", reference));
      query.from().ifPresent(from -> statement.bind("from", from));
      query.until().ifPresent(until -> statement.bind("until", until));
      search.bind(statement);
      query
          .after()
          .ifPresent(after ->
              statement.bind("rank", after.rank()).bind("at", after.at()).bind("id", after.id()));
      return statement
          .map((row, context) ->
              new Listed(
                  JobRows.SEEN.map(row, context), row.getInt("list_rank"), row.getLong("list_at")))
          .list();
    });
  }

  /** How many jobs of this app are in each state. */
  public Map<String, Integer> counts(AppName app) {
    return database.read(handle -> {
      var counts = new TreeMap<String, Integer>();
      handle
          .createQuery(COUNTS)
          .bind(0, app)
          .map((row, _) -> counts.put(row.getString("state"), row.getInt("n")))
          .list();
      return counts;
    });
  }

  /** Whether any job's audience is stored with these words in it, as {@code LIKE} has them. */
  public static boolean inAudience(Handle handle, String words) {
    return handle
        .createQuery("SELECT 1 FROM job WHERE audience LIKE ? LIMIT 1")
        .bind(0, words)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Those of these files that a job refers to. */
  public static Set<AttachmentId> attachments(Handle handle, Collection<AttachmentId> files) {
    return handle
        .createQuery("SELECT attachment FROM job WHERE attachment IN (<files>)")
        .bindList("files", files.stream().map(AttachmentId::value).toList())
        .map((row, _) -> new AttachmentId(row.getLong("attachment")))
        .collect(Collectors.toSet());
  }
}
