package belfry.runs;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.messages.AttachmentId;
import belfry.messages.Card;
import belfry.people.audience.Audience;
import belfry.platform.ShownContent;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RunLanes;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.UnreadableRows;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/**
 * Runs as rows. The gate and the counts are changed only here, always in the transaction of the
 * rows they describe. Both update the run's row, so a cancel and an intent wait for each other.
 */
public final class Runs {
  /** So many runs are looked into for one part of an answer. */
  public static final int SOME = 500;

  /** Whatever was tried, nobody has it, nor is it in doubt. */
  public static final String NOBODY_HAS = "run.sending + run.unknown + run.held + run.sent = 0";

  private static final String SELECT = select(RunRows.PROGRESS);

  private static final String OPEN = SELECT + "WHERE app = ? AND gate <> 'closed' ORDER BY id";

  /**
   * Without those that are written down and have nobody for this bot. Asked every second: a test
   * sees that it does not read closed runs, and for thousands of open ones PostgreSQL must not take
   * it for so long a question that it compiles it.
   */
  static final String OPEN_IN_LANE =
      select(RunRows.PROGRESS_BESIDE_LANE)
          + """
          LEFT JOIN run_lane ours ON ours.run = run.id AND ours.lane = :lane
          WHERE app = :app AND gate <> 'closed'
            AND (:lane = 0 OR expanded = 0 OR ours.run IS NOT NULL)
          ORDER BY id
          """;

  private static String select(String progress) {
    return """
    SELECT id, app, job, kind, notice, markdown, attachment, card, on_unknown, first_wave, started_by, urgent, late, notes, question, created, finished,
      %sFROM run
    """
        .formatted(progress);
  }

  private final Database database;

  public Runs(Database database) {
    this.database = database;
  }

  public Optional<Run> find(RunId id) {
    return database.read(handle -> find(handle, id));
  }

