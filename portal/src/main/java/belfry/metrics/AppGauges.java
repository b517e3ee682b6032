package belfry.metrics;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Time;
import belfry.delivery.Delivery;
import belfry.delivery.Progress;
import belfry.hooks.Hooks;
import belfry.jobs.DueJobs;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.Tally;
import belfry.storage.CachedReads;
import belfry.storage.Database;
import belfry.storage.StorageException;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How each app stands, read from the database whenever it is asked for: the same on every node, but
 * for who owns the lane.
 */
public final class AppGauges implements MultiCollector {
  private static final Logger LOG = LoggerFactory.getLogger(AppGauges.class);

  private final Apps apps;
  private final Delivery delivery;
  private final Time time;
  private final CachedReads<AppName, Work> works;

  public AppGauges(Apps apps, Database database, Delivery delivery, Time time) {
    this.apps = apps;
    this.delivery = delivery;
    this.time = time;
    works = new CachedReads<>(database, Work::read);
  }

  /**
   * What an app has to do.
   *
   * @param due when its next job is due
   * @param events that webhooks have not taken yet
   */
  private record Work(List<Run> open, Optional<Instant> due, long events) {
    static Work read(Handle handle, AppName app) {
      return new Work(
          Runs.open(handle, app), DueJobs.next(handle, app), Hooks.waiting(handle, app));
    }
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
    OVERDUE("belfry_jobs_overdue_seconds", "How late the next job is; 0 if none is late."),
    WEBHOOK_EVENTS("belfry_webhook_events_waiting", "Events that webhooks have not taken yet.");

    private final String name;
    private final String help;

    Gauge(String name, String help) {
      this.name = name;
      this.help = help;
    }
  }

  @Override
  public MetricSnapshots collect() {
    var builders = new LinkedHashMap<Gauge, GaugeSnapshot.Builder>();
    for (var gauge : Gauge.values()) {
      builders.put(gauge, GaugeSnapshot.builder().name(gauge.name).help(gauge.help));
    }
    try {
      var bots = delivery.progress().bots(apps.all().stream().map(App::name).toList());
      apps.all()
          .forEach(app ->
              values(app, Objects.requireNonNull(bots.get(app.name())).pace())
                  .forEach((gauge, value) ->
                      builders.computeIfPresent(
                          gauge, (_, builder) -> builder.dataPoint(point(app, value)))));
    } catch (StorageException e) {
      // Whoever reads this sees belfry_check_ok{check="database"} as well.
      LOG.warn("The database does not answer, so what apps have to do is not measured", e);
      return MetricSnapshots.of();
    }
    return new MetricSnapshots(
        builders.values().stream().<MetricSnapshot>map(GaugeSnapshot.Builder::build).toList());
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(App app, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder()
        .labels(Labels.of("app", app.name().value()))
        .value(value)
        .build();
  }

  private Map<Gauge, Double> values(App app, Progress.Pace pace) {
    var progress = delivery.progress();
    var now = works.get(app.name());
    var open = now.open;
    var queue = progress.queue(app.name(), open);
    var values = new EnumMap<Gauge, Double>(Gauge.class);
    values.put(Gauge.LANE_OWNED, delivery.owns(app) ? 1.0 : 0.0);
    values.put(Gauge.BOT_USABLE, pace.trouble().isEmpty() ? 1.0 : 0.0);
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
    values.put(Gauge.OVERDUE, seconds(now.due.map(this::late)));
    values.put(Gauge.WEBHOOK_EVENTS, (double) now.events);
    return values;
  }

  private Duration late(Instant due) {
    return Duration.between(due, time.now());
  }

  private static double seconds(Optional<Duration> duration) {
    return duration.map(length -> Math.max(0, length.toMillis() / 1_000.0)).orElse(0.0);
  }

  private static double sum(List<Run> runs, ToLongFunction<Tally> count) {
    return runs.stream().mapToLong(run -> count.applyAsLong(run.progress().tally())).sum();
  }
}
