package belfry.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The checks of {@code /status}, as a gauge that is 1 while all is well, and what they measure;
 * then how the apps stand, because the checks say in time whether the database can be asked that.
 */
public record CheckGauges(AppGauges apps, Supplier<Checked> checked) implements MultiCollector {
  /**
   * What was found.
   *
   * @param passed whether all is well, by the check's name; without those that cannot be known now
   * @param databaseAnswers whether the database can be asked, though perhaps nothing be written
   * @param clockOffset how many seconds our clock is ahead of the platform's
   * @param diskFree how many bytes are free where the data is
   */
  public record Checked(
      Map<String, Boolean> passed,
      boolean databaseAnswers,
      Optional<Double> clockOffset,
      long diskFree) {}

  @Override
  public MetricSnapshots collect() {
    var now = checked.get();
    var checks =
        gauge("belfry_check_ok", "The checks of /status: 1 while all is well, 0 otherwise.");
    now.passed.forEach((check, ok) ->
        checks.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(Labels.of("check", check))
                .value(ok ? 1 : 0)
                .build()));
    var clock =
        gauge("belfry_clock_offset_seconds", "How far this machine's clock is ahead of Webex's.");
    now.clockOffset.ifPresent(offset -> clock.dataPoint(value(offset)));
    var disk = gauge("belfry_disk_free_bytes", "How much is free where the data is.");
    disk.dataPoint(value((double) now.diskFree));
    var stand = now.databaseAnswers ? apps.all() : apps.withoutDatabase();
    return new MetricSnapshots(
        Stream.concat(
                Stream.<MetricSnapshot>of(checks.build(), clock.build(), disk.build()),
                stand.stream())
            .toList());
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name).help(help);
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot value(double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).build();
  }
}
