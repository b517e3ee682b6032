package belfry.metrics;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Outage;
import belfry.base.Time;
import belfry.base.Wait;
import belfry.delivery.Delivery;
import belfry.delivery.Progress;
import belfry.delivery.Waits;
import belfry.platform.wire.PlatformContact;
import belfry.runs.Run;
import belfry.runs.recipients.Tally;
import belfry.storage.CachedReads;
import belfry.storage.Database;
import belfry.storage.StorageException;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * How each app stands, read from the database whenever it is asked for: the same on every node, but
 * for who owns the lane. While the database is away, only what is known without it.
 */
public final class AppGauges {
  private static final Logger LOG = LoggerFactory.getLogger(AppGauges.class);

  private static final String RUNS_WAITING = "belfry_runs_waiting";
  private static final String RECIPIENTS_WAITING = "belfry_recipients_waiting";

  private final Apps apps;
  private final Delivery delivery;
  private final Time time;
  private final CachedReads<AppName, Backlog> waiting;

  public AppGauges(Apps apps, Database database, Delivery delivery, Time time) {
    this.apps = apps;
    this.delivery = delivery;
    this.time = time;
    waiting = new CachedReads<>(database, Backlog::read);
  }

  /** What waits in this app. */
  public Backlog waiting(AppName app) {
    return waiting.get(app);
  }

  /** What runs and recipients of this app wait for. */
  public List<Waits.Many> reasons(AppName app) {
    return delivery.waits().of(app, waiting.get(app).open());
  }

  /** What is shown of an app. */
  private enum Gauge {
    LANE_OWNED("belfry_lane_owned", "1 on the node that sends for this app."),
    BOT_USABLE("belfry_bot_usable", "0 while the bot's token cannot be used."),
    PACE(
        "belfry_pace_messages_per_second",
        "How fast the platform is believed to let the bot send."),
    RESTING("belfry_resting_seconds", "How long the bot must still rest."),
    QUEUE("belfry_queue_recipients", "How many recipients wait in runs that are being sent."),
    QUEUE_TIME("belfry_queue_seconds", "How long sending to them will take."),
    IN_DOUBT(
        "belfry_recipients_in_doubt",
        "Sends whose answer was lost, which are looked up at the platform."),
    HELD("belfry_recipients_held", "Recipients about whom somebody has to decide."),
    PAUSED("belfry_runs_paused", "Runs that wait until somebody resumes or cancels them."),
    QUEUE_AGE(
        "belfry_queue_oldest_seconds",
        "How long the run of those has gone on who have waited longest."),
    SILENT(
        "belfry_bot_silent_seconds",
        "How long requests of the bot have got no answer that was understood; 0 if they get one."),
    OVERDUE("belfry_jobs_overdue_seconds", "How late the next job is; 0 if none is late."),
    WEBHOOK_EVENTS("belfry_webhook_events_waiting", "Events that webhooks have not taken yet."),
    WEBHOOK_AGE("belfry_webhook_oldest_seconds", "How long the first of these has waited.");

    private final String name;
    private final String help;

    Gauge(String name, String help) {
      this.name = name;
      this.help = help;
    }
  }

  /** Without asking the database, which would take long while it is away. */
  MetricSnapshots withoutDatabase() {
    var builders = builders();
    apps.all().forEach(app -> add(builders, app, known(app)));
    return new MetricSnapshots(
        builders.values().stream()
            .<MetricSnapshot>map(GaugeSnapshot.Builder::build)
            .filter(gauge -> !gauge.getDataPoints().isEmpty())
            .toList());
  }

  private static Map<Gauge, GaugeSnapshot.Builder> builders() {
    var builders = new EnumMap<Gauge, GaugeSnapshot.Builder>(Gauge.class);
    for (var gauge : Gauge.values()) {
      builders.put(gauge, GaugeSnapshot.builder().name(gauge.name).help(gauge.help));
    }
    return builders;
  }

  private static void add(
      Map<Gauge, GaugeSnapshot.Builder> builders, App app, Map<Gauge, Double> values) {
    values.forEach((gauge, value) ->
        builders.computeIfPresent(gauge, (_, builder) -> builder.dataPoint(point(app, value))));
  }

