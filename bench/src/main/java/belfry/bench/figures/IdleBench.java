package belfry.bench.figures;

import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Usage;
import belfry.simulator.SimulatorSettings;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a portal costs while nothing is sent and no page is open. */
@Command(name = "idle", description = "CPU while nothing is sent and nobody looks.")
final class IdleBench extends Part {
  /** As many apps as the demo has; each has a lane of its own. */
  private static final List<String> APPS = List.of(Site.APP, "alerts", "people");

  /** By then the compilers have finished with the code that the jobs used. */
  private static final Duration CALM = Duration.ofSeconds(20);

  /** Scrapes until its code is compiled. */
  private static final int WARM = 60;

  /** Debian's Prometheus is set up to read every 15 seconds (its {@code prometheus.yml}). */
  private static final int SECONDS_BETWEEN = 15;

  /** Of five jobs, this many were sent; one is scheduled, and one is a draft. */
  private static final int SENT_OF_FIVE = 3;

  @Option(
      names = "--jobs",
      defaultValue = "500",
      description = "jobs that are stored: sent, scheduled and drafts (default: 500)")
  private int jobs;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "for how long it is watched (default: 60)")
  private int seconds;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  Report measure() {
    var report =
        new Report(
            "idle",
            "%,d jobs stored, %d apps, nobody looks, %s"
                .formatted(jobs, APPS.size(), database.chosen()));
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(100), 1, APPS);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      store(site, staff);
      Pauses.of(CALM);
      var left = share(site, () -> Pauses.of(Duration.ofSeconds(seconds)));
      report.add(Figure.of("of one processor", left, "%").atMost(1));
      scrape(site, WARM);
      var scraped = share(site, () -> scrape(site, seconds));
      report.add(Figure.of("more while metrics are read each second", scraped - left, "%"));
      report.add(
          Figure.of("more while they are read every 15 s", (scraped - left) / SECONDS_BETWEEN, "%")
              .atMost(1));
      report.add(
          Figure.of("memory", Usage.megabytes(site.portal().process().usage().resident()), "MB"));
    }
    return report;
  }

  private static void scrape(Site site, int times) {
    for (var i = 0; i < times; i++) {
      site.portal().metrics();
      Pauses.of(Duration.ofSeconds(1));
    }
  }

  /** How much of a processor the portal takes meanwhile, in percent. */
  private static double share(Site site, Runnable meanwhile) {
    var portal = site.portal().process();
    var began = System.nanoTime();
    var before = portal.usage();
    meanwhile.run();
    var spent = portal.usage().cpu().minus(before.cpu()).toNanos();
    return 100.0 * spent / (System.nanoTime() - began);
  }

  private void store(Site site, Staff staff) {
    var person =
        Map.<String, Object>of(
            "kind", "person", "id", site.simulator().directory().personId(1), "name", "Somebody");
    var tomorrow =
        LocalDateTime.now(ZoneOffset.UTC).plusDays(1).truncatedTo(ChronoUnit.MINUTES).toString();
    for (var i = 0; i < jobs; i++) {
      var id = staff.draft("What there is to know about day " + i, List.of(person));
      if (i % 5 < SENT_OF_FIVE) {
        staff.post("jobs/runNow", Map.of("jobId", id));
      } else if (i % 5 == SENT_OF_FIVE) {
        staff.post("jobs/schedule", Map.of("jobId", id, "at", tomorrow, "zone", "UTC"));
      }
    }
    if (!Pauses.until(
        () -> staff.get("jobs/list/running").path("items").isEmpty(), Duration.ofMinutes(5))) {
      throw new TrialException("what was sent did not arrive");
    }
  }
}