  /** Those of these runs that exist and that can be read, in one query. */
  public Map<RunId, Run> find(Collection<RunId> ids) {
    return ids.isEmpty()
        ? Map.of()
        : database.read(handle ->
            handle
                .createQuery(SELECT + "WHERE id IN (<ids>)")
                .bindList("ids", ids.stream().map(RunId::value).toList())
                .map(RunRows.EACH)
                .stream()
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(Run::id, run -> run)));
  }

  public static Optional<Run> find(Handle handle, RunId id) {
    return handle
        .createQuery(SELECT + "WHERE id = ?")
        .bind(0, id.value())
        .map(RunRows.WHOLE)
        .findOne();
  }

  /** Likewise; empty also if it cannot be read. */
  public static Optional<Run> readable(Handle handle, RunId id) {
    return handle
        .createQuery(SELECT + "WHERE id = ?")
        .bind(0, id.value())
        .map(RunRows.EACH)
        .findOne()
        .flatMap(run -> run);
  }

  private static final RowMapper<Audience> AUDIENCE =
      UnreadableRows.whole(
          "run.audience", row -> Json.read(row.getString("audience"), Audience.class));

  /** The runs of a job, whose ends nobody waits for: what has not left is not sent any more. */
  public static void giveUp(Handle handle, JobId job, Instant now) {
    handle
        .createQuery("SELECT id FROM run WHERE job = ? AND gate <> 'closed'")
        .bind(0, job.value())
        .map((row, _) -> new RunId(row.getLong("id")))
        .list()
        .forEach(run -> giveUp(handle, run, now));
  }

  /** No lane closes one that it cannot read. */
  private static void giveUp(Handle handle, RunId run, Instant now) {
    if (readable(handle, run).isPresent()) {
      handle.execute("UPDATE run SET gate = 'stopping' WHERE id = ?", run.value());
    } else {
      handle.execute(
          "UPDATE run SET gate = 'closed', finished = ?, double_checked = ? WHERE id = ?",
          now,
          now,
          run.value());
    }
  }

  /** The run's audience; read only when the run is expanded. */
  public Audience audience(RunId id) {
    return database.read(handle -> audience(handle, id));
  }

  static Audience audience(Handle handle, RunId id) {
    return handle
        .createQuery("SELECT id, app, audience FROM run WHERE id = ?")
        .bind(0, id.value())
        .map(AUDIENCE)
        .one();
  }

  /** Runs of this app that are not closed and that can be read, oldest first. */
  public List<Run> open(AppName app) {
    return database.read(handle -> open(handle, app));
  }

  /** Likewise, beside other questions. */
  public static List<Run> open(Handle handle, AppName app) {
    return handle.createQuery(OPEN).bind(0, app).map(RunRows.EACH).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Likewise, what one of its bots may have something to do with. */
  public static List<Run> open(Handle handle, AppName app, int lane) {
    return handle
        .createQuery(OPEN_IN_LANE)
        .bind("app", app)
        .bind("lane", lane)
        .map(RunRows.EACH)
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** What these apps sent before a run, the newest first, without notices. */
  public static List<Long> newest(Handle handle, Collection<AppName> apps, long before, int most) {
    return apps.stream()
        .flatMap(app ->
            handle
                .createQuery(
                    """
                    SELECT id FROM run WHERE app = ? AND id < ? AND notice = 0
                      AND NOT EXISTS (SELECT 1 FROM deleted_run WHERE deleted_run.run = run.id)
                    ORDER BY id DESC LIMIT ?
                    """)
                .bind(0, app)
                .bind(1, before)
                .bind(2, most)
                .mapTo(Long.class)
                .list()
                .stream())
        .sorted(Comparator.reverseOrder())
        .limit(most)
        .toList();
  }

  /** Inserts a new run; false if this job already has one for this time. */
  public static boolean insert(Handle handle, Run run, Audience audience, Instant plannedAt) {
    return handle.execute(
            """
            INSERT INTO run (id, app, job, kind, notice, planned_at, gate, expanded, markdown, attachment,
              card, audience, reminds, on_unknown, first_wave, started_by, urgent, late, notes, created, next_seq, total,
              pending, retry, sending, unknown, held, sent, failed, skipped)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            ON CONFLICT (job, kind, planned_at) DO NOTHING
            """,
            run.id().value(),
            run.app(),
            run.job().value(),
            run.kind().word(),
            run.kind() == Run.Kind.NOTICE ? 1 : 0,
            plannedAt,
            EnumWord.of(run.progress().gate()),
            run.content().markdown(),
            run.content().attachment().map(AttachmentId::value).orElse(null),
            run.content().card().map(Card::json).orElse(""),
            Json.write(audience),
            Acknowledgements.reminded(handle, run, audience).map(RunId::value).orElse(null),
            EnumWord.of(run.onUnknown()),
            run.firstWave().map(Json::write).orElse(""),
            run.startedBy(),
            run.urgent() ? 1 : 0,
            run.late() ? 1 : 0,
            Json.write(run.notes()),
            run.created())
        == 1;
  }

  /**
   * Records that the audience is complete: the run may begin, unless it is paused or cancelled.
   *
   * @param counts the numbers of pending and skipped recipients
   * @return false if it had already been recorded
   */
  public boolean expanded(Handle handle, RunId id, Tally counts, List<String> notes) {
    return handle.execute(
            """
            UPDATE run SET expanded = 1, notes = ?, total = ?, pending = ?, skipped = ?
            WHERE id = ? AND expanded = 0
            """,
            Json.write(notes),
            counts.total(),
            counts.pending(),
            counts.skipped(),
            id.value())
        == 1;
  }

  /** Adds notes for the run's readers. */
  public boolean note(Handle handle, RunId id, List<String> notes) {
    return handle.execute("UPDATE run SET notes = ? WHERE id = ?", Json.write(notes), id.value())
        == 1;
  }

  /**
   * What a lane may claim of a run that has never been tried.
   *
   * @param from its next number
   * @param split whether the run's own row does not say what its next number is
   * @param until the end of its first wave, until the run goes on
   * @param reminds the run whose silent recipients it is for, if it is a reminder
   * @param restored whether a backup was restored, since which some may have been sent to
   */
  record Passed(long from, long until, boolean split, Optional<RunId> reminds, boolean restored) {}

  /**
   * Passes the gate: if the run is open and not over, and its counts are sound, locks the row until
   * the transaction ends, so that no cancel can intervene, and says where the claims go on. The bot
   * that sends is recorded; of several, only that there were.
   */
  Optional<Passed> pass(Handle handle, RunId id, int lane, Optional<PersonId> bot, Instant now) {
    return handle
        .createQuery(
            """
            UPDATE run SET bot = CASE WHEN bot = '' THEN :bot WHEN :bot = '' OR bot = :bot THEN bot
              ELSE 'several' END
            WHERE id = :id AND gate = 'open' AND expanded = 1 AND (ends IS NULL OR ends > :now)
              AND pending + retry + sending + unknown + held + sent + failed + skipped = total
              AND pending >= 0 AND retry >= 0 AND sending >= 0 AND unknown >= 0 AND held >= 0
              AND sent >= 0 AND failed >= 0 AND skipped >= 0
            RETURNING %s AS front, COALESCE(wave_end, total) AS until, reminds, restored,
              %s AS split
            """
                .formatted(RunLanes.FRONT, RunLanes.SPLIT))
        .bind("now", now)
        .bind("bot", bot.map(PersonId::value).orElse(""))
        .bind("id", id.value())
        .bind("lane", lane)
        .map((row, _) ->
            new Passed(
                row.getLong("front"),
                row.getLong("until"),
                row.getBoolean("split"),
                Acknowledgements.reminds(row),
                row.getLong("restored") >= 0))
        .findOne();
  }

  /**
   * Adds a change to the counts; returns the run's progress, if it is there and can be read.
   *
   * @param lane the number of the bot that sends
   */
  public Optional<RunProgress> count(
      Handle handle, RunId id, Tally change, long nextSeq, int lane, Instant now) {
    return handle
        .createQuery(
            """
            UPDATE run SET
              pending = pending + :pending, retry = retry + :retry, sending = sending + :sending,
              unknown = unknown + :unknown, held = held + :held, sent = sent + :sent,
              failed = failed + :failed, skipped = skipped + :skipped,
              next_seq = CASE WHEN next_seq < :nextSeq THEN :nextSeq ELSE next_seq END,
              started = CASE WHEN started IS NULL AND (:sending > 0 OR :unknown > 0) THEN :now
                ELSE started END,
              sending_ended = CASE
                WHEN pending + retry + sending + :pending + :retry + :sending > 0 THEN NULL
                WHEN sending_ended IS NULL THEN :now ELSE sending_ended END
            WHERE id = :id
            RETURNING id, app,
            """
                + RunRows.PROGRESS_IN_LANE)
        .bindMethods(change)
        .bind("nextSeq", nextSeq)
        .bind("now", now)
        .bind("id", id.value())
        .bind("lane", lane)
        .map(UnreadableRows.each("run", RunRows::progress))
        .findOne()
        .flatMap(progress -> progress);
  }

  /** The run's progress, inside the caller's transaction. */
  public RunProgress progress(Handle handle, RunId id) {
    return handle
        .createQuery("SELECT id, app, " + RunRows.PROGRESS + "FROM run WHERE id = ?")
        .bind(0, id.value())
        .map((row, _) -> UnreadableRows.read("run", row, RunRows::progress))
        .one();
  }

  /** Likewise, as one of its bots has come. */
  public RunProgress progress(Handle handle, RunId id, int lane) {
    return handle
        .createQuery("SELECT id, app, " + RunRows.PROGRESS_IN_LANE + "FROM run WHERE id = :id")
        .bind("id", id.value())
        .bind("lane", lane)
        .map((row, _) -> UnreadableRows.read("run", row, RunRows::progress))
        .one();
  }

  /** This answers the run's question, if it has one, unless it is a pause. */
  public static void setGate(Handle handle, RunId id, Run.Gate gate, Instant now) {
    RunWaves.setGate(handle, id, gate);
    handle
        .createUpdate(
            """
            UPDATE run SET
              gate = :gate,
              question = CASE WHEN :gate = 'paused' THEN question ELSE '' END,
              waited = waited + CASE
                WHEN waits_since IS NULL OR :gate = 'paused' THEN 0 ELSE :now - waits_since END,
              waits_since = CASE
                WHEN started IS NULL OR :gate <> 'paused' THEN NULL
                ELSE COALESCE(waits_since, :now) END,
              went_on = CASE
                WHEN :gate = 'open' AND (gate = 'paused' OR waits_since IS NOT NULL) THEN :now
                ELSE went_on END
            WHERE id = :id AND gate <> 'closed'
            """)
        .bind("gate", EnumWord.of(gate))
        .bind("now", now)
        .bind("id", id.value())
        .execute();
  }

  /** Whether it is also sent during quiet hours, from now on. */
  public static void setUrgent(Handle handle, RunId id, boolean urgent) {
    handle.execute("UPDATE run SET urgent = ? WHERE id = ?", urgent ? 1 : 0, id.value());
  }

  /** Pauses the run with a question; nothing begins until a person has answered. */
  public static void request(Handle handle, RunId id, String question, Instant now) {
    handle.execute(
        """
        UPDATE run SET gate = 'paused', question = ?,
          waits_since = CASE WHEN started IS NULL THEN NULL ELSE COALESCE(waits_since, ?) END
        WHERE id = ? AND (gate = 'open' OR gate = 'paused')
        """,
        question,
        now,
        id.value());
  }

  /**
   * Likewise, if it is open and nobody has it or may have it; false if not. Whoever begins somebody
   * changes the same row.
   */
  public static boolean requestBefore(Handle handle, RunId id, String question, Instant now) {
    return handle.execute(
            """
            UPDATE run SET gate = 'paused', question = ?,
              waits_since = CASE WHEN started IS NULL THEN NULL ELSE COALESCE(waits_since, ?) END
            WHERE id = ? AND gate = 'open' AND %s
            """
                .formatted(NOBODY_HAS),
            question,
            now,
            id.value())
        == 1;
  }

  /** Closes a run without open recipients; false if it is already closed or something is open. */
  public static boolean close(Handle handle, RunId id, Instant now) {
    return handle.execute(
            """
            UPDATE run SET gate = 'closed', finished = ?
            WHERE id = ? AND gate <> 'closed' AND expanded = 1 AND question = ''
              AND pending + retry + sending + unknown = 0
            """,
            now,
            id.value())
        == 1;
  }

  /** Opens a finished run again; it will get another double check afterwards. */
  public static void reopen(Handle handle, RunId id) {
    handle.execute(
        """
        UPDATE run SET gate = 'open', finished = NULL, double_checked = NULL WHERE id = ? AND gate = 'closed'
        """,
        id.value());
  }

  /** The numbers of the bots for whom somebody of this run may still wait. */
  public List<Integer> waitedFor(RunId id) {
    return database.read(handle -> RunLanes.waitedFor(handle, id));
  }

  /** How the platform showed this run's content when it first accepted it; empty before. */
  public Optional<ShownContent> echo(RunId id) {
    return database
        .read(handle ->
            handle
                .createQuery("SELECT echo FROM run WHERE id = ?")
                .bind(0, id.value())
                .mapTo(String.class)
                .findOne())
        .filter(json -> !json.isEmpty())
        .map(json -> Json.read(json, ShownContent.class));
  }

  /** Only the first echo is kept, because the basis for comparisons must not change. */
  public static void keepEcho(Handle handle, RunId id, ShownContent shown) {
    handle.execute(
        "UPDATE run SET echo = ? WHERE id = ? AND echo = ''", Json.write(shown), id.value());
  }

  /** Finished runs of this app with people whose addresses may be missing. */
  public List<RunId> withoutAddresses(AppName app) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM run WHERE app = ? AND addressed = 0 AND gate = 'closed'
                ORDER BY id LIMIT 100
                """)
            .bind(0, app)
            .map((row, _) -> new RunId(row.getLong("id")))
            .list());
  }

  /** Records that no findable addresses are missing any more. */
  public void addressed(RunId id) {
    database.write(
        handle -> handle.execute("UPDATE run SET addressed = 1 WHERE id = ?", id.value()));
  }

  /** Whether a run of this app is sending. The first condition allows the index of open runs. */
  public boolean isSending(AppName app) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT 1 FROM run WHERE app = ? AND gate <> 'closed' AND gate = 'open' LIMIT 1")
            .bind(0, app)
            .mapTo(Integer.class)
            .findOne()
            .isPresent());
  }

  /** Begins a new wave, for recipients that a person chose to retry. */
  public int nextWave(Handle handle, RunId id) {
    return handle
        .createQuery("UPDATE run SET wave = wave + 1 WHERE id = ? RETURNING wave")
        .bind(0, id.value())
        .mapTo(Integer.class)
        .one();
  }
}
