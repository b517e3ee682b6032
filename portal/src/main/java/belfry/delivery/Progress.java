package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.Jobs;
import belfry.pace.PaceMemory;
import belfry.runs.RecipientRecord;
import belfry.runs.Run;
import belfry.storage.Database;
import belfry.storage.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What people see of deliveries: how fast a bot may send, and how long sending will take.
 * Read-only.
 */
public final class Progress {
  /** How long the use of a bot by another program is reported; it may have stopped since. */
  private static final Duration STRANGER_TOLD = Duration.ofDays(1);

  /** A run's own speed says something after this. */
  private static final Duration TELLING = Duration.ofSeconds(5);

  private final Database database;
  private final Jobs jobs;
  private final Tuning tuning;
  private final Time time;

  Progress(Delivery.Ground ground, Jobs jobs) {
    this.jobs = jobs;
    database = ground.database();
    tuning = ground.tuning();
    time = ground.time();
  }

  /**
   * The condition of a bot.
   *
   * @param perSecond the rate that the platform is believed to permit
   * @param learned false while the rate is only a first estimate
   * @param trouble why nothing can be sent until somebody acts; empty if something can
   */
  public record Pace(double perSecond, boolean learned, Optional<String> trouble) {}

  public Pace pace(AppName app) {
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
   * When a message of the bot that Belfry did not send was last seen, on the platform's clock;
   * empty if that was more than a day ago.
   */
  public Optional<Instant> stranger(AppName app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT stranger FROM lane WHERE app = ? AND stranger > ?")
            .bind(0, app)
            .bind(1, time.now().minus(STRANGER_TOLD))
            .map((row, _) -> Instant.ofEpochMilli(row.getLong("stranger")))
            .findOne());
  }

  private PaceMemory memory(AppName app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT pace FROM lane WHERE app = ? AND pace <> ''")
            .bind(0, app)
            .mapTo(String.class)
            .findOne()
            .map(json -> Json.read(json, PaceMemory.class))
            .orElseGet(PaceMemory::none));
  }

  /** How long this bot must still rest. */
  private Duration rest(AppName app) {
    return restingUntil(app)
        .map(until -> Duration.between(time.now(), until))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  /**
   * How long a message to this many takes if it is started now, at the learned rate, including its
   * fair share of waiting for runs that are already open.
   */
  public Duration estimate(AppName app, long recipients) {
    var ahead = waiting(app).map(open -> Math.min(open, recipients)).sum();
    var memory = ahead == 0 ? memory(app).rested() : memory(app);
    return rest(app).plus(memory.toSend(recipients + ahead));
  }

  /**
   * How long this run, or its first wave, is still being sent; empty when nobody is left to send
   * to, and as long as nothing is known of the rate. How long the doubts take is another question:
   * {@link #checking}.
   */
  public Optional<Duration> left(Run run) {
    var waiting = run.progress().toSend();
    if (waiting == 0) {
      return Optional.empty();
    }
    var memory = memory(run.app());
    if (memory.searching()) {
      return observed(run, waiting);
    }
    var beside =
        going(run.app())
            .filter(other -> !other.id().equals(run.id()))
            .mapToLong(other -> Math.min(other.progress().toSend(), waiting))
            .sum();
    return Optional.of(rest(run.app()).plus(memory.toSend(waiting + beside)));
  }

  /**
   * While the rate is searched for, what is remembered of it is far too low; the run knows more.
   */
  private Optional<Duration> observed(Run run, long waiting) {
    var isEarly =
        run.progress().started().filter(at -> at.plus(TELLING).isBefore(time.now())).isEmpty();
    var speed = isEarly ? 0 : jobs.timeline().speed(run);
    return speed == 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(Math.round(waiting * 1_000 / speed)));
  }

  /**
   * Who is looked for in the platform's record because the answer was lost.
   *
   * @param until by when that is known, as long as the platform answers
   */
  public record Checking(long people, long spaces, Instant until) {}

  /** Empty when nobody of this run is in doubt. */
  public Optional<Checking> checking(Run run) {
    return run.progress().tally().unknown() == 0
        ? Optional.empty()
        : RecipientRecord.inDoubt(database, run.id())
            .map(some ->
                new Checking(
                    some.people(),
                    some.spaces(),
                    some.latest().plus(tuning.checked(run.content()))));
  }

  /**
   * What a bot still has to send.
   *
   * @param recipients how many recipients wait in running runs; those of paused runs do not count
   * @param left how long sending to them will take; zero if nobody waits
   */
  public record Queue(long recipients, Duration left) {}

  public Queue queue(AppName app) {
    var waiting = waiting(app).sum();
    return new Queue(waiting, waiting == 0 ? Duration.ZERO : toSend(app, waiting));
  }

  private Duration toSend(AppName app, long recipients) {
    return rest(app).plus(memory(app).toSend(recipients));
  }

  private Stream<Run> going(AppName app) {
    return jobs.runs().open(app).stream().filter(run -> run.progress().gate() == Run.Gate.OPEN);
  }

  /** How many recipients wait in each running run. */
  private LongStream waiting(AppName app) {
    return going(app).mapToLong(run -> run.progress().toSend());
  }

  /** The rests of this run's bot, latest first. */
  public List<Rest> rests(Run run) {
    return run.progress()
        .started()
        .map(started -> rests(run.app(), started, run.finished().orElseGet(time::now)))
        .orElse(List.of());
  }

  private List<Rest> rests(AppName app, Instant from, Instant until) {
    return RestLog.between(database, app, from, until);
  }

  /** Until when this bot must rest; empty if it need not. */
  public Optional<Instant> restingUntil(AppName app) {
    var now = time.now();
    return rests(app, now, now).stream().map(Rest::until).max(Comparator.naturalOrder());
  }
}
