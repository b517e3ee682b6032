package belfry.runs.followups;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RunLanes;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Follow-ups as rows. Their counts change only together with the messages that they count. */
public final class FollowUps {
  /** What is named among the rows that cannot be read if it cannot be said whom one is about. */
  public static final String PLANNING = "follow_up.planning";

  private static final String SELECT =
      """
      SELECT id, app, run, job, kind, part, only_for <> '' OR refused_by IS NOT NULL AS chosen, refused_by,
        markdown, gate, complete, started_by, started_by_name, created, started, finished,
        planned, retry, doing, unknown, done, refused, unclear, skipped
      FROM follow_up
      """;

  private static final String OF_RUN = SELECT + "WHERE run = ? ORDER BY id DESC";

  /**
   * One that has left, or may have left, the messages out of date for others: not a recall that was
   * stopped before it did anything. What was written down as settled from the first was not tried.
   */
  private static final String OUTDATES =
      """
      (gate <> 'closed' OR kind <> 'recall' OR skipped = 0 OR done > 0
        OR (refused + unclear > 0 AND EXISTS (
          SELECT 1 FROM follow_up_row tried WHERE tried.follow_up = follow_up.id
            AND (tried.state = 'refused' OR tried.state = 'unclear') AND tried.attempt > 0)))
      """;

  private static final RowMapper<Optional<FollowUp>> EACH =
      UnreadableRows.each("follow_up", FollowUps::readRow);

  private static final RowMapper<FollowUp> WHOLE =
      UnreadableRows.whole("follow_up", FollowUps::readRow);

  private final Database database;

  public FollowUps(Database database) {
    this.database = database;
  }

  public Optional<FollowUp> find(FollowUpId id) {
    return database.read(handle -> find(handle, id));
  }

  public static Optional<FollowUp> find(Handle handle, FollowUpId id) {
    return handle.createQuery(SELECT + "WHERE id = ?").bind(0, id.value()).map(WHOLE).findOne();
  }

  /** Those of a run that can be read, newest first. */
  public List<FollowUp> readable(RunId run) {
    return database.read(handle ->
        handle.createQuery(OF_RUN).bind(0, run.value()).map(EACH).stream()
            .flatMap(Optional::stream)
            .toList());
  }

