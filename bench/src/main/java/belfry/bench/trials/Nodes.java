package belfry.bench.trials;

import belfry.bench.site.CabledNode;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.directory.Population;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Two nodes on one PostgreSQL that share the lanes of two apps: in turns one of them is killed,
 * frozen for longer than its lease and woken up again, cut off from the database, or cut off from
 * the platform, while each app sends a message to everybody. A node that comes back asks for its
 * share, so that lanes are handed over in mid run all the time.
 */
final class Nodes {
  /** Less than in other trials: a busy machine makes a node pause, and that is no blow of ours. */
  private static final double SPEED = 6;

  private static final String WORDS = "The belfry has two ringers, says ";

  /** Of the recipients. The app that had fewer silences must still be sending then. */
  private static final double LAST_BLOW = 0.7;

  /** How long a blow takes until both nodes are there again, so that each meets running jobs. */
  private static final int SECONDS_A_BLOW = 18;

  /** What a node logs as it gives up a lane that another asked for. */
  private static final String HANDED_OVER = "is handed to another node";

  private final int blows;
  private final int recipients;
  private final int bots;
  private final PrintWriter out;

  Nodes(int blows, int recipients, int bots, PrintWriter out) {
    this.blows = blows;
    this.recipients = recipients;
    this.bots = bots;
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
   * @param judgements one for each app
   * @param met whether each blow met both apps sending
   * @param handedOver how many lanes were
   */
  record Result(List<Judgement> judgements, boolean met, long handedOver) {
    boolean sound() {
      return judgements.stream().allMatch(Judgement::sound) && met && handedOver > 0;
    }
  }

  Result run() {
    out.printf(
        "nodes: %d kills, freezes and cuts, two apps to %,d recipients each, one by %d bots; %s%n",
        blows, recipients, bots, Site.times(SPEED));
    out.flush();
    var platform = SimulatorSettings.defaults().withPeople(recipients).withLimits(limits());
    var apps = List.of("alerts", Site.APP);
    try (var site = Site.open(Databases.POSTGRESQL, platform, SPEED, apps, bots);
        var first = site.cabledNode("first");
        var second = site.cabledNode("second")) {
      first.portal().start();
      second.portal().start();
      var sendings =
          apps.stream()
              .map(app -> Sending.begin(site, first.portal(), app, WORDS + app, recipients))
              .toList();
      var longest = Duration.ZERO;
      var met = 0;
      for (var blow = 0; blow < blows; blow++) {
        var wanted = (int) (recipients * LAST_BLOW * (blow + 0.5) / blows);
        Sending.await(() -> sendings.stream().allMatch(one -> one.arrived(site) >= wanted));
        var node = blow % 2 == 0 ? first : second;
        // Who has just come back asks for its share first; a node without a lane proves nothing.
        Sending.await(() -> node.portal().ownsLane());
        met += sendings.stream().allMatch(one -> one.arrived(site) < recipients) ? 1 : 0;
        var silence = strike(site, sendings, node, Blow.at(blow));
        longest = silence.compareTo(longest) > 0 ? silence : longest;
      }
      var judgements = sendings.stream().map(one -> one.judged(site, out)).toList();
      sendings.forEach(Sending::close);
      out.printf(
          "%d of %d blows met both apps sending; longest silence of an app: %.1f s%n",
          met, blows, longest.toMillis() / 1e3);
      var handedOver = first.portal().logged(HANDED_OVER) + second.portal().logged(HANDED_OVER);
      out.printf("lanes asked for and handed over: %d%n", handedOver);
      out.flush();
      return new Result(judgements, met == blows, handedOver);
    }
  }

  /** Both apps take as long, so that a blow meets both: each of several bots has its share. */
  private LimitRule[] limits() {
    var perSecond = Math.max(5, recipients / (blows * SECONDS_A_BLOW));
    var one = Population.defaults().bots().getFirst();
    var share = Math.max(1, perSecond / bots);
    return new LimitRule[] {
      LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(share, share)),
      LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)).forBot(one)
    };
  }

  /** The other node goes on; only then does this one come back. */
  private Duration strike(Site site, List<Sending> sendings, CabledNode node, Blow blow) {
    Pauses.of(Duration.ofMillis(RandomGenerator.getDefault().nextInt(120)));
    var began = System.nanoTime();
    switch (blow) {
      case KILL -> node.portal().kill();
      case FREEZE -> node.portal().process().freeze();
      case CUT_FROM_DATABASE -> node.database().cut();
      case CUT_FROM_PLATFORM -> node.platform().cut();
    }
    Sending.goOn(site, sendings);
    var silence = Duration.ofNanos(System.nanoTime() - began);
    switch (blow) {
      case KILL -> node.portal().start();
      case FREEZE -> node.portal().process().thaw();
      case CUT_FROM_DATABASE -> node.database().mend();
      case CUT_FROM_PLATFORM -> node.platform().mend();
    }
    out.printf("  %s: silence of %.1f s%n", blow, silence.toMillis() / 1e3);
    out.flush();
    return silence;
  }
}
