package belfry.bench.trials;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.PostgresServer;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Kills the PostgreSQL server in the middle of a job and lets its synchronous standby take over,
 * while the portal is left alone: it has both addresses.
 */
final class Failover {
  private static final String WORDS = "The belfry rings from the other tower";
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** How long a request that was under way may still arrive. */
  private static final Duration UNDER_WAY = Duration.ofSeconds(1);

  /** How long the message takes as a whole, without the failover. */
  private static final int SECONDS = 20;

  private final int recipients;
  private final Duration gone;
  private final PrintWriter out;

  Failover(int recipients, Duration gone, PrintWriter out) {
    this.recipients = recipients;
    this.gone = gone;
    this.out = out;
  }

  Judgement run() {
    out.printf(
        "failover: %,d recipients, the standby takes over %d s after the kill; %s%n",
        recipients, gone.toSeconds(), Site.times(1));
    out.flush();
    var perSecond = Math.max(20, recipients / SECONDS);
    var platform =
        SimulatorSettings.defaults()
            .withPeople(recipients)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
    try (var primary = PostgresServer.start();
        var standby = primary.synchronousStandby();
        var site = Site.open(Databases.SQLITE, platform, 1)) {
      site.portal().set("DATABASE_URL", primary.urlWith(standby));
      site.portal().start();
      try (var sending = Sending.begin(site, site.portal(), Site.APP, WORDS, recipients)) {
        await(() -> Arrivals.of(site) >= recipients / 3);
        var killed = System.nanoTime();
        primary.kill();
        Pauses.of(UNDER_WAY);
        var before = Arrivals.of(site);
        // Its answer takes some seconds while no database answers.
        var told = CompletableFuture.supplyAsync(site.portal()::status);
        Pauses.of(gone.minus(UNDER_WAY));
        standby.promote();
        var promoted = System.nanoTime();
        await(() -> Arrivals.of(site) > before);
        var now = System.nanoTime();
        out.printf(
            "/status answered %d meanwhile; sending again %.1f s after the kill, %.1f s after the standby took over%n",
            told.join(), (now - killed) / 1e9, (now - promoted) / 1e9);
        out.flush();
        return sending.judged(site, out);
      }
    }
  }

  private static void await(BooleanSupplier so) {
    if (!Pauses.until(so, LONGEST)) {
      throw new TrialException("for %d min too little arrived".formatted(LONGEST.toMinutes()));
    }
  }
}
