package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much of the permitted rate a correction and a recall use. */
@Command(
    name = "recall",
    description = "Share of the permitted rate while messages are corrected, and then recalled.")
final class RecallBench extends Part {
  @Option(
      names = "--messages",
      defaultValue = "10000",
      description = "how many messages are sent, corrected and recalled (default: 10000)")
  private int messages;

  @Option(
      names = "--per-second",
      defaultValue = "50",
      description = "requests a second that the platform permits (default: 50)")
  private int perSecond;

  @Option(
      names = "--window",
      defaultValue = "60",
      description = "length of a window, in seconds (default: 60)")
  private int window;

  @Override
  Report measure() {
    var report =
        new Report(
            "recall",
            "%,d messages where %d requests a second are permitted".formatted(messages, perSecond));
    var rule =
        LimitRule.of(
            Resource.MESSAGES_SEND,
            Limit.slidingWindow(window * perSecond, Duration.ofSeconds(window)));
    var platform = SimulatorSettings.defaults().withPeople(messages).withLimits(rule);
    try (var site = Site.open(Databases.SQLITE, platform, 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var job = staff.send("The belfry takes it back", staff.group("All staff"));
      await(() -> Arrivals.of(site) >= messages && isOver(staff.job(job)));
      measure(report, site, staff, job, "correction", "jobs/correct");
      measure(report, site, staff, job, "recall", "jobs/recall");
    }
    return report;
  }

  private void measure(
      Report report, Site site, Staff staff, String job, String kind, String path) {
    // Counted anew, with the limit as it was.
    site.simulator().limits().set(site.simulator().limits().rules());
    var form =
        kind.equals("recall")
            ? Map.of("jobId", job)
            : Map.of("jobId", job, "markdown", "The belfry corrects it");
    staff.post(path, form);
    await(() -> isOver(newest(staff, job), "finished"));
    var count =
        site.simulator()
            .limits()
            .count(Resource.MESSAGES_SEND, site.simulator().bots().getFirst().name());
    say("  %s: %s, %s".formatted(kind, newest(staff, job).path("counts"), count));
    var share = 100.0 * count.accepted() / count.permitted();
    var refused = 100.0 * count.throttled() / (count.accepted() + count.throttled());
    report.add(Figure.of(kind + ": of the permitted", share, "%").atLeast(99));
    report.add(Figure.of(kind + ": refused (429)", refused, "%").atMost(0.5));
    report.add(
        Figure.of(kind + ": inside Retry-After", (double) count.early(), "requests").atMost(0));
    var done = newest(staff, job).path("counts").path("done").asDouble();
    report.add(Figure.of(kind + ": done", done, "messages").atLeast(messages));
  }

  private static JsonNode newest(Staff staff, String job) {
    return staff.job(job).path("run").path("followUps").path(0);
  }

  private static boolean isOver(JsonNode job) {
    return isOver(job, "finished");
  }

  private static boolean isOver(JsonNode what, String state) {
    Pauses.of(Duration.ofMillis(200));
    return what.path("state").asText().equals(state);
  }

  private void await(BooleanSupplier over) {
    if (!Pauses.until(over, Duration.ofSeconds(120L + 4L * messages / perSecond))) {
      throw new TrialException("it was not over in time");
    }
  }
}