  /** The run of this one; empty if there is none. */
  public Optional<RunId> run(FollowUpId id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT run FROM follow_up WHERE id = ?")
            .bind(0, id.value())
            .map((row, _) -> new RunId(row.getLong("run")))
            .findOne());
  }

  /** Those of a run, newest first, inside the caller's transaction. */
  public static List<FollowUp> of(Handle handle, RunId run) {
    return handle.createQuery(OF_RUN).bind(0, run.value()).map(WHOLE).list();
  }

  /** Whether others who got a run's messages now would get what is out of date. */
  public static boolean outdate(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT 1 FROM follow_up WHERE run = ? AND " + OUTDATES + " LIMIT 1")
        .bind(0, run.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * What recalls and corrections of a run have done so far.
   *
   * @param recalled how many messages
   * @param corrected how many messages, by the one correction that changed the most
   * @param recalling whether a recall is under way
   * @param outdated as {@link #outdate} says
   */
  public record Sum(
      long recalled, long corrected, boolean recalling, boolean correcting, boolean outdated) {
    public static final Sum NONE = new Sum(0, 0, false, false, false);
  }

  /** How many messages of a run cannot be changed any more. */
  public Correctable correctable(RunId run) {
    return database.read(handle -> Correctable.of(handle, run));
  }

  /** Those of these runs that have any. */
  public Map<RunId, Sum> sums(Collection<RunId> runs) {
    return runs.isEmpty()
        ? Map.of()
        : database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT run, SUM(CASE WHEN kind = 'recall' THEN done ELSE 0 END) AS recalled,
                      MAX(CASE WHEN kind = 'correction' THEN done ELSE 0 END) AS corrected,
                      SUM(CASE WHEN kind = 'recall' AND gate <> 'closed' THEN 1 ELSE 0 END) AS recalling,
                      SUM(CASE WHEN kind = 'correction' AND gate <> 'closed' THEN 1 ELSE 0 END) AS correcting,
                      SUM(CASE WHEN %s THEN 1 ELSE 0 END) AS outdating
                    FROM follow_up WHERE run IN (<runs>) GROUP BY run
                    """
                        .formatted(OUTDATES))
                .bindList("runs", runs.stream().map(RunId::value).toList())
                .map((row, _) -> Map.entry(new RunId(row.getLong("run")), sum(row)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  private static Sum sum(ResultSet row) throws SQLException {
    return new Sum(
        row.getLong("recalled"),
        row.getLong("corrected"),
        row.getLong("recalling") > 0,
        row.getLong("correcting") > 0,
        row.getLong("outdating") > 0);
  }

  /** Those of this app that are not closed and that can be read, oldest first. */
  public List<FollowUp> open(AppName app) {
    return database.read(handle -> open(handle, app));
  }

  /** Likewise, beside other questions. */
  public static List<FollowUp> open(Handle handle, AppName app) {
    return handle
        .createQuery(SELECT + "WHERE app = ? AND gate <> 'closed' ORDER BY id")
        .bind(0, app)
        .map(EACH)
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Whom it is only for; empty if it is for everybody. */
  public Optional<Audience> only(FollowUpId id) {
    return database.read(handle -> only(handle, id));
  }

  /** Likewise, beside other questions. */
  public static Optional<Audience> only(Handle handle, FollowUpId id) {
    return handle
        .createQuery("SELECT id, app, only_for FROM follow_up WHERE id = ?")
        .bind(0, id.value())
        .map(ONLY_FOR)
        .one();
  }

  private static final RowMapper<Optional<Audience>> ONLY_FOR =
      UnreadableRows.whole(
          "follow_up.audience",
          row -> {
            var json = row.getString("only_for");
            return json.isEmpty() ? Optional.empty() : Optional.of(Json.read(json, Audience.class));
          });

  /** The bot that sent the run's messages in a lane; empty if that was not recorded. */
  public Optional<PersonId> bot(RunId run, int lane) {
    return database.read(handle ->
        handle
            .createQuery("SELECT %s FROM run WHERE id = :id".formatted(RunLanes.BOT))
            .bind("id", run.value())
            .bind("lane", lane)
            .mapTo(String.class)
            .findOne()
            .flatMap(PersonId::parse));
  }

  /** Whether it is known where the run's first wave ended. */
  public static boolean hasWave(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT 1 FROM run WHERE id = ? AND wave_mark IS NOT NULL")
        .bind(0, run.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Inserts a new follow-up; {@code only} is empty if it is for everybody. */
  public static void insert(Handle handle, FollowUp followUp, Optional<Audience> only) {
    handle.execute(
        """
        INSERT INTO follow_up (id, app, run, job, kind, part, only_for, markdown, gate, complete, passes,
          scanned, next_number, started_by, started_by_name, created,
          planned, retry, doing, unknown, done, refused, unclear, skipped, refused_by)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, ?)
        """,
        followUp.id().value(),
        followUp.app(),
        followUp.run().value(),
        followUp.job().value(),
        EnumWord.of(followUp.kind()),
        EnumWord.of(followUp.part()),
        only.map(Json::write).orElse(""),
        followUp.markdown(),
        EnumWord.of(followUp.gate()),
        followUp.startedBy(),
        followUp.startedByName(),
        followUp.created(),
        followUp.refusedBy().map(FollowUpId::value).orElse(null));
  }

  /** Stops those of a run that are open; what was not begun will be skipped. */
  public static void stop(Handle handle, RunId run) {
    handle.execute(
        "UPDATE follow_up SET gate = 'stopping' WHERE run = ? AND gate = 'open'", run.value());
  }

  /** The same of this one only. */
  public static void stop(Handle handle, FollowUpId id) {
    handle.execute(
        "UPDATE follow_up SET gate = 'stopping' WHERE id = ? AND gate = 'open'", id.value());
  }

  /** How many of its messages are in each state, counted one by one. */
  public static FollowUpTally counted(Handle handle, FollowUpId id) {
    return FollowUpTally.of(
        handle
            .createQuery(
                "SELECT state, COUNT(*) AS count FROM follow_up_row WHERE follow_up = ? GROUP BY state")
            .bind(0, id.value())
            .reduceRows(
                new EnumMap<FollowUpState, Long>(FollowUpState.class),
                (counts, row) -> {
                  counts.put(
                      FollowUpState.read(row.getColumn("state", String.class)),
                      row.getColumn("count", Long.class));
                  return counts;
                }));
  }

  /**
   * Closes it if its last message is settled; false if it is closed already or something is open.
   */
  public static boolean close(Handle handle, FollowUpId id, Instant now) {
    return handle.execute(
            """
            UPDATE follow_up SET gate = 'closed', finished = ?
            WHERE id = ? AND gate <> 'closed' AND complete = 1
              AND planned + retry + doing + unknown = 0
            """,
            now,
            id.value())
        == 1;
  }

  /** Deletes those of a run, with at most {@code most} of their messages; returns how many. */
  public static int delete(Handle handle, RunId run, int most) {
    var rows =
        handle.execute(
            """
            DELETE FROM follow_up_row WHERE follow_up IN (SELECT id FROM follow_up WHERE run = ?)
              AND number IN (
                SELECT number FROM follow_up_row
                WHERE follow_up IN (SELECT id FROM follow_up WHERE run = ?)
                ORDER BY follow_up, number LIMIT ?)
            """,
            run.value(),
            run.value(),
            most);
    if (rows == 0) {
      handle.execute("DELETE FROM follow_up WHERE run = ?", run.value());
    }
    return rows;
  }

  private static Optional<FollowUpId> correction(long id) {
    return id == 0 ? Optional.empty() : Optional.of(new FollowUpId(id));
  }

  private static FollowUp readRow(ResultSet row) throws SQLException {
    return new FollowUp(
        new FollowUpId(row.getLong("id")),
        new AppName(row.getString("app")),
        new RunId(row.getLong("run")),
        new JobId(row.getLong("job")),
        EnumWord.read(FollowUp.Kind.class, row.getString("kind")),
        EnumWord.read(FollowUp.Part.class, row.getString("part")),
        row.getBoolean("chosen"),
        correction(row.getLong("refused_by")),
        row.getString("markdown"),
        EnumWord.read(FollowUp.Gate.class, row.getString("gate")),
        row.getInt("complete") == 1,
        new PersonId(row.getString("started_by")),
        row.getString("started_by_name"),
        Moments.at(row, "created"),
        Moments.find(row, "started"),
        Moments.find(row, "finished"),
        FollowUpTally.read(row));
  }
}
