package belfry.delivery;

import belfry.base.Folded;
import belfry.base.Time;
import belfry.jobs.Jobs;
import belfry.jobs.RecipientState;
import belfry.jobs.Run;
import belfry.jobs.RunId;
import belfry.pace.PaceMemory;
import belfry.people.Target;
import belfry.storage.Database;
import belfry.storage.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** What people see of deliveries: how far, how fast, how long still, and who got it. Reads only. */
public final class Progress {
  private static final int MOST_STEPS = 120;
  private static final Duration STEP = Duration.ofSeconds(5);

  /** For so long it is told that another program used a bot; it may have stopped since. */
  private static final Duration STRANGER_TOLD = Duration.ofDays(1);

  private final Database database;
  private final Jobs jobs;
  private final Time time;

  Progress(Database database, Jobs jobs, Time time) {
    this.database = database;
    this.jobs = jobs;
    this.time = time;
  }

  /**
   * How a bot is doing.
   *
   * @param perSecond the rate the platform is believed to permit
   * @param learned false while that is only a first guess
   * @param trouble why nothing can be sent until somebody acts; empty when there is none
   */
  public record Pace(double perSecond, boolean learned, Optional<String> trouble) {}

  public Pace pace(String app) {
    var memory = memory(app);
    var trouble =
        database.read(handle ->
            handle
                .createQuery("SELECT trouble FROM lane WHERE app = ? AND trouble <> ''")
                .bind(0, app)
                .mapTo(String.class)
                .findOne());
    return new Pace(memory.perSecond(), !memory.searching(), trouble);
  }

