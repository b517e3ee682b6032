package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How quickly the page's questions are answered while a job runs. */
@Command(
    name = "routes",
    description = "Response times of the progress and list routes while a job runs.")
final class RoutesBench extends Part {
  @Option(
      names = "--per-second",
      defaultValue = "200",
      description = "messages a second that the platform permits (default: 200)")
  private int perSecond;

  @Option(
      names = "--seconds",
      defaultValue = "30",
      description = "how long requests are made (default: 30)")
  private int seconds;

  @Option(
      names = "--history",
      defaultValue = "500",
      description = "finished jobs in the list (default: 500)")
  private int history;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  Report measure() {
    var report =
        new Report(
            "routes",
            "answers while a job runs at %d messages/s, %d jobs in the list, %s"
                .formatted(perSecond, history, database.chosen()));
    var recipients = perSecond * (seconds + 30);
    var limit = LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond));
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(recipients), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      past(site, staff);
      site.simulator().limits().set(limit);
      var before = Arrivals.of(site);
      var job = staff.send("Good morning everybody", staff.group("All staff"));
      if (!Pauses.until(() -> Arrivals.of(site) > before + 5 * perSecond, Duration.ofMinutes(2))) {
        throw new TrialException("the job did not begin");
      }
      Readers.ask(staff, Readers.pageOf(job), Duration.ofSeconds(seconds))
          .forEach((route, times) -> add(report, route, times));
      if (staff.job(job).path("state").asText().equals("finished")) {
        throw new TrialException("the job was over before all questions were asked");
      }
    }
    return report;
  }

  /** A list with nothing in it would be answered too easily. */
  private void past(Site site, Staff staff) {
    var person =
        Map.of(
            "kind", "person", "id", site.simulator().directory().personId(1), "name", "Somebody");
    for (var i = 0; i < history; i++) {
      var words = Map.of("markdown", "Something of the past", "audience", List.of(person));
      var id = staff.post("jobs/edit", words).path("id").asText();
      staff.post("jobs/runNow", Map.of("jobId", id));
    }
    if (!Pauses.until(
        () -> staff.get("jobs/list/running").path("items").isEmpty(), Duration.ofMinutes(5))) {
      throw new TrialException("the jobs of the past did not finish");
    }
  }

  private static void add(Report report, String route, Sample times) {
    report.add(Figure.of(route + ": answers", times.size(), ""));
    report.add(Figure.of(route + ": median", times.median(), "ms"));
    report.add(Figure.of(route + ": p99", times.quantile(0.99), "ms").atMost(50));
  }
}
