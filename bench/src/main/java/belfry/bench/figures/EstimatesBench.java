package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What people are told about how long it takes, before sending and while it runs, beside how long
 * it took: once the pace is learned, under a limit that stays.
 */
@Command(name = "estimates", description = "Estimated time compared with actual time.")
final class EstimatesBench extends Part {
  private static final double WITHIN = 15;

  @Option(
      names = "--sends",
      defaultValue = "2400",
      description = "messages of the measured job, and of the one before it (default: 2400)")
  private int sends;

  @Option(
      names = "--per-second",
      defaultValue = "40",
      description = "messages a second that the platform permits (default: 40)")
  private int perSecond;

  @Option(
      names = "--limits",
      split = ",",
      defaultValue = "fixed,sliding,bucket",
      description = "which of fixed, sliding, bucket (default: all)")
  private List<PaceBench.Limits> limits = List.of();

  @Override
  Report measure() {
    var report =
        new Report(
            "estimates",
            "%,d messages where %d a second are permitted, after as many"
                .formatted(sends, perSecond));
    for (var limit : limits) {
      under(limit, report);
    }
    return report;
  }

  private void under(PaceBench.Limits limit, Report report) {
    var name = limit.name().toLowerCase(Locale.ROOT);
    var platform =
        SimulatorSettings.defaults()
            .withPeople(sends)
            .withLimits(limit.rule(perSecond, Duration.ofSeconds(10), sends));
    try (var site = Site.open(Databases.SQLITE, platform, 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var group = staff.group("All staff");
      staff.send("The belfry learns the pace", group);
      until(site, sends);
      // What the first one left of its window or bucket is over by then.
      Pauses.of(Duration.ofSeconds(12));

      var job = staff.draft("The belfry keeps its word", group);
      var announced =
          staff.post("jobs/preview", Map.of("jobId", job)).at("/estimate/seconds").asDouble();
      var began = System.nanoTime();
      staff.post("jobs/runNow", Map.of("jobId", job));
      until(site, sends + sends / 2);
      var half = System.nanoTime();
      var left = staff.job(job).at("/run/secondsLeft").asDouble();
      var queue = staff.get("info").at("/queue/seconds").asDouble();
      until(site, 2 * sends);
      var end = System.nanoTime();

      add(report, name + ", preview", announced, (end - began) / 1e9);
      add(report, name + ", half-way, detail", left, (end - half) / 1e9);
      add(report, name + ", half-way, info", queue, (end - half) / 1e9);
    }
  }

  private void add(Report report, String name, double announced, double taken) {
    say("  %s: announced %.0f s, taken %.1f s".formatted(name, announced, taken));
    report.add(
        Figure.of(name + ": off by", 100 * Math.abs(announced / taken - 1), "%").atMost(WITHIN));
  }

  private void until(Site site, int arrivals) {
    var longest = Duration.ofSeconds(60L + 4L * sends / perSecond);
    if (!Pauses.until(() -> Arrivals.of(site) >= arrivals, longest)) {
      throw new TrialException("only %d of %d arrived".formatted(Arrivals.of(site), arrivals));
    }
  }
}
