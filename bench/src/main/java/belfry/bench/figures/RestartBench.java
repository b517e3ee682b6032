package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Wording;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** For how long nothing arrives while the program is restarted in the middle of a sending. */
@Command(
    name = "restart",
    description = "The gap in sending over an orderly restart and over kill -9, on both databases.")
final class RestartBench extends Part {
  private static final String WORDS = "The belfry is wound up again";
  private static final int PER_SECOND = 100;

  /** How much one restart takes at most, in messages that would have been sent meanwhile. */
  private static final int BETWEEN = 4 * PER_SECOND;

  /** Less than any start takes. */
  private static final Duration UNDER_WAY = Duration.ofMillis(300);

  private static final Duration LONGEST = Duration.ofMinutes(2);

  @Option(
      names = "--repeats",
      defaultValue = "5",
      description = "restarts of each kind on each database (default: 5)")
  private int repeats;

  @Option(
      names = "--databases",
      split = ",",
      defaultValue = "sqlite,postgresql",
      description = "which of sqlite, postgresql (default: both)")
  private List<Databases> databases = List.of();

  @Override
  Report measure() {
    var report =
        new Report(
            "restart",
            "longest gap of %d restarts, %d messages a second".formatted(repeats, PER_SECOND));
    for (var database : databases) {
      measure(database, report);
    }
    return report;
  }

  private void measure(Databases database, Report report) {
    var recipients = BETWEEN * (2 * repeats + 1);
    var platform =
        SimulatorSettings.defaults()
            .withPeople(recipients)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(PER_SECOND, PER_SECOND)))
            .withFaults(
                FaultRule.onEverything(
                    Fault.latency(Duration.ofMillis(20), Duration.ofMillis(60))));
    try (var site = Site.open(database, platform, 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var job = staff.send(WORDS, staff.group("All staff"));
      var stopped = new Sample();
      var killed = new Sample();
      for (var i = 0; i < repeats; i++) {
        stopped.add(gap(site, site.portal()::stop));
        killed.add(gap(site, site.portal()::kill));
      }
      report.add(
          Figure.of(database + ": longest gap, orderly", stopped.most() / 1e3, "s").atMost(3));
      report.add(Figure.of(database + ": median gap, orderly", stopped.median() / 1e3, "s"));
      report.add(
          Figure.of(database + ": longest gap, kill -9", killed.most() / 1e3, "s").atMost(5));
      report.add(Figure.of(database + ": median gap, kill -9", killed.median() / 1e3, "s"));
      report.add(Figure.of(database + ": lost or doubled", wrong(site, staff, job), "").atMost(0));
    }
  }

  /** Ends it when it has sent for a while, and starts it at once; the gap in milliseconds. */
  private double gap(Site site, Runnable end) {
    arrivalAfter(site, Arrivals.of(site) + BETWEEN / 2);
    var last = new Last(site);
    var watching = Thread.ofPlatform().start(last);
    var began = System.nanoTime();
    end.run();
    var took = (System.nanoTime() - began) / 1e6;
    site.portal().launch();
    // What the process before it had written still arrives.
    Pauses.of(UNDER_WAY);
    last.ended = true;
    join(watching);
    arrivalAfter(site, last.seen);
    var gap = (System.nanoTime() - last.at) / 1e6;
    say("  gap of %,.0f ms; the end took %,.0f ms".formatted(gap, took));
    awaitReady(site);
    return gap;
  }

  private static void awaitReady(Site site) {
    if (!Pauses.until(() -> site.portal().status() == 200, LONGEST)) {
      throw new TrialException("/status did not find back");
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** Waits for the next arrival after so many. */
  private static void arrivalAfter(Site site, int many) {
    if (!Pauses.until(() -> Arrivals.of(site) > many, Duration.ofMillis(1), LONGEST)) {
      throw new TrialException("nothing arrived for " + LONGEST.toMinutes() + " min");
    }
  }

  /** When the last message came before the end of the process. */
  private static final class Last implements Runnable {
    private final Site site;
    private volatile int seen;
    private volatile long at;
    private volatile boolean ended;

    Last(Site site) {
      this.site = site;
    }

    @Override
    public void run() {
      do {
        var now = Arrivals.of(site);
        if (now > seen) {
          seen = now;
          at = System.nanoTime();
        }
        Pauses.of(Duration.ofMillis(1));
      } while (!ended);
    }
  }

  /** How many were lost, doubled or told wrongly, once those in doubt are settled. */
  private static double wrong(Site site, Staff staff, String job) {
    var over =
        Pauses.until(
            () -> staff.job(job).path("state").asText().equals("finished"),
            Duration.ofMillis(200),
            Duration.ofMinutes(5));
    if (!over) {
      throw new TrialException("the job was not over in time");
    }
    var expected = site.simulator().directory().people();
    var judgement = Judgement.of(staff, job, site.platform(), Wording.of(WORDS), expected);
    return judgement.lost().size() + judgement.doubled().size() + judgement.untrue().size();
  }
}
