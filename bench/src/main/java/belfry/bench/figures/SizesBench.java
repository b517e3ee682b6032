package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Usage;
import belfry.simulator.SimulatorSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same message to more and more people: what each of them costs, and what it needs. */
@Command(name = "sizes", description = "CPU per recipient, memory and expansion as audiences grow.")
final class SizesBench extends Part {
  private static final int WARM = 1_000;
  private static final Duration LONGEST = Duration.ofHours(1);

  /** Seldom enough that the looking does not weigh: on two processors it is in everybody's way. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "10000,100000,1000000",
      description = "numbers of recipients (default: 10000,100000,1000000)")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--fields",
      description =
          "compares messages with three fields (out of lists, or names above 60,000) to plain ones instead, in turns")
  private boolean fields;

  @Option(
      names = "--rounds",
      defaultValue = "2",
      description = "with --fields: how often each is sent (default: 2)")
  private int rounds;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  Report measure() {
    return fields ? withFields() : plain();
  }

  private Report withFields() {
    var report =
        new Report("fields", "three fields beside one message for all, " + database.chosen());
    for (var size : sizes) {
      var costs = new FieldsRounds(database.chosen(), size, rounds).measure();
      var people = "%,d: ".formatted(size);
      report.add(Figure.of(people + "CPU a recipient, plain", costs.plainMicros(), "µs"));
      report.add(Figure.of(people + "CPU a recipient, fields", costs.fieldsMicros(), "µs"));
      report.add(Figure.of(people + "fields to plain", costs.ratio(), "×").atMost(1.15));
      report.add(Figure.of(people + "peak memory before any fields", costs.plainMegabytes(), "MB"));
      report.add(Figure.of(people + "peak memory", costs.megabytes(), "MB").atMost(300));
    }
    return report;
  }

  private Report plain() {
    var report = new Report("sizes", "one message to ever more people, " + database.chosen());
    var costs = new ArrayList<Cost>();
    for (var size : sizes) {
      var cost = cost(size);
      costs.add(cost);
      say("  %,d: %s".formatted(size, cost));
    }
    for (var cost : costs) {
      var people = "%,d: ".formatted(cost.people);
      report.add(Figure.of(people + "CPU a recipient", cost.micros, "µs"));
      report.add(Figure.of(people + "peak memory", cost.megabytes, "MB").atMost(300));
      report.add(Figure.of(people + "expansion", cost.expansion, "people/s").atLeast(50_000));
      report.add(Figure.of(people + "copy of the group", cost.copy, "people/s"));
      report.add(Figure.of(people + "delivery", cost.delivery, "messages/s"));
    }
    var first = costs.getFirst();
    var last = costs.getLast();
    report.add(
        Figure.of("CPU a recipient, largest to smallest", last.micros / first.micros, "×")
            .atMost(1.25));
    return report;
  }

  private record Cost(
      int people, double micros, double megabytes, double expansion, double copy, double delivery) {
    @Override
    public String toString() {
      return "%.0f µs CPU each, peak %.0f MB, expansion %,.0f/s, copy %,.0f/s, delivery %,.0f/s"
          .formatted(micros, megabytes, expansion, copy, delivery);
    }
  }

  /** In a process of its own, warmed up by some thousand messages. */
  private Cost cost(int people) {
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(people), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      for (var round = 0; round < 5; round++) {
        warmUp(site, staff, Math.min(WARM, people));
      }
      site.simulator().ledger().reset();
      var group = staff.group("All staff");
      var copying = System.nanoTime();
      var job = staff.draft("The belfry rings for everybody", group);
      staff.post("jobs/preview", Map.of("jobId", job));
      var copied = seconds(copying);
      var before = site.portal().process().usage();
      var expanding = System.nanoTime();
      staff.post("jobs/runNow", Map.of("jobId", job));
      await(() -> !staff.job(job).path("run").path("preparing").asBoolean(true));
      var expanded = seconds(expanding);
      var sending = System.nanoTime();
      await(() -> Arrivals.of(site) >= people);
      var sent = seconds(sending);
      await(() -> staff.job(job).path("state").asText().equals("finished"));
      var after = site.portal().process().usage();
      return new Cost(
          people,
          after.cpu().minus(before.cpu()).toNanos() / 1e3 / people,
          Usage.megabytes(after.peak()),
          people / expanded,
          people / copied,
          people / sent);
    }
  }

  private static void warmUp(Site site, Staff staff, int people) {
    var directory = site.simulator().directory();
    var audience =
        IntStream.range(0, people)
            .mapToObj(number ->
                Map.of("kind", "person", "id", directory.personId(number), "name", "Somebody"))
            .toList();
    var words = Map.of("markdown", "Good morning", "audience", audience);
    var job = staff.post("jobs/edit", words).path("id").asText();
    staff.post("jobs/runNow", Map.of("jobId", job));
    await(() -> staff.job(job).path("state").asText().equals("finished"));
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static void await(BooleanSupplier so) {
    if (!Pauses.until(so, LOOK_EVERY, LONGEST)) {
      throw new TrialException("it took longer than " + LONGEST.toMinutes() + " min");
    }
  }
}
