package belfry.metrics;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.delivery.foundation.DeliveryListener;
import belfry.hooks.HookListener;
import belfry.platform.Outcome;
import belfry.storage.CommitListener;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmCompilationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryPoolAllocationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Everything that is measured in this process. Counts what it is told of, and asks {@link
 * AppGauges} for the rest whenever it is read. docs/operating.md lists the names.
 */
public final class Metrics implements CommitListener, DeliveryListener, HookListener {
  /** The media type of {@link #text}. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter requests;
  private final Histogram requestTimes;
  private final Counter rests;
  private final Counter restSeconds;
  private final Histogram commitTimes;
  private final Counter writes;
  private final Counter answers;
  private final Histogram answerTimes;
  private final Counter hookEvents;

  public Metrics(String version) {
    requests =
        Counter.builder()
            .name("belfry_requests_total")
            .help("Messages sent, recalled or corrected at the platform, by how that ended.")
            .labelNames("app", "asked", "outcome")
            .register(registry);
    requestTimes =
        Histogram.builder()
            .name("belfry_request_seconds")
            .help("From the commit of a request's intent to the platform's answer.")
            .labelNames("app", "asked")
            .classicOnly()
            .classicUpperBounds(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)
            .register(registry);
    rests =
        Counter.builder()
            .name("belfry_rests_total")
            .help("Rests that the platform asked for (Retry-After).")
            .labelNames("app")
            .register(registry);
    restSeconds =
        Counter.builder()
            .name("belfry_rest_seconds_total")
            .help("How long these rests were.")
            .labelNames("app")
            .register(registry);
    commitTimes =
        Histogram.builder()
            .name("belfry_commit_seconds")
            .help("Transactions of the database, from their beginning until they are durable.")
            .classicOnly()
            .classicUpperBounds(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)
            .register(registry);
    writes =
        Counter.builder()
            .name("belfry_writes_total")
            .help("Writes; several may share a commit (belfry_commit_seconds_count).")
            .register(registry);
    answers =
        Counter.builder()
            .name("belfry_http_requests_total")
            .help("Requests to Belfry, by route and status.")
            .labelNames("method", "route", "status")
            .register(registry);
    answerTimes =
        Histogram.builder()
            .name("belfry_http_request_seconds")
            .help("Until the answer is ready; of a live view, until it begins.")
            .labelNames("route")
            .classicOnly()
            .classicUpperBounds(0.005, 0.025, 0.1, 0.5, 2.5)
            .register(registry);
    hookEvents =
        Counter.builder()
            .name("belfry_webhook_events_total")
            .help("Events sent to webhooks, by whether they were taken.")
            .labelNames("app", "outcome")
            .register(registry);
    Info.builder()
        .name("belfry_build_info")
        .help("The version that runs.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version);
    process();
  }

  /**
   * All of {@code JvmMetrics} but the memory outside the heap by its kind: Java does not count that
   * here, and to ask for it sets up JMX, a tenth of a start.
   */
  private void process() {
    JvmThreadsMetrics.builder().register(registry);
    JvmBufferPoolMetrics.builder().register(registry);
    JvmClassLoadingMetrics.builder().register(registry);
    JvmCompilationMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmMemoryPoolAllocationMetrics.builder().register(registry);
    JvmMemoryMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
    ProcessMetrics.builder().register(registry);
  }

  /** Shows these, and what {@code /status} checks, as well from now on. */
  public void show(AppGauges gauges, Supplier<CheckGauges.Checked> checked) {
    registry.register(new CheckGauges(gauges, checked));
  }

  @Override
  public void committed(int together, Duration taken) {
    commitTimes.observe(taken.toNanos() / NANOS);
    writes.inc(together);
  }

  @Override
  public void ended(AppName app, Asked asked, Outcome outcome, Duration taken) {
    var request = EnumWord.of(asked);
    requests.labelValues(app.value(), request, word(outcome)).inc();
    requestTimes.labelValues(app.value(), request).observe(taken.toNanos() / NANOS);
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> "accepted";
      case Outcome.Refused _ -> "refused";
      case Outcome.Throttled _ -> "throttled";
      case Outcome.Unauthorized _ -> "unauthorized";
      case Outcome.NotSent _ -> "not_sent";
      case Outcome.Unreadable _ -> "unreadable";
      case Outcome.Unknown _ -> "unknown";
    };
  }

  @Override
  public void rests(AppName app, Duration length) {
    rests.labelValues(app.value()).inc();
    restSeconds.labelValues(app.value()).inc(length.toNanos() / NANOS);
  }

  /**
   * A request to Belfry was answered.
   *
   * @param route its pattern, never its address: that would make endlessly many series
   */
  public void answered(String method, String route, int status, Duration taken) {
    answers.labelValues(method, route, Integer.toString(status)).inc();
    answerTimes.labelValues(route).observe(taken.toNanos() / NANOS);
  }

  @Override
  public void told(AppName app, boolean taken) {
    hookEvents.labelValues(app.value(), taken ? "taken" : "refused").inc();
  }

  /** Everything as of now, in the text format of Prometheus (version 0.0.4). */
  public byte[] text() {
    var text = new ByteArrayOutputStream(64 * 1024);
    try {
      PrometheusTextFormatWriter.create()
          .write(text, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException("nothing is written outside of memory", e);
    }
    return text.toByteArray();
  }
}
