package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Thousands of jobs due in the same second: how late they start, and how late they arrive. */
@Command(name = "due", description = "Many jobs due in the same second: how late they start.")
final class DueBench extends Part {
  private static final int WRITERS = 8;
  private static final Duration LONGEST = Duration.ofMinutes(15);

  @Option(
      names = "--jobs",
      defaultValue = "10000",
      description = "how many jobs, each to one person (default: 10000)")
  private int jobs;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  Report measure() {
    var report =
        new Report("due", "%,d jobs due in the same second, %s".formatted(jobs, database.chosen()));
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(jobs + 1), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var began = Instant.now();
      var drafts = new ConcurrentLinkedQueue<String>();
      each(number -> drafts.add(draft(staff, site, number)));
      var due =
          Instant.now()
              .plus(Duration.between(began, Instant.now()).multipliedBy(2))
              .plusSeconds(10)
              .truncatedTo(ChronoUnit.SECONDS);
      var ids = List.copyOf(drafts);
      each(number ->
          staff.post("jobs/schedule", Map.of("jobId", ids.get(number), "at", due.toString())));
      if (Instant.now().isAfter(due)) {
        throw new TrialException("the jobs could not be written down before they were due");
      }
      say("%,d jobs are scheduled for %s".formatted(jobs, due));
      await(site);
      report.add(Figure.of("jobs started and delivered", arrived(site), "jobs").atLeast(jobs));
      add(report, "start lag", starts(staff, due));
      add(report, "arrival lag", arrivals(site, due));
    }
    return report;
  }

  private void each(IntConsumer step) {
    try (var threads = Executors.newFixedThreadPool(WRITERS)) {
      var all = new ArrayList<Future<?>>();
      for (var i = 0; i < jobs; i++) {
        var number = i;
        all.add(threads.submit(() -> step.accept(number)));
      }
      for (var one : all) {
        one.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new TrialException("the jobs could not be written down", e);
    }
  }

  private static String draft(Staff staff, Site site, int number) {
    var person = site.simulator().directory().person(number);
    var audience =
        List.of(
            Map.of(
                "kind", "person",
                "id", site.simulator().directory().personId(number),
                "name", person.displayName()));
    return staff
        .post("jobs/edit", Map.of("markdown", "Good morning " + number, "audience", audience))
        .path("id")
        .asText();
  }

  private void await(Site site) {
    if (!Pauses.until(
        () -> {
          Pauses.of(Duration.ofMillis(100));
          return arrived(site) >= jobs;
        },
        LONGEST)) {
      throw new TrialException("only %d of %d arrived".formatted(arrived(site), jobs));
    }
  }

  private static int arrived(Site site) {
    return Arrivals.of(site);
  }

  /** The one goal there is: what is later than a minute is called late. */
  private static void add(Report report, String name, Sample seconds) {
    report.add(Figure.of(name + ", median", seconds.median(), "s"));
    report.add(Figure.of(name + ", p99", seconds.quantile(0.99), "s").atMost(60));
    report.add(Figure.of(name + ", most", seconds.most(), "s"));
  }

  private static Sample starts(Staff staff, Instant due) {
    var lags = new Sample();
    var cursor = "";
    do {
      var page = staff.get("jobs/list/all?limit=200&cursor=" + cursor);
      for (var job : page.path("items")) {
        lags.add(seconds(due, Instant.parse(job.path("run").path("createdAt").asText())));
      }
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return lags;
  }

  private static Sample arrivals(Site site, Instant due) {
    var lags = new Sample();
    site.simulator()
        .ledger()
        .entries(
            Ledger.Query.ALL,
            entry -> lags.add(seconds(due, Instant.ofEpochMilli(entry.createdMillis()))));
    return lags;
  }

  private static double seconds(Instant from, Instant until) {
    return Duration.between(from, until).toMillis() / 1000.0;
  }
}
