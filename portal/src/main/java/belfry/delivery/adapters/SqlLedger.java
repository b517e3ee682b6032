package belfry.delivery.adapters;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.delivery.evidence.ClockRange;
import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.LaneRow;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.LeaseWatch;
import belfry.delivery.foundation.Rest;
import belfry.delivery.lane.Ledger;
import belfry.jobs.ClosedRuns;
import belfry.jobs.RunQuestions;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.SendingRules;
import belfry.pace.PaceMemory;
import belfry.people.audience.Target;
import belfry.platform.ShownContent;
import belfry.platform.ids.PersonId;
import belfry.runs.InvariantBreach;
import belfry.runs.QuietRest;
import belfry.runs.RecipientMoves;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientRecord;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RunLanes;
import belfry.runs.recipients.Settlement;
import belfry.storage.CachedRead;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.Unreadable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger in SQL, the same on SQLite and PostgreSQL. */
public final class SqlLedger implements Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(SqlLedger.class);
  private final LaneId lane;
  private final AppName app;
  private final Database database;
  private final SendingRules rules;
  private final RunQuestions questions;
  private final ClosedRuns closed;
  private final Runs runs;
  private final Time time;
  private final Duration leaseTtl;

  /** Runs set aside because they contradict themselves, until that may have been mended. */
  private final Map<RunId, Unsound> unsound = new ConcurrentHashMap<>();

  /**
   * A run that contradicts itself.
   *
   * @param why in words for operators, with the numbers
   * @param still whether it does as long as nothing but this progress is known
   */
  private record Unsound(Run run, String why, Predicate<RunProgress> still) {}

  /** As far as the lane saw last: without open runs, none rests in quiet hours. */
  private volatile boolean anyOpen;

  private final CachedRead<List<Run>> openRuns;
  private final LeaseWatch watch;
  private final RecipientRecord record;

  public SqlLedger(
      LaneId lane,
      Database database,
      SendingRules rules,
      RunQuestions questions,
      ClosedRuns closed,
      Time time,
      Duration leaseTtl) {
    this.lane = lane;
    app = lane.app();
    this.database = database;
    this.rules = rules;
    this.questions = questions;
    this.closed = closed;
    this.time = time;
    this.leaseTtl = leaseTtl;
    runs = new Runs(database);
    openRuns = new CachedRead<>(database, handle -> Runs.open(handle, app, lane.bot()));
    watch = new LeaseWatch(leaseTtl, time, database::hasEnded);
    record = new RecipientRecord(app, lane.bot(), database);
  }

  /**
   * First reads without locking whether it is worth trying: a node tries ten times during a lease,
   * and must not wait for the owner's transactions.
   */
  @Override
  public Optional<Acquired> acquire(String owner) {
    var row = laneRow();
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
            lane);
      }
      return handle
          .createQuery(
              """
              UPDATE lane SET owner = :owner, expires_at = :until, wanted_by = '', offered = 0,
                epoch = 1 + (SELECT MAX(other.epoch) FROM lane other
                  WHERE other.app = :first OR other.app LIKE :others)
              WHERE app = :app AND owner = :was AND epoch = :epoch AND expires_at = :expires
              RETURNING epoch, pace, bot, lag, clock_least, clock_most, stranger
              """)
          .bind("owner", owner)
          .bind("until", until)
          .bind("app", lane)
          .bind("first", app)
          .bind("others", app + "#%")
          .bind("was", was.owner())
          .bind("epoch", was.epoch())
          .bind("expires", was.expiresAt())
          .map((found, _) ->
              new Acquired(
                  new Lease(lane, owner, found.getLong("epoch")),
                  pace(found.getString("pace")),
                  Instant.EPOCH,
                  kept(found)))
          .findOne()
          .map(taken -> {
            RestLog.setRight(handle, lane, time.now());
            var shares = taken.pace().filter(PaceMemory::shared).isPresent();
            var rests =
                shares
                    ? RestLog.until(handle, lane.app(), time.now())
                    : RestLog.until(handle, lane, time.now());
            return new Acquired(taken.lease(), taken.pace(), rests, taken.kept());
          });
    });
  }

  private static Kept kept(ResultSet row) throws SQLException {
    var least = Duration.ofMillis(row.getLong("clock_least"));
    var most = Duration.ofMillis(row.getLong("clock_most"));
    var clock =
        row.wasNull() ? Optional.<ClockRange>empty() : Optional.of(new ClockRange(least, most));
    return new Kept(
        PersonId.parse(row.getString("bot")),
        Duration.ofMillis(row.getLong("lag")),
        clock,
        Moments.find(row, "stranger"));
  }

  private Optional<LaneRow> laneRow() {
    return database.read(handle ->
        handle
            .createQuery("SELECT owner, epoch, expires_at, wanted_by FROM lane WHERE app = ?")
            .bind(0, lane)
            .map((row, _) ->
                new LaneRow(
                    row.getString("owner"),
                    row.getLong("epoch"),
                    Moments.at(row, "expires_at"),
                    row.getString("wanted_by")))
            .findOne());
  }

  private Optional<PaceMemory> pace(String json) {
    try {
      return json.isEmpty() ? Optional.empty() : Optional.of(Json.read(json, PaceMemory.class));
    } catch (Unreadable e) {
      LOG.warn("App {}: {}. It is learned anew", app, e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public void release(Lease lease) {
    database.write(handle ->
        handle.execute(
            "UPDATE lane SET owner = '', expires_at = 0 WHERE app = ? AND owner = ? AND epoch = ?",
            lease.lane(),
            lease.owner(),
            lease.epoch()));
  }

  /**
   * Renews, and stores what the lane remembers; returns the node that asks for the lane, if any.
   */
  private static Optional<String> renew(
      Handle handle, Lease lease, Order order, Instant now, Duration leaseTtl) {
    return handle
        .createQuery(
            """
            UPDATE lane SET expires_at = :until, pace = :pace, offered = :offered,
              bot = CASE WHEN :bot = '' THEN bot ELSE :bot END, lag = :lag,
              clock_least = :clockLeast, clock_most = :clockMost, stranger = :stranger,
              trouble = :trouble
            WHERE app = :app AND owner = :owner AND epoch = :epoch
            RETURNING wanted_by
            """)
        .bind("until", now.plus(leaseTtl))
        .bind("pace", Json.write(order.pace()))
        .bind("offered", order.offered() ? 1 : 0)
        .bind("bot", order.kept().bot().map(PersonId::value).orElse(""))
        .bind("lag", order.kept().lag().toMillis())
        .bind("clockLeast", millis(order.kept().clock().map(ClockRange::least)))
        .bind("clockMost", millis(order.kept().clock().map(ClockRange::most)))
        .bind("stranger", order.kept().stranger().map(Instant::toEpochMilli).orElse(null))
        .bind("trouble", order.trouble())
        .bind("app", lease.lane())
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
    var open = database.read(handle -> Runs.open(handle, app, lane.bot()));
    var until = time.now().plus(leaseTtl);
    return database.write(handle -> {
      if (!lease.renew(handle, until)) {
        return Optional.empty();
      }
      var moves = new RecipientMoves(handle, runs, lane.bot(), time.now());
      var bot = lastBot(handle);
      open.forEach(run -> moves.orphan(run.id(), lease.epoch(), bot));
      moves.count();
      return Optional.of(
          open.stream()
              .flatMap(run -> RecipientRecord.doubtful(handle, run.id(), lane.bot()).stream())
              .toList());
    });
  }

  /** The lane still names the previous owner's bot, because nobody else has sent since. */
  private Optional<PersonId> lastBot(Handle handle) {
    return handle
        .createQuery("SELECT bot FROM lane WHERE app = ?")
        .bind(0, lane)
        .mapTo(String.class)
        .map(PersonId::parse)
        .one();
  }

  @Override
  public List<Run> open() {
    var open = openRuns.get();
    anyOpen = !open.isEmpty();
    open.stream()
        .filter(run -> !run.progress().isSound() && !isSetAside(run))
        .forEach(run -> setAside(run, counts(run.progress()), run.progress()::equals));
    var aside = open.stream().filter(this::isSetAside).map(Run::id).toList();
    unsound.keySet().retainAll(aside);
    // Nothing more is sent of them, but what is in doubt is looked up.
    return open.stream().map(run -> aside.contains(run.id()) ? run.paused() : run).toList();
  }

  private boolean isSetAside(Run run) {
    return Optional.ofNullable(unsound.get(run.id()))
        .filter(one -> one.still.test(run.progress()))
        .isPresent();
  }

  private static String counts(RunProgress progress) {
    return "its counts say %s of %d".formatted(progress.tally(), progress.total());
  }

  /** The runs that are set aside and why, as sentences for operators. */
  public List<String> setAside() {
    return unsound.values().stream()
        .map(one -> "run %s of %s: %s".formatted(one.run.id(), app, one.why))
        .sorted()
        .toList();
  }

  @Override
  public Optional<Instant> quietUntil() {
    var until = rules.quietUntil(app);
    if (anyOpen) {
      QuietRest.note(database, app, until.isPresent(), time.now());
    }
    return until;
  }

  @Override
  public List<Long> retries(RunId run, long seq, int most) {
    return RecipientRows.retries(database, run, lane.bot(), seq, most);
  }

  @Override
  public Turn turn(Lease lease, Order order) {
    var now = time.now();
    var sound = order.without(unsound.keySet());
    try {
      return database.write(handle ->
          renew(handle, lease, sound, now, leaseTtl)
              .<Turn>map(wantedBy -> {
                lock(handle, sound.runs());
                return new SqlTurn(handle, runs, lease, now).done(sound, !wantedBy.isEmpty());
              })
              .orElseGet(Turn.Lost::new));
    } catch (InvariantBreach breach) {
      runs.find(breach.run()).ifPresent(run -> setAside(run, breach));
      return turn(lease, order.without(Set.of(breach.run())));
    }
  }

  /** Its other messages are settled meanwhile, which mends nothing. */
  private void setAside(Run run, InvariantBreach breach) {
    var was = database.read(handle -> runs.progress(handle, run.id(), lane.bot()));
    setAside(
        run,
        "%s; %s".formatted(breach.getMessage(), counts(was)),
        now ->
            now.gate() == was.gate()
                && now.wentOn().equals(was.wentOn())
                && now.front() == was.front());
  }

  @Override
  public void late(Collection<Settlement> settlements, Collection<Rest> rests) {
    var now = time.now();
    database.write(handle -> {
      lock(handle, settlements.stream().map(Settlement::run).collect(Collectors.toSet()));
      return new SqlTurn(handle, runs, new Lease(lane, "", 0), now).late(settlements, rests);
    });
  }

  /** Where one transaction writes at a time, there is nobody to wait for. */
  private void lock(Handle handle, Set<RunId> all) {
    if (!database.exclusive()) {
      RunLanes.lock(handle, all);
    }
  }

  /** The result of an attempt to close a run. */
  private sealed interface Ending {
    record Closed(RunId run) implements Ending {}

    record StillOpen() implements Ending {}

    /** Its rows contradict its counts. */
    record Wrong(Unsound found) implements Ending {}
  }

  @Override
  public Set<RunId> finish(List<Run> open) {
    var sound = open.stream().filter(run -> !unsound.containsKey(run.id())).toList();
    if (sound.isEmpty()) {
      return Set.of();
    }
    var endings =
        database.<List<Ending>>write(
            handle -> sound.stream().map(run -> finish(handle, run)).toList());
    var done = new HashSet<RunId>();
    for (var ending : endings) {
      switch (ending) {
        case Ending.Closed(var run) -> done.add(run);
        case Ending.StillOpen() -> {}
        case Ending.Wrong(var found) -> setAside(found.run, found.why, found.still);
      }
    }
    return done;
  }

  private Ending finish(Handle handle, Run run) {
    // Otherwise a person's decision could come between the two counts.
    JobStore.lock(handle, run.app(), run.job());
    var counted = RecipientRows.counted(handle, run.id());
    var progress = runs.progress(handle, run.id(), lane.bot());
    if (!progress.isSound() || !progress.tally().equals(counted)) {
      var why = "its rows say %s, %s".formatted(counted, counts(progress));
      return new Ending.Wrong(new Unsound(run, why, progress::equals));
    }
    return closed.close(handle, run) ? new Ending.Closed(run.id()) : new Ending.StillOpen();
  }

  /**
   * Nothing more is sent of it, and it must not prevent others from being closed, nor be counted
   * again every second.
   */
  private void setAside(Run run, String why, Predicate<RunProgress> still) {
    var note = Remarks.UNSOUND.english();
    if (!run.notes().contains(note)) {
      var notes = Stream.concat(run.notes().stream(), Stream.of(note)).toList();
      database.write(handle -> runs.note(handle, run.id(), notes));
    }
    unsound.put(run.id(), new Unsound(run, why, still));
    LOG.error(
        "App {}: run {} contradicts itself: {}. It is set aside until somebody pauses and resumes it or Belfry starts again; all others go on. Please report this",
        app,
        run.id(),
        why);
  }

  @Override
  public Map<RunId, RunProgress> pause(List<Run> open) {
    return database.write(handle -> {
      open.forEach(run -> questions.pauseAfterWave(handle, run));
      return open.stream()
          .collect(Collectors.toMap(Run::id, run -> runs.progress(handle, run.id(), lane.bot())));
    });
  }

  @Override
  public KnownMessages known(String target, Collection<String> messageIds, Instant since) {
    var sent = record.sentTo(target);
    var held = sent.stream().flatMap(one -> one.messageId().stream()).collect(Collectors.toSet());
    var vouched =
        sent.stream()
            .anyMatch(
                one -> !one.certain() && one.intended().toEpochMilli() >= since.toEpochMilli());
    return new KnownMessages(KnownMessages.among(messageIds, held), vouched);
  }

  @Override
  public boolean isRecorded(String messageId) {
    return record.isRecorded(messageId);
  }

  @Override
  public List<Addressee> sent(RunId run, List<Long> from) {
    return record.sent(run, from);
  }

  @Override
  public Optional<ShownContent> echo(RunId run) {
    return runs.echo(run);
  }

  @Override
  public Contact contact(String target) {
    return record.contact(target);
  }

  @Override
  public Optional<Control> control(RunId run, Target.Kind kind) {
    return record.control(run, kind);
  }
}
