package belfry.delivery;

import belfry.base.Time;
import belfry.jobs.Jobs;
import belfry.jobs.RecipientState;
import belfry.jobs.Run;
import belfry.jobs.RunId;
import belfry.jobs.Standing;
import belfry.jobs.Tally;
import belfry.pace.PaceMemory;
import belfry.pace.RetryAfter;
import belfry.people.Target;
import belfry.storage.Database;
import belfry.storage.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger in SQL, the same on SQLite and PostgreSQL. */
final class SqlLedger implements Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(SqlLedger.class);
  private static final String UNSOUND =
      "Its counts do not match its recipients, so it was set aside. Please report this.";

  private final String app;
  private final Database database;
  private final Jobs jobs;
  private final Time time;
  private final Duration leaseTtl;

  /** Runs set aside because their counts are wrong, as they stood then: until they change. */
  private final Map<RunId, Standing> unsound = new ConcurrentHashMap<>();

  private final LaneWatch watch;

  SqlLedger(String app, Database database, Jobs jobs, Time time, Duration leaseTtl) {
    this.app = app;
    this.database = database;
    this.jobs = jobs;
    this.time = time;
    this.leaseTtl = leaseTtl;
    watch = new LaneWatch(leaseTtl, time);
  }

  /**
   * A look that locks nothing tells whether it is worth trying: a node asks ten times in a lease,
   * and must not wait for the owner's transactions.
   */
  @Override
  public Optional<Acquired> acquire(String owner) {
    var row = look();
    if (row.isPresent() && !database.exclusive() && !watch.isFree(row.get(), owner)) {
      return Optional.empty();
    }
    var was = row.orElse(LaneRow.NEW);
    var until = time.now().plus(leaseTtl);
    return database.write(handle -> {
      if (row.isEmpty()) {
        handle.execute(
            """
            INSERT INTO lane (app, owner, epoch, expires_at, pace, trouble)
            VALUES (?, '', 0, 0, '', '') ON CONFLICT (app) DO NOTHING
            """,
            app);
      }
      return handle
          .createQuery(
              """
              UPDATE lane SET owner = :owner, epoch = epoch + 1, expires_at = :until,
                wanted_by = '', offered = 0
              WHERE app = :app AND owner = :was AND epoch = :epoch AND expires_at = :expires
              RETURNING epoch, pace
              """)
          .bind("owner", owner)
          .bind("until", until)
          .bind("app", app)
          .bind("was", was.owner())
          .bind("epoch", was.epoch())
          .bind("expires", was.expiresAt())
          .map((lane, _) ->
              new Acquired(
                  new Lease(app, owner, lane.getLong("epoch")),
                  pace(lane.getString("pace")),
                  restsUntil(handle)))
          .findOne();
    });
  }

  private Optional<LaneRow> look() {
    return database.read(handle ->
        handle
            .createQuery("SELECT owner, epoch, expires_at, wanted_by FROM lane WHERE app = ?")
            .bind(0, app)
            .map((row, _) ->
                new LaneRow(
                    row.getString("owner"),
                    row.getLong("epoch"),
                    Instant.ofEpochMilli(row.getLong("expires_at")),
                    row.getString("wanted_by")))
            .findOne());
  }

  /** Of all that began in the last hour: a rest may end sooner than one that began before it. */
  private Instant restsUntil(Handle handle) {
    return handle
        .createQuery(
            "SELECT ended FROM rest WHERE app = ? AND began > ? ORDER BY ended DESC LIMIT 1")
        .bind(0, app)
        .bind(1, time.now().minus(RetryAfter.LONGEST))
        .map((row, _) -> Instant.ofEpochMilli(row.getLong("ended")))
        .findOne()
        .orElse(Instant.EPOCH);
  }

  private static Optional<PaceMemory> pace(String json) {
    return json.isEmpty() ? Optional.empty() : Optional.of(Json.read(json, PaceMemory.class));
  }

  @Override
  public void release(Lease lease) {
    database.write(handle ->
        handle.execute(
            "UPDATE lane SET owner = '', expires_at = 0 WHERE app = ? AND owner = ? AND epoch = ?",
            lease.app(),
            lease.owner(),
            lease.epoch()));
  }

  /** The one statement that is renewal, lock and fence: no row means that the lane was lost. */
  static boolean renew(Handle handle, Lease lease, Instant until) {
    return handle.execute(
            "UPDATE lane SET expires_at = ? WHERE app = ? AND owner = ? AND epoch = ?",
            until,
            lease.app(),
            lease.owner(),
            lease.epoch())
        == 1;
  }

  /** The same, and keeps what the lane has to tell; which node asks for it, or none. */
  private static Optional<String> renew(
      Handle handle, Lease lease, Order order, Instant now, Duration leaseTtl) {
    return handle
        .createQuery(
            """
            UPDATE lane SET expires_at = ?, pace = ?, offered = ?,
              trouble_since = CASE WHEN trouble = ? THEN trouble_since ELSE ? END, trouble = ?
            WHERE app = ? AND owner = ? AND epoch = ?
            RETURNING wanted_by
            """)
        .bind(0, now.plus(leaseTtl))
        .bind(1, Json.write(order.pace()))
        .bind(2, order.offered() ? 1 : 0)
        .bind(3, order.trouble())
        .bind(4, now)
        .bind(5, order.trouble())
        .bind(6, lease.app())
        .bind(7, lease.owner())
        .bind(8, lease.epoch())
        .mapTo(String.class)
        .findOne();
  }

  @Override
  public Optional<List<Doubtful>> takeOver(Lease lease) {
    var runs = jobs.runs().open(app);
    var until = time.now().plus(leaseTtl);
    return database.write(handle -> {
      if (!renew(handle, lease, until)) {
        return Optional.empty();
      }
      for (var run : runs) {
        orphaned(handle, lease, run);
      }
      return Optional.of(
          runs.stream().flatMap(run -> doubtful(handle, run.id()).stream()).toList());
    });
  }

  private void orphaned(Handle handle, Lease lease, Run run) {
    var orphans =
        handle.execute(
            """
            UPDATE recipient SET state = 'unknown', doubted = 1
            WHERE run = ? AND state = 'sending' AND epoch < ?
            """,
            run.id().value(),
            lease.epoch());
    if (orphans > 0) {
      var moves = new Tally.Moves();
      moves.move(
          RecipientState.SENDING,
          RecipientLife.after(RecipientState.SENDING, new RecipientLife.Event.SenderLost()),
          orphans);
      jobs.runs().count(handle, run.id(), moves.tally(), 0, time.now());
    }
  }

  private static List<Doubtful> doubtful(Handle handle, RunId run) {
    return handle
        .createQuery(
            """
            SELECT seq, attempt_id, kind, target, intent_at FROM recipient
            WHERE run = ? AND state = 'unknown' ORDER BY seq
            """)
        .bind(0, run.value())
        .map((row, _) ->
            new Doubtful(
                run,
                row.getLong("seq"),
                row.getLong("attempt_id"),
                kind(row),
                row.getString("target"),
                Instant.ofEpochMilli(row.getLong("intent_at"))))
        .list();
  }

  static Target.Kind kind(ResultSet row) throws SQLException {
    return Target.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT));
  }

  @Override
  public List<Run> open() {
    return jobs.runs().open(app).stream()
        .filter(run -> !run.standing().equals(unsound.get(run.id())))
        .toList();
  }

  @Override
  public List<Long> retries(RunId run, long seq, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT seq FROM recipient WHERE run = ? AND state = 'retry' AND seq > ?
                ORDER BY seq LIMIT ?
                """)
            .bind(0, run.value())
            .bind(1, seq)
            .bind(2, most)
            .mapTo(Long.class)
            .list());
  }

  @Override
  public Turn turn(Lease lease, Order order) {
    var now = time.now();
    return database.write(handle ->
        renew(handle, lease, order, now, leaseTtl)
            .<Turn>map(wantedBy ->
                new SqlTurn(handle, jobs.runs(), lease, now).done(order, !wantedBy.isEmpty()))
            .orElseGet(Turn.Lost::new));
  }

  @Override
  public void late(Collection<Settlement> settlements, Collection<Rest> rests) {
    var now = time.now();
    database.write(handle ->
        new SqlTurn(handle, jobs.runs(), new Lease(app, "", 0), now).late(settlements, rests));
  }

  @Override
  public Set<RunId> finish(List<Run> runs) {
    return database.write(handle ->
        runs.stream().filter(run -> finish(handle, run)).map(Run::id).collect(Collectors.toSet()));
  }

  private boolean finish(Handle handle, Run run) {
    // Else a person's decision could come between the two countings.
    jobs.due().hold(handle, run);
    var counted = counted(handle, run.id());
    var standing = jobs.runs().standing(handle, run.id());
    if (!standing.addsUp() || !standing.tally().equals(counted)) {
      setAside(handle, run, standing, counted);
      return false;
    }
    return jobs.due().settle(handle, run);
  }

  /** It must not keep others from being closed, nor be counted again each second. */
  private void setAside(Handle handle, Run run, Standing standing, Tally counted) {
    if (standing.equals(unsound.put(run.id(), standing))) {
      return;
    }
    LOG.error(
        "App {}: run {} cannot be closed: its rows say {}, its counts say {} of {}. It is set aside until somebody decides about its recipients or Belfry starts again; all others go on. Please report this",
        app,
        run.id(),
        counted,
        standing.tally(),
        standing.total());
    if (!run.notes().contains(UNSOUND)) {
      var notes = new ArrayList<>(run.notes());
      notes.add(UNSOUND);
      jobs.runs().note(handle, run.id(), notes);
    }
  }

  static Tally counted(Handle handle, RunId run) {
    var counts = new EnumMap<RecipientState, Long>(RecipientState.class);
    handle
        .createQuery("SELECT state, COUNT(*) AS n FROM recipient WHERE run = ? GROUP BY state")
        .bind(0, run.value())
        .map((row, _) -> counts.put(RecipientState.read(row.getString("state")), row.getLong("n")))
        .list();
    return Tally.of(counts);
  }

  @Override
  public Set<String> recorded(String target, Instant since) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT r.message_id FROM run JOIN recipient r ON r.run = run.id AND r.target = ?
                WHERE run.app = ? AND (run.finished IS NULL OR run.finished >= ?)
                  AND r.message_id IS NOT NULL
                """)
            .bind(0, target)
            .bind(1, app)
            .bind(2, since)
            .mapTo(String.class)
            .collect(Collectors.toSet()));
  }
}
