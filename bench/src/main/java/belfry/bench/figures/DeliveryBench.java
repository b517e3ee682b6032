package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Usage;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Durable delivery without a limit, beside a bare loop of the same client without a ledger. */
@Command(
    name = "delivery",
    description = "Delivery without a rate limit, compared with a bare loop without a ledger.")
final class DeliveryBench extends Part {
  static final String WORDS = "The belfry rings as fast as it can";
  private static final Duration LONGEST = Duration.ofMinutes(20);

  @Option(
      names = "--recipients",
      defaultValue = "20000",
      description = "how many people get each message (default: 20000)")
  private int recipients;

  @Option(
      names = "--repeats",
      defaultValue = "3",
      description = "rounds of both, after a warm-up round (default: 3)")
  private int repeats;

  @Option(
      names = "--workers",
      defaultValue = "32",
      description = "concurrent workers of the bare loop (default: 32)")
  private int workers;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  Report measure() {
    var report =
        new Report(
            "delivery",
            "%,d messages without a limit, %s, beside a bare loop of %d workers"
                .formatted(recipients, database.chosen(), workers));
    var bare = new Rounds();
    var durable = new Rounds();
    var ratios = new Sample();
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(recipients), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var group = staff.group("All staff");
      for (var round = 0; round <= repeats; round++) {
        var one = bareLoop(site);
        var two = portal(site, staff, group);
        say("  bare loop %s; Belfry %s".formatted(one, two));
        if (round > 0) {
          bare.add(one);
          durable.add(two);
          ratios.add(two.perSecond / one.perSecond);
        }
      }
    }
    report.add(Figure.of("bare loop", bare.perSecond.median(), "messages/s"));
    report.add(Figure.of("Belfry", durable.perSecond.median(), "messages/s"));
    report.add(Figure.of("ratio", ratios.median(), "×").atLeast(0.8));
    report.add(Figure.of("bare loop: CPU a message", bare.micros.median(), "µs"));
    report.add(Figure.of("Belfry: CPU a message", durable.micros.median(), "µs"));
    return report;
  }

  /** How fast messages arrived, and what the sender spent on each. */
  private record Round(double perSecond, double micros) {
    @Override
    public String toString() {
      return "%,.0f messages/s, %.0f µs CPU each".formatted(perSecond, micros);
    }
  }

  private record Rounds(Sample perSecond, Sample micros) {
    Rounds() {
      this(new Sample(), new Sample());
    }

    void add(Round round) {
      perSecond.add(round.perSecond);
      micros.add(round.micros);
    }
  }

  /** It sends to everybody twice: first to warm up, then to be counted. */
  private Round bareLoop(Site site) {
    var directory = site.simulator().directory();
    var ids = IntStream.range(0, recipients).mapToObj(directory::personId).toList();
    site.simulator().ledger().reset();
    try (var loop =
        PlainProcess.start(site, 1, workers, Stream.concat(ids.stream(), ids.stream()).toList())) {
      awaitArrivals(site, recipients);
      var before = loop.usage();
      awaitArrivals(site, 2 * recipients);
      return round(site, recipients, before, loop.usage());
    }
  }

  private Round portal(Site site, Staff staff, String group) {
    site.simulator().ledger().reset();
    var before = site.portal().process().usage();
    var job = staff.send(WORDS, group);
    awaitArrivals(site, recipients);
    if (!Pauses.until(() -> staff.job(job).path("state").asText().equals("finished"), LONGEST)) {
      throw new TrialException("the job did not finish");
    }
    return round(site, 0, before, site.portal().process().usage());
  }

  private Round round(Site site, int from, Usage before, Usage after) {
    var times = new ArrayList<Long>();
    site.simulator().ledger().entries(Ledger.Query.ALL, entry -> times.add(entry.createdMillis()));
    var seconds = (times.getLast() - times.get(from)) / 1000.0;
    var cpu = after.cpu().minus(before.cpu());
    return new Round((recipients - 1) / seconds, cpu.toNanos() / 1000.0 / recipients);
  }

  private static void awaitArrivals(Site site, int messages) {
    if (!Pauses.until(() -> Arrivals.of(site) >= messages, LONGEST)) {
      throw new TrialException(
          "only %d of %d messages arrived".formatted(Arrivals.of(site), messages));
    }
  }
}
