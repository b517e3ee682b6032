package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.PortalProcess;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Two nodes on one PostgreSQL: in turns one of them is killed, or frozen for longer than its lease
 * and woken up again, in the middle of a job.
 */
final class Nodes {
  private static final String WORDS = "The belfry has two ringers";

  /** Less than in other trials: a busy machine makes a node pause, and that is no blow of ours. */
  private static final double SPEED = 6;

  private static final Duration LONGEST = Duration.ofMinutes(20);

  private final int blows;
  private final int recipients;
  private final PrintWriter out;

  Nodes(int blows, int recipients, PrintWriter out) {
    this.blows = blows;
    this.recipients = recipients;
    this.out = out;
  }

  /**
   * What came of it.
   *
   * @param takeovers how long after each blow messages arrived again, longest first
   */
  record Result(Judgement judgement, List<Duration> takeovers) {}

  Result run() {
    out.printf(
        "nodes: %d kills and freezes, %,d recipients; lease %.2f s%n",
        blows, recipients, 10 / SPEED);
    out.flush();
    var perSecond = Math.max(20, recipients / (blows * 6 + 5));
    var platform =
        SimulatorSettings.defaults()
            .withPeople(recipients)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
    try (var site = Site.open(Databases.POSTGRESQL, platform, SPEED);
        var second = site.node("second")) {
      site.portal().start();
      second.start();
      var takeovers = new ArrayList<Duration>();
      try (var staff = new Staff(site.portal().address())) {
        staff.signIn(site.simulator());
        var job = staff.send(WORDS, staff.group("All staff"));
        for (var blow = 0; blow < blows; blow++) {
          awaitArrivals(site, (int) (recipients * 0.9 * (blow + 0.5) / blows));
          takeovers.add(strike(site, blow % 2 == 0 ? site.portal() : second, blow % 4 >= 2));
        }
        if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
          throw new TrialException("the job was not over within " + LONGEST.toMinutes() + " min");
        }
        var judgement = Judgement.of(staff, job, site.simulator(), WORDS, recipients);
        takeovers.sort((a, b) -> b.compareTo(a));
        out.println(judgement);
        out.printf("longest silence after a blow: %.1f s%n", takeovers.getFirst().toMillis() / 1e3);
        out.flush();
        return new Result(judgement, takeovers);
      }
    }
  }

  /** The other node goes on; only then does this one come back. */
  private Duration strike(Site site, PortalProcess node, boolean freeze) {
    Pauses.of(Duration.ofMillis(RandomGenerator.getDefault().nextInt(120)));
    var began = System.nanoTime();
    if (freeze) {
      node.process().freeze();
    } else {
      node.kill();
    }
    var before = site.simulator().messages().size();
    awaitArrivals(site, Math.min(before + 50, recipients));
    var silence = Duration.ofNanos(System.nanoTime() - began);
    if (freeze) {
      node.process().thaw();
    } else {
      node.start();
    }
    return silence;
  }

  private static void awaitArrivals(Site site, int messages) {
    if (!Pauses.until(
        () -> site.simulator().messages().size() >= messages, Duration.ofMinutes(3))) {
      throw new TrialException(
          "only %d of %d messages arrived".formatted(site.simulator().messages().size(), messages));
    }
  }
}
