package belfry.bench.trials;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Wording;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Stops the program politely (SIGTERM) again and again in the middle of a job: it ends in time and
 * leaves nothing unsure behind.
 */
final class Stops {
  private static final String WORDS = "The belfry pauses";
  private static final Duration LONGEST = Duration.ofMinutes(20);

  /** What the log says when a start finds sends whose outcome nobody knows. */
  private static final String UNSURE = "sends of an earlier owner are unsure";

  private final Databases database;
  private final int stops;
  private final int recipients;
  private final double hangs;
  private final PrintWriter out;

  /**
   * A trial to come.
   *
   * @param hangs the share of messages that get no answer; what a stop meets of them is unsure
   */
  Stops(Databases database, int stops, int recipients, double hangs, PrintWriter out) {
    this.database = database;
    this.stops = stops;
    this.recipients = recipients;
    this.hangs = hangs;
    this.out = out;
  }

  /**
   * What came of it.
   *
   * @param slowest how long the slowest stop took
   * @param late how many stops came when everybody had the message, and prove nothing
   * @param unsure after how many stops something was unsure
   * @param hung whether it had to be, as some messages got no answer
   */
  record Result(Judgement judgement, Duration slowest, int late, long unsure, boolean hung) {
    boolean sound() {
      return judgement.decided()
          && late == 0
          && hung == unsure > 0
          && slowest.compareTo(Duration.ofSeconds(25)) <= 0;
    }
  }

  /** The stops alone: the slowest, and how many came after the last message. */
  private record Made(Duration slowest, int late) {}

  Result run() {
    out.printf(
        "stops: %d stops, %,d recipients, %s, %.1f %% without an answer; %s%n",
        stops, recipients, database, 100 * hangs, Site.times(1));
    out.flush();
    try (var site = Site.open(database, platform(), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var job = staff.send(WORDS, staff.group("All staff"));
      var made = stopInTheMiddle(site);
      if (!Pauses.until(() -> isOver(staff, job), LONGEST)) {
        throw new TrialException("the job was not over within " + LONGEST.toMinutes() + " min");
      }
      var result =
          new Result(
              Judgement.of(staff, job, site.platform(), Wording.of(WORDS), recipients),
              made.slowest,
              made.late,
              unsureStarts(site),
              hangs > 0);
      out.println(result.judgement());
      out.printf(
          "%d of %d stops met a running job; slowest stop %.2f s; %d starts found something unsure%n",
          stops - result.late(), stops, result.slowest().toMillis() / 1000.0, result.unsure());
      out.flush();
      return result;
    }
  }

  private SimulatorSettings platform() {
    var perSecond = Math.max(50, recipients / (stops * 2.0 + 5));
    return SimulatorSettings.defaults()
        .withPeople(recipients)
        .withLimits(
            LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket((int) perSecond, perSecond)))
        .withFaults(
            FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Hang(Stage.AFTER)).withShare(hangs),
            FaultRule.onEverything(Fault.latency(Duration.ofMillis(20), Duration.ofMillis(400))));
  }

  private Made stopInTheMiddle(Site site) {
    var random = RandomGenerator.of("L64X128MixRandom");
    var slowest = Duration.ZERO;
    var late = 0;
    var step = recipients * 0.9 / stops;
    for (var stop = 1; stop <= stops; stop++) {
      var threshold = (int) (step * (stop - random.nextDouble()));
      Pauses.until(() -> Arrivals.of(site) >= threshold, Duration.ofMinutes(3));
      late += Arrivals.of(site) < recipients ? 0 : 1;
      var took = site.portal().stop();
      slowest = took.compareTo(slowest) > 0 ? took : slowest;
      site.portal().start();
    }
    return new Made(slowest, late);
  }

  private static long unsureStarts(Site site) {
    try (var lines = Files.lines(site.portal().log())) {
      return lines.filter(line -> line.contains(UNSURE)).count();
    } catch (IOException e) {
      throw new TrialException("the program's log cannot be read", e);
    }
  }

  private static boolean isOver(Staff staff, String job) {
    Pauses.of(Duration.ofMillis(200));
    return staff.job(job).path("state").asText().equals("finished");
  }
}
