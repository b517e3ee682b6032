package belfry.delivery;

import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Time;
import belfry.delivery.adapters.RestLog;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.LaneMemory;
import belfry.delivery.foundation.Rest;
import belfry.delivery.foundation.Tuning;
import belfry.delivery.lane.Precedence;
import belfry.pace.PaceMemory;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.Timeline;
import belfry.runs.recipients.RecipientRecord;
import belfry.storage.CachedRead;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

  private final Apps apps;
  private final Database database;
  private final Runs runs;
  private final Timeline timeline;
  private final Tuning tuning;
  private final Time time;
  private final CachedRead<Map<AppName, List<LaneMemory>>> lanes;

  public Progress(Infrastructure below, Apps apps) {
    this.apps = apps;
    database = below.database();
    tuning = below.tuning();
    time = below.time();
    runs = new Runs(database);
    timeline = new Timeline(database, time);
    lanes = new CachedRead<>(database, LaneMemory::all);
  }

  /**
   * The condition of a bot.
   *
   * @param perSecond the rate that the platform is believed to permit
   * @param learned false while the rate is only a first estimate
   * @param shared whether it is a part of what the platform permits several bots together
   * @param trouble why nothing can be sent until somebody acts; empty if something can
   */
  public record Pace(double perSecond, boolean learned, boolean shared, Optional<String> trouble) {
    /** Of a bot through which nothing was ever sent. */
    public static final Pace NOT_KNOWN = of(PaceMemory.none(), Optional.empty());

    private static Pace of(PaceMemory memory, Optional<String> trouble) {
      return new Pace(memory.perSecond(), !memory.searching(), memory.shared(), trouble);
    }
  }

  /**
   * What is known of a bot.
   *
   * @param stranger when a message of it that Belfry did not send was last seen, on the platform's
   *     clock; empty if that was more than a day ago
   */
  public record Bot(Pace pace, Optional<Instant> stranger) {
    /** Those that can send add up; there is trouble if none can. */
    private static Bot together(List<Bot> all) {
      var usable = all.stream().filter(bot -> bot.pace.trouble.isEmpty()).toList();
      var counted = usable.isEmpty() ? all : usable;
      return new Bot(
          new Pace(
              counted.stream().mapToDouble(bot -> bot.pace.perSecond).sum(),
              counted.stream().allMatch(bot -> bot.pace.learned),
              counted.stream().anyMatch(bot -> bot.pace.shared),
              counted.getFirst().pace.trouble),
          all.stream().flatMap(bot -> bot.stranger.stream()).max(Comparator.naturalOrder()));
    }
  }

  /** The bots of each of these apps together, in the order of the apps. */
  public Map<AppName, Bot> bots(List<AppName> apps) {
    var rows = lanes.get();
    var now = time.now();
    var bots = new LinkedHashMap<AppName, Bot>();
    for (var app : apps) {
      bots.put(app, Bot.together(of(rows, app).stream().map(lane -> bot(lane, now)).toList()));
    }
    return bots;
  }

  /** The bots of an app together. */
  public Bot bot(AppName app) {
    var now = time.now();
    return Bot.together(of(app).stream().map(lane -> bot(lane, now)).toList());
  }

  /** Each bot of an app, by its number. */
  public SortedMap<Integer, Bot> each(AppName app) {
    var now = time.now();
    var each = new TreeMap<Integer, Bot>();
    of(app).forEach(lane -> each.put(lane.id().bot(), bot(lane, now)));
    return each;
  }

  private static List<LaneMemory> of(Map<AppName, List<LaneMemory>> rows, AppName app) {
    return rows.getOrDefault(app, List.of(LaneMemory.none(LaneId.first(app))));
  }

  /** Why a bot of each of these apps cannot be used, of those of which one cannot. */
  public Map<AppName, String> troubles() {
    var rows = lanes.get();
    var troubles = new LinkedHashMap<AppName, String>();
    for (var app : apps.all()) {
      of(rows, app.name()).stream()
          .filter(lane -> !apps.isRemoved(app, lane.id().bot()))
          .flatMap(lane -> lane.trouble().stream())
          .findFirst()
          .ifPresent(why -> troubles.put(app.name(), why));
    }
    return troubles;
  }

  private List<LaneMemory> of(AppName app) {
    var theirs =
        apps.find(app).map(apps::numbers).orElse(List.of(0)).stream()
            .map(number -> new LaneId(app, number))
            .toList();
    var known = database.read(handle -> LaneMemory.of(handle, theirs));
    return known.isEmpty() ? List.of(LaneMemory.none(LaneId.first(app))) : known;
  }

  /** The lanes of those bots of an app that can send; all, if none can. */
  private List<LaneMemory> sending(AppName app) {
    var all = of(app);
    var usable = all.stream().filter(lane -> lane.trouble().isEmpty()).toList();
    return usable.isEmpty() ? all : usable;
  }

  private static Bot bot(LaneMemory lane, Instant now) {
    return new Bot(
        Pace.of(lane.pace(), lane.trouble()),
        lane.stranger().filter(now.minus(STRANGER_TOLD)::isBefore));
  }

  /**
   * A bot that takes part in sending.
   *
   * @param share which part of all recipients is its own
   * @param rest how long it must still rest
   */
  private record Part(PaceMemory memory, double share, Duration rest) {
    Duration toSend(long recipients, boolean isEmpty) {
      var learned = isEmpty ? memory.rested() : memory;
      return rest.plus(learned.toSend((long) Math.ceil(recipients * share)));
    }
  }

  /** Each bot has as many recipients as it is fast. */
  private List<Part> parts(AppName app) {
    var some = sending(app);
    var together = some.stream().mapToDouble(lane -> lane.pace().perSecond()).sum();
    return some.stream()
        .map(lane ->
            new Part(
                lane.pace(),
                lane.pace().perSecond() / together,
                restingUntil(lane.id())
                    .map(until -> Duration.between(time.now(), until))
                    .filter(Duration::isPositive)
                    .orElse(Duration.ZERO)))
        .toList();
  }

  /** Until the last of them is through. */
  private static Duration toSend(List<Part> parts, long recipients, boolean isEmpty) {
    return parts.stream()
        .map(part -> part.toSend(recipients, isEmpty))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** How long a message takes, and how long if it is urgent. */
  public record Estimate(Duration usual, Duration urgent) {}

  /**
   * How long a message to this many takes if it is started now, at the learned rate, including its
   * share of waiting for runs that are already open.
   */
  public Estimate estimate(AppName app, long recipients) {
    var waiting = waitingByRank(going(runs.open(app)));
    var parts = parts(app);
    return new Estimate(
        toSend(recipients, false, waiting, parts), toSend(recipients, true, waiting, parts));
  }

  private static Duration toSend(
      long recipients, boolean urgent, Map<Precedence.Rank, List<Long>> waiting, List<Part> parts) {
    var ahead = Precedence.Rank.of(Run.Kind.JOB, urgent, recipients).before(recipients, waiting);
    return toSend(parts, recipients + ahead, ahead == 0);
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
    var parts = parts(run.app());
    if (parts.stream().anyMatch(part -> part.memory.searching())) {
      return observed(run, waiting);
    }
    var others = going(runs.open(run.app())).filter(other -> !other.id().equals(run.id()));
    var beside = rank(run).before(waiting, waitingByRank(others));
    return Optional.of(toSend(parts, waiting + beside, false));
  }

  private static Map<Precedence.Rank, List<Long>> waitingByRank(Stream<Run> some) {
    return some.collect(
        Collectors.groupingBy(
            Progress::rank,
            Collectors.mapping(one -> one.progress().toSend(), Collectors.toList())));
  }

  private static Precedence.Rank rank(Run run) {
    return Precedence.Rank.of(run.kind(), run.urgent(), run.progress().toSend());
  }

  /**
   * While the rate is searched for, what is remembered of it is far too low; the run knows more.
   */
  private Optional<Duration> observed(Run run, long waiting) {
    var isEarly =
        run.progress().started().filter(at -> at.plus(TELLING).isBefore(time.now())).isEmpty();
    var speed = isEarly ? 0 : timeline.speed(run);
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
    return queue(app, runs.open(app));
  }

  /** Likewise, of these open runs of the app. */
  public Queue queue(AppName app, List<Run> open) {
    var waiting = waiting(open).sum();
    return new Queue(waiting, waiting == 0 ? Duration.ZERO : toSend(app, waiting));
  }

  private Duration toSend(AppName app, long recipients) {
    return toSend(parts(app), recipients, false);
  }

  private static Stream<Run> going(List<Run> open) {
    return open.stream().filter(run -> run.progress().gate() == Run.Gate.OPEN);
  }

  /** How many recipients wait in each of these that is running. */
  private static LongStream waiting(List<Run> open) {
    return going(open).mapToLong(run -> run.progress().toSend());
  }

  /** The rests of this run's bots, latest first. */
  public List<Rest> rests(Run run) {
    return run.progress()
        .started()
        .map(started -> rests(run.app(), started, run.finished().orElseGet(time::now)))
        .orElse(List.of());
  }

  private List<Rest> rests(AppName app, Instant from, Instant until) {
    return of(app).stream()
        .flatMap(lane -> RestLog.between(database, lane.id(), from, until).stream())
        .sorted(Comparator.comparing(Rest::from).reversed())
        .toList();
  }

  /** Until when all bots of this app must rest that can send; empty if one need not. */
  public Optional<Instant> restingUntil(AppName app) {
    var until = sending(app).stream().map(lane -> restingUntil(lane.id())).toList();
    return until.stream().allMatch(Optional::isPresent)
        ? until.stream().flatMap(Optional::stream).min(Comparator.naturalOrder())
        : Optional.empty();
  }

  /** Until when this bot must rest; empty if it need not. */
  public Optional<Instant> restingUntil(LaneId lane) {
    var now = time.now();
    return Optional.of(database.read(handle -> RestLog.until(handle, lane, now)))
        .filter(now::isBefore);
  }
}