  MetricSnapshots all() {
    var builders = builders();
    var reasons =
        Stream.of(RUNS_WAITING, RECIPIENTS_WAITING)
            .map(name -> GaugeSnapshot.builder().name(name).help("How many wait, by reason."))
            .toList();
    try {
      var bots = delivery.progress().bots(apps.all().stream().map(App::name).toList());
      var troubles = delivery.progress().troubles();
      apps.all()
          .forEach(app ->
              add(
                  builders,
                  app,
                  values(
                      app,
                      Objects.requireNonNull(bots.get(app.name())).pace(),
                      !troubles.containsKey(app.name()))));
      apps.all().forEach(app -> add(reasons, app.name()));
    } catch (StorageException e) {
      // Whoever reads this sees belfry_check_ok{check="database"} as well.
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log("What apps have to do is not measured: {}", e.getMessage());
      return withoutDatabase();
    }
    return new MetricSnapshots(
        Stream.concat(builders.values().stream(), reasons.stream())
            .<MetricSnapshot>map(GaugeSnapshot.Builder::build)
            .toList());
  }

  /** Every reason is given, so that none is absent before it is first met. */
  private void add(List<GaugeSnapshot.Builder> reasons, AppName app) {
    var found = new EnumMap<Wait.For, Waits.Many>(Wait.For.class);
    reasons(app).forEach(many -> found.put(many.why().what(), many));
    for (var what : Wait.For.values()) {
      var many = found.getOrDefault(what, new Waits.Many(what.open(), 0, 0));
      var labels = Labels.of("app", app.value(), "reason", what.word());
      reasons.getFirst().dataPoint(point(labels, (double) many.runs()));
      reasons.getLast().dataPoint(point(labels, (double) many.recipients()));
    }
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(App app, double value) {
    return point(Labels.of("app", app.name().value()), value);
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private Map<Gauge, Double> known(App app) {
    var values = new EnumMap<Gauge, Double>(Gauge.class);
    values.put(Gauge.LANE_OWNED, delivery.owns(app) ? 1.0 : 0.0);
    values.put(Gauge.SILENT, seconds(apps.silent(app).map(PlatformContact.Silent::tried)));
    return values;
  }

  private Map<Gauge, Double> values(App app, Progress.Pace pace, boolean isUsable) {
    var progress = delivery.progress();
    var now = waiting.get(app.name());
    var open = now.open();
    var queue = progress.queue(app.name(), open);
    var values = known(app);
    values.put(Gauge.BOT_USABLE, isUsable ? 1.0 : 0.0);
    values.put(Gauge.PACE, pace.perSecond());
    values.put(
        Gauge.RESTING,
        seconds(
            progress.restingUntil(app.name()).map(until -> Duration.between(time.now(), until))));
    values.put(Gauge.QUEUE, (double) queue.recipients());
    values.put(Gauge.QUEUE_TIME, seconds(Optional.of(queue.left())));
    values.put(Gauge.IN_DOUBT, sum(open, Tally::unknown));
    values.put(Gauge.HELD, sum(open, Tally::held));
    values.put(
        Gauge.PAUSED,
        (double) open.stream().filter(run -> run.progress().gate() == Run.Gate.PAUSED).count());
    values.put(Gauge.OVERDUE, seconds(now.due().map(this::since)));
    values.put(Gauge.WEBHOOK_EVENTS, (double) now.events());
    values.put(Gauge.WEBHOOK_AGE, seconds(now.oldestEvent().map(this::since)));
    values.put(Gauge.QUEUE_AGE, seconds(now.oldest().map(this::since)));
    return values;
  }

  private Duration since(Instant then) {
    return Duration.between(then, time.now());
  }

  private static double seconds(Optional<Duration> duration) {
    return duration.map(length -> Math.max(0, length.toMillis() / 1_000.0)).orElse(0.0);
  }

  private static double sum(List<Run> runs, ToLongFunction<Tally> count) {
    return runs.stream().mapToLong(run -> count.applyAsLong(run.progress().tally())).sum();
  }
}