  /**
   * When a message of the bot was last seen that nobody here has sent, on the platform's clock;
   * empty where that is more than a day ago.
   */
  public Optional<Instant> stranger(String app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT stranger FROM lane WHERE app = ? AND stranger > ?")
            .bind(0, app)
            .bind(1, time.now().minus(STRANGER_TOLD))
            .map((row, _) -> Instant.ofEpochMilli(row.getLong("stranger")))
            .findOne());
  }

  private PaceMemory memory(String app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT pace FROM lane WHERE app = ? AND pace <> ''")
            .bind(0, app)
            .mapTo(String.class)
            .findOne()
            .map(json -> Json.read(json, PaceMemory.class))
            .orElseGet(PaceMemory::none));
  }

  /** How long the platform still wants this bot to rest. */
  private Duration rest(String app) {
    return restingUntil(app)
        .map(until -> Duration.between(time.now(), until))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  /**
   * How long a message to so many takes if it is started now: its own people and its fair share of
   * what runs already, at the learned rate.
   */
  public Duration estimate(String app, long recipients) {
    var ahead = waiting(app).map(open -> Math.min(open, recipients)).sum();
    var memory = ahead == 0 ? memory(app).rested() : memory(app);
    return rest(app).plus(memory.toSend(recipients + ahead));
  }

  /** How long this run still takes, likewise; zero when nothing is open. */
  public Duration left(Run run) {
    var open = run.standing().tally().open();
    if (open == 0) {
      return Duration.ZERO;
    }
    var beside =
        going(run.app())
            .filter(other -> !other.id().equals(run.id()))
            .mapToLong(other -> Math.min(other.standing().tally().open(), open))
            .sum();
    return toSend(run.app(), open + beside);
  }

  /**
   * What a bot has before it.
   *
   * @param recipients how many wait in runs that go on; those of a paused run do not
   * @param left in how long they are out; zero when nobody waits
   */
  public record Queue(long recipients, Duration left) {}

  public Queue queue(String app) {
    var waiting = waiting(app).sum();
    return new Queue(waiting, waiting == 0 ? Duration.ZERO : toSend(app, waiting));
  }

  private Duration toSend(String app, long recipients) {
    return rest(app).plus(memory(app).toSend(recipients));
  }

  private Stream<Run> going(String app) {
    return jobs.runs().open(app).stream().filter(run -> run.standing().gate() == Run.Gate.OPEN);
  }

  /** How many wait in each run that goes on. */
  private LongStream waiting(String app) {
    return going(app).mapToLong(run -> run.standing().tally().open());
  }

  /**
   * Deliveries over time.
   *
   * @param step how long each step lasts
   * @param steps from the run's start, without gaps
   * @param rests when the platform made the bot wait
   */
  public record Timeline(Duration step, List<Step> steps, List<Rest> rests) {}

  /** Deliveries and failures within one step. */
  public record Step(long sent, long failed) {}

  /** At most {@value #MOST_STEPS} steps, however long the run. */
  public Timeline timeline(Run run) {
    var started = run.standing().started();
    if (started.isEmpty()) {
      return new Timeline(STEP, List.of(), List.of());
    }
    var end = run.finished().orElseGet(time::now);
    // The wall clock may have been set back since.
    var count = Math.max(0, Duration.between(started.get(), end).dividedBy(STEP)) + 1;
    var width = Math.toIntExact(Math.ceilDiv(count, (long) MOST_STEPS));
    var steps = new Step[Math.toIntExact(Math.ceilDiv(count, (long) width))];
    java.util.Arrays.fill(steps, new Step(0, 0));
    database.read(handle ->
        handle
            .createQuery("SELECT step, sent, failed FROM timeline WHERE run = ?")
            .bind(0, run.id().value())
            .map((row, _) ->
                add(steps, row.getInt("step") / width, row.getLong("sent"), row.getLong("failed")))
            .list());
    return new Timeline(
        STEP.multipliedBy(width), List.of(steps), rests(run.app(), started.get(), end));
  }

  private static boolean add(Step[] steps, int at, long sent, long failed) {
    var index = Math.min(at, steps.length - 1);
    steps[index] = new Step(steps[index].sent + sent, steps[index].failed + failed);
    return true;
  }

  private List<Rest> rests(String app, Instant from, Instant until) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT began, ended FROM rest WHERE app = ? AND ended >= ? AND began <= ?
                ORDER BY began DESC LIMIT 200
                """)
            .bind(0, app)
            .bind(1, from)
            .bind(2, until)
            .map((row, _) ->
                new Rest(
                    Instant.ofEpochMilli(row.getLong("began")),
                    Instant.ofEpochMilli(row.getLong("ended"))))
            .list());
  }

  /** Until when the platform makes this bot wait; empty when it does not. */
  public Optional<Instant> restingUntil(String app) {
    var now = time.now();
    return rests(app, now, now).stream().map(Rest::until).max(Comparator.naturalOrder());
  }

  /** Deliveries a second over the last half minute of a run. */
  public double speed(Run run) {
    var started = run.standing().started();
    if (started.isEmpty() || run.finished().isPresent()) {
      return 0;
    }
    var elapsed = Duration.between(started.get(), time.now());
    var last = elapsed.dividedBy(STEP);
    var from = Math.max(0, last - 6);
    var sent =
        database.read(handle ->
            handle
                .createQuery(
                    "SELECT COALESCE(SUM(sent), 0) FROM timeline WHERE run = ? AND step >= ?")
                .bind(0, run.id().value())
                .bind(1, from)
                .mapTo(Long.class)
                .one());
    var span = elapsed.minus(STEP.multipliedBy(from)).toMillis() / 1000.0;
    return span <= 0 ? 0 : sent / span;
  }

  /** Those neither waiting for their first turn nor delivered: few, and indexed. */
  private static final Set<String> SPECIAL =
      Set.of("retry", "sending", "unknown", "held", "failed", "skipped");

  /** One recipient as people see it. */
  public record Recipient(
      long seq,
      Target.Kind kind,
      String target,
      String name,
      String email,
      RecipientState state,
      int attempts,
      Optional<String> reason,
      Optional<Instant> settled) {
    /** The same with an address that was found elsewhere. */
    public Recipient with(String foundEmail) {
      return new Recipient(seq, kind, target, name, foundEmail, state, attempts, reason, settled);
    }
  }

  /**
   * Which recipients to list.
   *
   * @param states empty for all
   * @param words found in name or address; blank for all
   * @param after the place where the last page ended
   */
  public record Query(
      RunId run, List<RecipientState> states, String words, Optional<After> after, int most) {}

  /**
   * A place in the list: failed and held come before the others.
   *
   * @param part 0 for those that need a look, 1 for the others
   */
  public record After(int part, long seq) {}

  /** One page, and where the next begins. */
  public record Page(List<Recipient> recipients, Optional<After> next) {}

  /** Those that need a look first, then the others in their order. */
  public Page recipients(Query query) {
    var found = new ArrayList<Recipient>();
    var after = query.after().orElse(new After(0, -1));
    for (var part = after.part; part <= 1 && found.size() <= query.most(); part++) {
      var from = part == after.part ? after.seq : -1;
      found.addAll(part(query, part, from, query.most() + 1 - found.size()));
    }
    if (found.size() <= query.most()) {
      return new Page(found, Optional.empty());
    }
    var page = found.subList(0, query.most());
    var last = page.getLast();
    return new Page(page, Optional.of(new After(needsALook(last.state) ? 0 : 1, last.seq)));
  }

  private static boolean needsALook(RecipientState state) {
    return state == RecipientState.FAILED || state == RecipientState.HELD;
  }

  private List<Recipient> part(Query query, int part, long from, int most) {
    var chosen = query.states.isEmpty() ? List.of(RecipientState.values()) : query.states;
    var states =
        chosen.stream()
            .filter(state -> needsALook(state) == (part == 0))
            .map(RecipientState::word)
            .toList();
    if (states.isEmpty()) {
      return List.of();
    }
    return database.read(handle ->
        SPECIAL.containsAll(states)
            ? states.stream()
                .flatMap(state -> ask(handle, query, "= '" + state + "'", from, most).stream())
                .sorted(Comparator.comparingLong(Recipient::seq))
                .limit(most)
                .toList()
            : ask(handle, query, "IN ('" + String.join("', '", states) + "')", from, most));
  }

  /**
   * States are written into the question, one at a time where they are few: only then do both
   * engines see that the index of the few serves it, and do not walk a million delivered ones.
   */
  private static List<Recipient> ask(
      Handle handle, Query query, String states, long from, int most) {
    var words =
        query.words.isBlank()
            ? ""
            : " AND (name_key LIKE :words ESCAPE '!' OR email LIKE :words ESCAPE '!')";
    var statement =
        handle
            .createQuery(
                """
                SELECT seq, kind, target, name, email, state, attempt, reason, settled_at
                FROM recipient WHERE run = :run AND seq > :from AND state %s%s
                ORDER BY seq LIMIT :most
                """
                    .formatted(states, words))
            .bind("run", query.run.value())
            .bind("from", from)
            .bind("most", most);
    if (!words.isEmpty()) {
      statement.bind("words", Folded.anywhere(query.words));
    }
    return statement.map((row, _) -> read(row)).list();
  }

  private static Recipient read(ResultSet row) throws SQLException {
    var reason = row.getString("reason");
    var settled = row.getLong("settled_at");
    return new Recipient(
        row.getLong("seq"),
        SqlLedger.kind(row),
        row.getString("target"),
        row.getString("name"),
        row.getString("email"),
        RecipientState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
        row.getInt("attempt"),
        reason == null || reason.isEmpty() ? Optional.empty() : Optional.of(reason),
        settled == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(settled)));
  }
}
