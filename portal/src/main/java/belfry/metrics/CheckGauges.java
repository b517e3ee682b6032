package belfry.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.function.Supplier;

/** The checks of {@code /status}, as a gauge that is 1 while all is well. */
record CheckGauges(Supplier<Map<String, Boolean>> checks) implements Collector {
  @Override
  public MetricSnapshot collect() {
    var gauge =
        GaugeSnapshot.builder()
            .name("belfry_check_ok")
            .help("The checks of /status: 1 while all is well, 0 otherwise.");
    checks
        .get()
        .forEach((check, ok) ->
            gauge.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("check", check))
                    .value(ok ? 1 : 0)
                    .build()));
    return gauge.build();
  }
}
