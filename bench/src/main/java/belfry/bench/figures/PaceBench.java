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
import java.util.Map;
import java.util.Optional;
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

  @Option(
      names = "--bots",
      split = ",",
      defaultValue = "1",
      description =
          "through how many bots, each with a limit of its own and as many messages (default: 1)")
  private List<Integer> bots = List.of();

  /** How long Belfry took with one bot. */
  private final Map<Limits, Duration> alone = new EnumMap<>(Limits.class);

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

    SimulatorSettings platform(int perSecond, Duration window, int sends, int bots) {
      var settings = SimulatorSettings.defaults().withPeople(sends * bots);
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
      for (var many : bots) {
        measure(report, new Case(limit, many));
      }
    }
    return report;
  }

  /** A limit, and how many bots it is for. */
  private record Case(Limits limit, int bots) {
    String name() {
      var name = limit.name().toLowerCase(Locale.ROOT);
      return bots == 1 ? name : "%s, %d bots".formatted(name, bots);
    }
  }

  private void measure(Report report, Case one) {
    var counts = new EnumMap<Senders, Counted>(Senders.class);
    for (var sender : senders) {
      var counted = count(one, sender);
      say("  %s, %s: %s".formatted(one.name(), sender.title, counted));
      add(report, one, sender, counted.all);
      counts.put(sender, counted);
    }
    var ours = counts.get(Senders.BELFRY);
    var plain = counts.get(Senders.ONE);
    if (ours != null && plain != null) {
      compare(report, one, ours.all, plain.all);
    }
    if (ours != null && one.bots == 1) {
      alone.put(one.limit, ours.took);
    } else if (ours != null && alone.containsKey(one.limit)) {
      var times = (double) alone.get(one.limit).toMillis() / ours.took.toMillis();
      report.add(
          Figure.of("%s: of %d times one bot".formatted(one.name(), one.bots), times, "")
              .atLeast(0.97));
    }
  }

  /**
   * Beside one worker that sleeps as it is asked to, in shares of what was permitted: a sender that
   * asks without end also takes from the other program what would have been its own.
   */
  private static void compare(Report report, Case what, LimitCount ours, LimitCount one) {
    var name = what.name() + ", Belfry beside one worker: ";
    var ratio = Figure.of(name + "of its share", share(ours) / share(one), "");
    report.add(what.limit.known() ? ratio : ratio.atLeast(0.95));
    if (one.throttled() > 0) {
      var refused = (double) ours.throttled() / one.throttled();
      report.add(Figure.of(name + "of its refusals by the limit", refused, ""));
    }
  }

  private static double share(LimitCount count) {
    return (double) count.accepted() / count.permitted();
  }

  /** The plain strategies are there to be compared with; they have no goals. */
  private static void add(Report report, Case what, Senders sender, LimitCount count) {
    var limit = what.limit;
    var name = what.name() + ", " + sender.title + ": ";
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

  /**
   * What came of it.
   *
   * @param all of all bots together
   * @param took from the first message to the last one
   */
  private record Counted(LimitCount all, Duration took) {}

  private Counted count(Case what, Senders sender) {
    var limit = what.limit;
    var platform = limit.platform(perSecond, Duration.ofSeconds(window), sends, what.bots);
    try (var site = Site.open(Databases.SQLITE, platform, 1, what.bots)) {
      limit.begin(site.simulator(), perSecond);
      var took =
          switch (sender) {
            case BELFRY -> belfry(site, what);
            case TEN -> plain(site, PLAIN_WORKERS, what);
            case ONE -> plain(site, 1, what);
          };
      var counts = site.simulator().limits();
      return new Counted(
          IntStream.range(0, what.bots)
              .mapToObj(site.simulator().bots()::get)
              .map(bot -> counts.count(Resource.MESSAGES_SEND, bot.name()))
              .reduce(LimitCount::plus)
              .orElseThrow(),
          took);
    }
  }

  private Duration belfry(Site site, Case what) {
    try (var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      staff.send("The belfry keeps the pace", staff.group("All staff"));
      return arrived(site, what, 4)
          .orElseThrow(() ->
              new TrialException(
                  "only %d of %d arrived".formatted(Arrivals.of(site), sends * what.bots)));
    }
  }

  private Duration plain(Site site, int workers, Case what) {
    var directory = site.simulator().directory();
    var ids = IntStream.range(0, sends * what.bots).mapToObj(directory::personId).toList();
    try (var sender = PlainProcess.start(site, what.bots, workers, ids)) {
      var took = arrived(site, what, 2);
      // A strategy that does not get there has its figures all the same.
      if (took.isEmpty()) {
        say("  only %d of %d arrived in time".formatted(Arrivals.of(site), ids.size()));
      }
      if (!sender.isAlive()) {
        throw new TrialException("the plain sender ended by itself");
      }
      return took.orElse(Duration.ZERO);
    }
  }

  /**
   * How long it takes until all arrive; empty if not within so many times what it should take, and
   * some time to start.
   */
  private Optional<Duration> arrived(Site site, Case what, int times) {
    var longest = Duration.ofSeconds(60L + (long) times * what.limit.slower() * sends / perSecond);
    Pauses.until(() -> Arrivals.of(site) > 0, longest);
    var began = System.nanoTime();
    return Pauses.until(() -> Arrivals.of(site) >= sends * what.bots, longest)
        ? Optional.of(Duration.ofNanos(System.nanoTime() - began))
        : Optional.empty();
  }
}
