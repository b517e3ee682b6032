package belfry.bench.trials;

import belfry.bench.site.CabledNode;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.PortalProcess;
import belfry.bench.site.Site;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two nodes of an earlier program send for two apps on one PostgreSQL. One of them is stopped and
 * comes back as this program, which migrates the schema under the other's hands. For a while both
 * send side by side, take lanes over from each other, and deliver what was written at the other's
 * page; then the other is replaced as well.
 */
final class Upgrades {
  /** As in {@link Nodes}: a busy machine makes a node pause. */
  private static final double SPEED = 6;

  private static final String WORDS = "The belfry gets new bells, says ";

  /** How long each app sends at least, so that every step meets it. */
  private static final int SECONDS = 130;

  /** How many get a message that is written while both programs run. */
  private static final int SOME = 25;

  private final Path earlier;
  private final int recipients;
  private final PrintWriter out;

  Upgrades(Path earlier, int recipients, PrintWriter out) {
    this.earlier = earlier;
    this.recipients = recipients;
    this.out = out;
  }

  /**
   * What came of it.
   *
   * @param judgements one for each message
   * @param met how many steps met both apps sending
   * @param troubles how many errors the nodes logged
   */
  record Result(List<Judgement> judgements, int met, long troubles) {
    static final int STEPS = 5;

    boolean sound() {
      return judgements.stream().allMatch(Judgement::sound) && met == STEPS && troubles == 0;
    }
  }

  Result run() {
    out.printf(
        "upgrade from the program in %s: two apps to %,d recipients each; %s%n",
        earlier, recipients, Site.times(SPEED));
    out.flush();
    var perSecond = Math.max(5, recipients / SECONDS);
    var platform =
        SimulatorSettings.defaults()
            .withPeople(recipients)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
    var apps = List.of("alerts", Site.APP);
    try (var site = Site.open(Databases.POSTGRESQL, platform, SPEED, apps);
        var first = site.cabledNode("first");
        var second = site.cabledNode("second")) {
      for (var node : List.of(first, second)) {
        node.portal().use(earlier);
        node.portal().start();
      }
      var sendings = new ArrayList<Sending>();
      for (var app : apps) {
        sendings.add(Sending.begin(site, first.portal(), app, WORDS + app, recipients));
      }
      var met = replace(site, first.portal(), second.portal(), List.copyOf(sendings), sendings);
      var judgements = sendings.stream().map(one -> one.judged(site, out)).toList();
      sendings.forEach(Sending::close);
      var troubles = errors(first) + errors(second);
      out.printf(
          "%d of %d steps met both apps sending; %d errors logged%n", met, Result.STEPS, troubles);
      out.flush();
      return new Result(judgements, met, troubles);
    }
  }

  /** How many steps met both apps sending. */
  private int replace(
      Site site,
      PortalProcess first,
      PortalProcess second,
      List<Sending> large,
      List<Sending> all) {
    var met = 0;

    met += Sending.reach(site, large, 0.1) ? 1 : 0;
    step("the second is stopped and comes back as this program, which migrates the schema");
    second.stop();
    second.useThis();
    second.start();
    // The first had both lanes meanwhile, and hands one over.
    bothSend(first, second);
    all.add(Sending.toSome(site, first, Site.APP, "Written at the earlier one", SOME));
    all.add(Sending.toSome(site, second, "alerts", "Written at the new one", SOME));

    met += Sending.reach(site, large, 0.3) ? 1 : 0;
    step("the new one is killed, and the earlier one goes on in its place");
    second.kill();
    Sending.goOn(site, large);
    second.start();
    bothSend(first, second);

    met += Sending.reach(site, large, 0.5) ? 1 : 0;
    step("the earlier one is killed, and the new one goes on in its place");
    first.kill();
    Sending.goOn(site, large);

    met += Sending.reach(site, large, 0.6) ? 1 : 0;
    step("the earlier one comes back as it was, on the new schema");
    first.start();
    bothSend(first, second);

    met += Sending.reach(site, large, 0.75) ? 1 : 0;
    step("the first is stopped and comes back as this program");
    first.stop();
    first.useThis();
    first.start();
    bothSend(first, second);
    return met;
  }

  private static void bothSend(PortalProcess first, PortalProcess second) {
    Sending.await(() -> first.ownsLane() && second.ownsLane());
  }

  private void step(String words) {
    out.println("  " + words);
    out.flush();
  }

  /** What a node logs whose statements do not fit the schema any more is a warning to it. */
  private static long errors(CabledNode node) {
    return node.portal().logged(" ERROR ")
        + node.portal().logged("atabase failed")
        + node.portal().logged("refused a statement");
  }
}
