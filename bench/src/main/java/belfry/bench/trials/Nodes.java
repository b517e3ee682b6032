package belfry.bench.trials;

import belfry.bench.site.CabledNode;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
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
 * Two nodes on one PostgreSQL: in turns one of them is killed, frozen for longer than its lease and
 * woken up again, cut off from the database, or cut off from the platform, in the middle of a job.
 */
final class Nodes {
  private static final String WORDS = "The belfry has two ringers";

  /** Less than in other trials: a busy machine makes a node pause, and that is no blow of ours. */
  private static final double SPEED = 6;

  private static final Duration LONGEST = Duration.ofMinutes(20);

  /** Longer than a request waits and than the quiet time, which are shortened. */
  private static final Duration WITHOUT_PLATFORM = Duration.ofSeconds(15);

  private final int blows;
  private final int recipients;
  private final PrintWriter out;

  Nodes(int blows, int recipients, PrintWriter out) {
    this.blows = blows;
    this.recipients = recipients;
    this.out = out;
  }

  /** What is done to a node. */
  private enum Blow {
    KILL,
    FREEZE,
    CUT_FROM_DATABASE,
    CUT_FROM_PLATFORM;

    static Blow at(int number) {
      // Each node gets each of them in turn.
      return values()[number / 2 % values().length];
    }
  }

  /**
   * What came of it.
   *
   * @param takeovers how long after each blow messages arrived again, longest first
   */
  record Result(Judgement judgement, List<Duration> takeovers) {}

  Result run() {
    out.printf(
        "nodes: %d kills, freezes and cuts, %,d recipients; lease %.2f s%n",
        blows, recipients, 10 / SPEED);
    out.flush();
    var perSecond = Math.max(20, recipients / (blows * 6 + 5));
    var platform =
        SimulatorSettings.defaults()
            .withPeople(recipients)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
    try (var site = Site.open(Databases.POSTGRESQL, platform, SPEED);
        var first = site.cabledNode("first");
        var second = site.cabledNode("second")) {
      first.portal().start();
      second.portal().start();
      var takeovers = new ArrayList<Duration>();
      try (var staff = new Staff(first.portal().address())) {
        staff.signIn(site.simulator());
        var job = staff.send(WORDS, staff.group("All staff"));
        for (var blow = 0; blow < blows; blow++) {
          awaitArrivals(site, (int) (recipients * 0.9 * (blow + 0.5) / blows));
          takeovers.add(strike(site, blow % 2 == 0 ? first : second, Blow.at(blow)));
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

  /**
   * The other node goes on; only then does this one come back. One that does not reach the platform
   * keeps its lane, and comes back before anybody goes on.
   */
  private Duration strike(Site site, CabledNode node, Blow blow) {
    Pauses.of(Duration.ofMillis(RandomGenerator.getDefault().nextInt(120)));
    var began = System.nanoTime();
    switch (blow) {
      case KILL -> node.portal().kill();
      case FREEZE -> node.portal().process().freeze();
      case CUT_FROM_DATABASE -> node.database().cut();
      case CUT_FROM_PLATFORM -> {
        node.platform().cut();
        Pauses.of(WITHOUT_PLATFORM);
        node.platform().mend();
      }
    }
    var before = site.simulator().messages().size();
    awaitArrivals(site, Math.min(before + 50, recipients));
    var silence = Duration.ofNanos(System.nanoTime() - began);
    switch (blow) {
      case KILL -> node.portal().start();
      case FREEZE -> node.portal().process().thaw();
      case CUT_FROM_DATABASE -> node.database().mend();
      case CUT_FROM_PLATFORM -> {}
    }
    out.printf("  %s: silence of %.1f s%n", blow, silence.toMillis() / 1e3);
    out.flush();
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
