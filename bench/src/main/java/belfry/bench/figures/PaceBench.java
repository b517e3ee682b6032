package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Rival;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much of the permitted rate is used, and how many refusals that costs. */
@Command(
    name = "pace",
    description =
        "Share of the permitted rate under limits of all kinds, compared with two plain strategies.")
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
      description = "messages a second that the platform permits (default: 10)")
  private int perSecond;

  @Option(
      names = "--window",
      defaultValue = "60",
      description = "length of a window, in seconds (default: 60)")
  private int window;

  @Option(
      names = "--limits",
      split = ",",
      defaultValue = "fixed,sliding,bucket,changing,strays,shared,wandering",
      description =
          "which of fixed, sliding, bucket, changing, strays, shared, wandering (default: all)")
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

  /** How the platform counts, and what it does besides. */
  enum Limits {
    FIXED,
    SLIDING,
    BUCKET,
    CHANGING,
    /** Two of a hundred are refused though no limit was reached, with every kind of header. */
    STRAYS,
    /** Another program takes a third, in bursts. */
    SHARED,
    /** It moves by up to a half each minute. */
    WANDERING;

    private static final double STRAY = 0.02;
    private static final Duration BURSTS = Duration.ofSeconds(3);
    private static final double MOVE = 0.5;
    private static final int MOVES = 600;
    private static final long SEED = 2026;

    SimulatorSettings platform(int perSecond, Duration window, int sends) {
      var settings = SimulatorSettings.defaults().withPeople(sends);
      var limited = settings.withLimits(rule(perSecond, window, sends));
      return this == STRAYS
          ? limited.withManners(MannerRule.of(Manner.STRAY_429).withShare(STRAY))
          : limited;
    }

    LimitRule rule(int perSecond, Duration window, int sends) {
      var full = Limit.tokenBucket(perSecond, perSecond);
      var half = Limit.tokenBucket(Math.ceilDiv(perSecond, 2), perSecond / 2.0);
      return switch (this) {
        case FIXED -> of(Limit.fixedWindow(count(perSecond, window), window));
        case SLIDING -> of(Limit.slidingWindow(count(perSecond, window), window));
        case BUCKET, STRAYS, SHARED -> of(full);
        case CHANGING ->
            of(full).thenAfterAccepted(sends / 3, half).thenAfterAccepted(2 * sends / 3, full);
        case WANDERING -> of(full).wandering(MOVE, Duration.ofMinutes(1), MOVES, SEED);
      };
    }

    void begin(Simulator platform, int perSecond) {
      if (this == SHARED) {
        var third = Math.toIntExact(Math.ceilDiv(perSecond * BURSTS.toSeconds(), 3));
        platform.limits().setRivals(Rival.of(platform.bots().getFirst().name(), third, BURSTS));
      }
    }

    /** Whether what is permitted is known beforehand, so that there is a share of it to reach. */
    boolean known() {
      return compareTo(STRAYS) < 0;
    }

    /** How many times as long it may take: strays ask for long rests, and a limit may fall. */
    int slower() {
      return known() ? 1 : 4;
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
      var counts = new EnumMap<Senders, LimitCount>(Senders.class);
      for (var sender : senders) {
        var count = count(limit, sender);
        say("  %s, %s: %s".formatted(name(limit), sender.title, count));
        add(report, limit, sender, count);
        counts.put(sender, count);
      }
      var ours = counts.get(Senders.BELFRY);
      var one = counts.get(Senders.ONE);
      if (ours != null && one != null) {
        compare(report, limit, ours, one);
      }
    }
    return report;
  }

  /**
   * Beside one worker that sleeps as it is asked to, in shares of what was permitted: a sender that
   * asks without end also takes from the other program what would have been its own.
   */
  private static void compare(Report report, Limits limit, LimitCount ours, LimitCount one) {
    var name = name(limit) + ", Belfry beside one worker: ";
    var ratio = Figure.of(name + "of its share", share(ours) / share(one), "");
    report.add(limit.known() ? ratio : ratio.atLeast(0.95));
    if (one.throttled() > 0) {
      var refused = (double) ours.throttled() / one.throttled();
      report.add(Figure.of(name + "of its refusals by the limit", refused, ""));
    }
  }

  private static double share(LimitCount count) {
    return (double) count.accepted() / count.permitted();
  }

  private static String name(Limits limit) {
    return limit.name().toLowerCase(Locale.ROOT);
  }

  /** The plain strategies are there to be compared with; they have no goals. */
  private static void add(Report report, Limits limit, Senders sender, LimitCount count) {
    var name = name(limit) + ", " + sender.title + ": ";
    var share = Figure.of(name + "of the permitted", 100 * share(count), "%");
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
    report.add(ours && limit.known() ? share.atLeast(99) : share);
    report.add(ours && limit.known() ? refused.atMost(0.5) : refused);
    if (count.strays() > 0) {
      report.add(Figure.of(name + "strays", (double) count.strays(), "requests"));
    }
    report.add(ours ? early.atMost(0) : early);
  }

  private LimitCount count(Limits limit, Senders sender) {
    var platform = limit.platform(perSecond, Duration.ofSeconds(window), sends);
    try (var site = Site.open(Databases.SQLITE, platform, 1)) {
      limit.begin(site.simulator(), perSecond);
      switch (sender) {
        case BELFRY -> belfry(site, limit);
        case TEN -> plain(site, PLAIN_WORKERS, limit);
        case ONE -> plain(site, 1, limit);
      }
      return site.simulator()
          .limits()
          .count(Resource.MESSAGES_SEND, site.simulator().bots().getFirst().name());
    }
  }

  private void belfry(Site site, Limits limit) {
    try (var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      staff.send("The belfry keeps the pace", staff.group("All staff"));
      if (!arrived(site, 4 * limit.slower())) {
        throw new TrialException("only %d of %d arrived".formatted(Arrivals.of(site), sends));
      }
    }
  }

  private void plain(Site site, int workers, Limits limit) {
    var directory = site.simulator().directory();
    var ids = IntStream.range(0, sends).mapToObj(directory::personId).toList();
    try (var sender = PlainProcess.start(site, workers, ids)) {
      // A strategy that does not get there has its figures all the same.
      if (!arrived(site, 2 * limit.slower())) {
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
