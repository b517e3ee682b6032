package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.limits.LimitRule;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much of the permitted rate is used, and how many refusals that costs. */
@Command(
    name = "pace",
    description = "Share of the permitted rate under four limits, beside two plain strategies.")
final class PaceBench extends Part {
  private static final int PLAIN_WORKERS = 10;

  @Option(
      names = "--sends",
      defaultValue = "5000",
      description = "messages under each limit (default: 5000)")
  private int sends;

  @Option(
      names = "--per-second",
      defaultValue = "10",
      description = "what the platform permits (default: 10)")
  private int perSecond;

  @Option(
      names = "--window",
      defaultValue = "60",
      description = "seconds over which a window counts (default: 60)")
  private int window;

  @Option(
      names = "--limits",
      split = ",",
      defaultValue = "fixed,sliding,bucket,changing",
      description = "which of fixed, sliding, bucket, changing (default: all)")
  private List<Limits> limits = List.of();

  @Option(
      names = "--senders",
      split = ",",
      defaultValue = "belfry,ten,one",
      description = "which of belfry, ten (workers), one (worker) (default: all)")
  private List<Senders> senders = List.of();

  /** Who sends. */
  enum Senders {
    BELFRY("Belfry"),
    TEN("ten workers"),
    ONE("one worker");

    private final String title;

    Senders(String title) {
      this.title = title;
    }
  }

  /** How the platform counts. */
  enum Limits {
    FIXED,
    SLIDING,
    BUCKET,
    CHANGING;

    LimitRule rule(int perSecond, Duration window, int sends) {
      var full = Limit.tokenBucket(perSecond, perSecond);
      var half = Limit.tokenBucket(Math.ceilDiv(perSecond, 2), perSecond / 2.0);
      return switch (this) {
        case FIXED -> of(Limit.fixedWindow(count(perSecond, window), window));
        case SLIDING -> of(Limit.slidingWindow(count(perSecond, window), window));
        case BUCKET -> of(full);
        case CHANGING ->
            of(full).thenAfterAccepted(sends / 3, half).thenAfterAccepted(2 * sends / 3, full);
      };
    }

    private static int count(int perSecond, Duration window) {
      return Math.toIntExact(perSecond * window.toSeconds());
    }

    private static LimitRule of(Limit limit) {
      return LimitRule.of(Resource.MESSAGES_SEND, limit);
    }
  }

  @Override
  Report measure() {
    var report =
        new Report(
            "pace",
            "%,d messages where %d a second are permitted, windows of %d s"
                .formatted(sends, perSecond, window));
    for (var limit : limits) {
      for (var sender : senders) {
        var count = count(limit, sender);
        say("  %s, %s: %s".formatted(name(limit), sender.title, count));
        add(report, limit, sender, count);
      }
    }
    return report;
  }

  private static String name(Limits limit) {
    return limit.name().toLowerCase(Locale.ROOT);
  }

  /** The plain strategies are there to be compared with; they have no goals. */
  private static void add(Report report, Limits limit, Senders sender, LimitCount count) {
    var name = name(limit) + ", " + sender.title + ": ";
    var share =
        Figure.of(name + "of the permitted", 100.0 * count.accepted() / count.permitted(), "%");
    var refused =
        Figure.of(
            name + "refused (429)",
            100.0 * count.throttled() / (count.throttled() + count.accepted()),
            "%");
    var early = Figure.of(name + "inside Retry-After", (double) count.early(), "requests");
    var ours = sender == Senders.BELFRY;
    if (!ours) {
      report.add(Figure.of(name + "arrived", (double) count.accepted(), "messages"));
    }
    report.add(ours ? share.atLeast(99) : share);
    report.add(ours ? refused.atMost(0.5) : refused);
    report.add(ours ? early.atMost(0) : early);
  }

  private LimitCount count(Limits limit, Senders sender) {
    var platform =
        SimulatorSettings.defaults()
            .withPeople(sends)
            .withLimits(limit.rule(perSecond, Duration.ofSeconds(window), sends));
    try (var site = Site.open(Databases.SQLITE, platform, 1)) {
      switch (sender) {
        case BELFRY -> belfry(site);
        case TEN -> plain(site, PLAIN_WORKERS);
        case ONE -> plain(site, 1);
      }
      return site.simulator()
          .limits()
          .count(Resource.MESSAGES_SEND, site.simulator().bots().getFirst().name());
    }
  }

  private void belfry(Site site) {
    try (var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      staff.send("The belfry keeps the pace", staff.group("All staff"));
      if (!arrived(site, 4)) {
        throw new TrialException("only %d of %d arrived".formatted(Arrivals.of(site), sends));
      }
    }
  }

  private void plain(Site site, int workers) {
    var directory = site.simulator().directory();
    var ids = IntStream.range(0, sends).mapToObj(directory::personId).toList();
    try (var sender = PlainProcess.start(site, workers, ids)) {
      // A strategy that does not get there has its figures all the same.
      if (!arrived(site, 2)) {
        say("  only %d of %d arrived in time".formatted(Arrivals.of(site), sends));
      }
      if (!sender.isAlive()) {
        throw new TrialException("the plain sender ended by itself");
      }
    }
  }

  /** Whether all arrive within so many times what it should take, and some time to start. */
  private boolean arrived(Site site, int times) {
    var longest = Duration.ofSeconds(60L + (long) times * sends / perSecond);
    return Pauses.until(() -> Arrivals.of(site) >= sends, longest);
  }
}
