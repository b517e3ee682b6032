package belfry.delivery;

import belfry.base.Time;
import belfry.jobs.Jobs;
import belfry.jobs.RecipientState;
import belfry.jobs.Run;
import belfry.jobs.RunId;
import belfry.jobs.RunProgress;
import belfry.jobs.Tally;
import belfry.pace.PaceMemory;
import belfry.pace.RetryAfter;
import belfry.people.Target;
import belfry.platform.Dating;
import belfry.platform.ShownContent;
import belfry.storage.Database;
import belfry.storage.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger in SQL, the same on SQLite and PostgreSQL. */
final class SqlLedger implements Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(SqlLedger.class);
  private static final String UNSOUND =
      "Its counts do not match its recipients, so it was set aside. Please report this.";

  /** In so many of the last runs a message that is certainly there is looked for. */
  private static final int CONTROLS_FROM = 20;

  /** Of each of which so many of the last recipients are gone through. */
  private static final int CONTROLS_AMONG = 2_000;

  private final String app;
  private final Database database;
  private final Jobs jobs;
  private final Time time;
  private final Duration leaseTtl;

  /** Runs set aside because their counts are wrong, as they stood then: until they change. */
  private final Map<RunId, RunProgress> unsound = new ConcurrentHashMap<>();

  private final LeaseWatch watch;

  SqlLedger(String app, Database database, Jobs jobs, Time time, Duration leaseTtl) {
    this.app = app;
    this.database = database;
    this.jobs = jobs;
    this.time = time;
    this.leaseTtl = leaseTtl;
    watch = new LeaseWatch(leaseTtl, time);
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
              RETURNING epoch, pace, bot, lag, clock_least, clock_most, stranger
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
                  restsUntil(handle),
                  kept(lane)))
          .findOne();
    });
  }

  private static Kept kept(ResultSet lane) throws SQLException {
    var least = Duration.ofMillis(lane.getLong("clock_least"));
    var most = Duration.ofMillis(lane.getLong("clock_most"));
    var clock =
        lane.wasNull() ? Optional.<ClockRange>empty() : Optional.of(new ClockRange(least, most));
    var stranger = lane.getLong("stranger");
    var seen =
        lane.wasNull() ? Optional.<Instant>empty() : Optional.of(Instant.ofEpochMilli(stranger));
    return new Kept(lane.getString("bot"), Duration.ofMillis(lane.getLong("lag")), clock, seen);
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
            UPDATE lane SET expires_at = :until, pace = :pace, offered = :offered,
              bot = CASE WHEN :bot = '' THEN bot ELSE :bot END, lag = :lag,
              clock_least = :clockLeast, clock_most = :clockMost, stranger = :stranger,
              trouble_since = CASE WHEN trouble = :trouble THEN trouble_since ELSE :now END,
              trouble = :trouble
            WHERE app = :app AND owner = :owner AND epoch = :epoch
            RETURNING wanted_by
            """)
        .bind("until", now.plus(leaseTtl))
        .bind("pace", Json.write(order.pace()))
        .bind("offered", order.offered() ? 1 : 0)
        .bind("bot", order.kept().bot())
        .bind("lag", order.kept().lag().toMillis())
        .bind("clockLeast", millis(order.kept().clock().map(ClockRange::least)))
        .bind("clockMost", millis(order.kept().clock().map(ClockRange::most)))
        .bind("stranger", order.kept().stranger().map(Instant::toEpochMilli).orElse(null))
        .bind("trouble", order.trouble())
        .bind("now", now)
        .bind("app", lease.app())
        .bind("owner", lease.owner())
        .bind("epoch", lease.epoch())
        .mapTo(String.class)
        .findOne();
  }

  private static @Nullable Long millis(Optional<Duration> duration) {
    return duration.map(Duration::toMillis).orElse(null);
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

  /** The lane still names the bot of who sent them: nobody else has sent since. */
  private void orphaned(Handle handle, Lease lease, Run run) {
    var orphans =
        handle.execute(
            """
            UPDATE recipient SET state = 'unknown', doubted = 1,
              bot = (SELECT bot FROM lane WHERE app = ?)
            WHERE run = ? AND state = 'sending' AND epoch < ?
            """,
            lease.app(),
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
            SELECT seq, attempt_id, kind, target, intent_at, intent_leeway, bot FROM recipient
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
                dated(row),
                row.getString("bot")))
        .list();
  }

  private static Dating dated(ResultSet row) throws SQLException {
    var certain = Instant.ofEpochMilli(row.getLong("intent_at"));
    return new Dating(certain.minusMillis(row.getLong("intent_leeway")), certain);
  }

  /** How much earlier than certain it may be dated, in milliseconds. */
  static long leeway(Dating dated) {
    return Duration.between(dated.possible(), dated.certain()).toMillis();
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

  /** What became of an attempt to close a run. */
  private sealed interface Ending {
    record Closed(RunId run) implements Ending {}

    record StillOpen() implements Ending {}

    /** Its rows and its counts contradict each other. */
    record Unsound(RunId run, RunProgress standing, Tally counted) implements Ending {}
  }

  @Override
  public Set<RunId> finish(List<Run> runs) {
    var endings =
        database.<List<Ending>>write(
            handle -> runs.stream().map(run -> finish(handle, run)).toList());
    var closed = new HashSet<RunId>();
    for (var ending : endings) {
      switch (ending) {
        case Ending.Closed(var run) -> closed.add(run);
        case Ending.StillOpen() -> {}
        // Not before its note is durable.
        case Ending.Unsound found -> setAside(found);
      }
    }
    return closed;
  }

  private Ending finish(Handle handle, Run run) {
    // Else a person's decision could come between the two countings.
    jobs.due().hold(handle, run);
    var counted = counted(handle, run.id());
    var standing = jobs.runs().standing(handle, run.id());
    if (!standing.addsUp() || !standing.tally().equals(counted)) {
      noteUnsound(handle, run);
      return new Ending.Unsound(run.id(), standing, counted);
    }
    return jobs.due().settle(handle, run) ? new Ending.Closed(run.id()) : new Ending.StillOpen();
  }

  private void noteUnsound(Handle handle, Run run) {
    if (!run.notes().contains(UNSOUND)) {
      var notes = new ArrayList<>(run.notes());
      notes.add(UNSOUND);
      jobs.runs().note(handle, run.id(), notes);
    }
  }

  /** It must not keep others from being closed, nor be counted again each second. */
  private void setAside(Ending.Unsound found) {
    if (!found.standing.equals(unsound.put(found.run, found.standing))) {
      LOG.error(
          "App {}: run {} cannot be closed: its rows say {}, its counts say {} of {}. It is set aside until somebody decides about its recipients or Belfry starts again; all others go on. Please report this",
          app,
          found.run,
          found.counted,
          found.standing.tally(),
          found.standing.total());
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

  /** By what is recorded, never by when: no clock of ours may hide a message that is. */
  @Override
  public Known known(String target, Collection<String> messageIds, Instant since) {
    var held = new HashSet<String>();
    var vouched = new boolean[1];
    database.read(handle ->
        handle
            .createQuery(
                """
                SELECT r.state, r.message_id, r.warned, r.intent_at, r.settled_at FROM run
                JOIN recipient r ON r.run = run.id AND r.target = ?
                WHERE run.app = ? AND (r.state = 'sent' OR r.state = 'held' OR r.warned > 0)
                """)
            .bind(0, target)
            .bind(1, app)
            .map((row, _) -> {
              var message = row.getString("message_id");
              if (message != null) {
                held.add(message);
              }
              var state = RecipientState.read(row.getString("state"));
              var nameless = state == RecipientState.SENT && message == null;
              var uncertain = nameless || state == RecipientState.HELD || row.getInt("warned") > 0;
              vouched[0] |= uncertain && intendedAt(row) >= since.toEpochMilli();
              return state;
            })
            .list());
    return new Known(Known.among(messageIds, held), vouched[0]);
  }

  /** Of an intent while no clock was known it is only known when it was settled. */
  private static long intendedAt(ResultSet row) throws SQLException {
    var intent = row.getLong("intent_at");
    return intent == Dating.UNKNOWN.certain().toEpochMilli() ? row.getLong("settled_at") : intent;
  }

  @Override
  public List<String> sent(RunId run, List<Long> from) {
    return database.read(handle ->
        from.stream().flatMap(seq -> sentFrom(handle, run, seq).stream()).distinct().toList());
  }

  /** Nobody is looked for far from there: in a long run that has just begun it would take long. */
  private static Optional<String> sentFrom(Handle handle, RunId run, long seq) {
    return handle
        .createQuery(
            """
            SELECT target FROM recipient
            WHERE run = ? AND seq >= ? AND seq < ? AND kind = 'person' AND state = 'sent'
              AND message_id IS NOT NULL
            ORDER BY seq LIMIT 1
            """)
        .bind(0, run.value())
        .bind(1, seq)
        .bind(2, seq + CONTROLS_AMONG)
        .mapTo(String.class)
        .findOne();
  }

  @Override
  public Optional<ShownContent> echo(RunId run) {
    return database
        .read(handle ->
            handle
                .createQuery("SELECT echo FROM run WHERE id = ?")
                .bind(0, run.value())
                .mapTo(String.class)
                .findOne())
        .filter(json -> !json.isEmpty())
        .map(json -> Json.read(json, ShownContent.class));
  }

  @Override
  public Wire.Contact contact(String target) {
    var contacts =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT r.email, COALESCE(r.room_id, '') AS room FROM run
                    JOIN recipient r ON r.run = run.id AND r.target = ?
                    WHERE run.app = ? ORDER BY run.id DESC
                    """)
                .bind(0, target)
                .bind(1, app)
                .map((row, _) -> new Wire.Contact(row.getString("email"), row.getString("room")))
                .list());
    return new Wire.Contact(
        first(contacts, Wire.Contact::email), first(contacts, Wire.Contact::room));
  }

  private static String first(List<Wire.Contact> contacts, Function<Wire.Contact, String> part) {
    return contacts.stream().map(part).filter(text -> !text.isEmpty()).findFirst().orElse("");
  }

  @Override
  public Optional<Wire.Control> control(RunId run, Target.Kind kind) {
    return database.read(handle ->
        control(handle, run, kind)
            .or(() ->
                handle
                    .createQuery("SELECT id FROM run WHERE app = ? ORDER BY id DESC LIMIT ?")
                    .bind(0, app)
                    .bind(1, CONTROLS_FROM)
                    .map((row, _) -> new RunId(row.getLong("id")))
                    .list()
                    .stream()
                    .flatMap(other -> control(handle, other, kind).stream())
                    .findFirst()));
  }

  /** One of those sent lately, found without going through the run. */
  private static Optional<Wire.Control> control(Handle handle, RunId run, Target.Kind kind) {
    return handle
        .createQuery(
            """
            SELECT r.target, r.message_id FROM run
            JOIN recipient r ON r.run = run.id AND r.seq < run.next_seq AND r.seq >= run.next_seq - ?
            WHERE run.id = ? AND r.kind = ? AND r.state = 'sent' AND r.message_id IS NOT NULL
            ORDER BY r.intent_at DESC, r.seq DESC LIMIT 1
            """)
        .bind(0, CONTROLS_AMONG)
        .bind(1, run.value())
        .bind(2, kind.name().toLowerCase(Locale.ROOT))
        .map((row, _) ->
            new Wire.Control(
                run, row.getString("target"), row.getString("message_id"), Optional.empty()))
        .findOne();
  }
}
