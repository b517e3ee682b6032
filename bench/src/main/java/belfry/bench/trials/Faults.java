package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.SmallDisk;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Wording;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets everything go wrong that the platform, the network and the disk can do wrong, while the
 * program itself is left alone, and counts at the platform.
 */
final class Faults {
  private static final String WORDS = "The belfry rings in the storm";
  private static final Duration LONGEST = Duration.ofMinutes(20);

  private final Kind kind;
  private final int recipients;
  private final Duration gone;
  private final PrintWriter out;

  /** What goes wrong. */
  enum Kind {
    /** The platform and the network: errors before and after storing, resets, hangs, delays. */
    PLATFORM,
    /** PostgreSQL is stopped in mid run and started again. */
    DATABASE,
    /** The data directory's disk fills up in mid run and is freed again. */
    DISK
  }

  Faults(Kind kind, int recipients, Duration gone, PrintWriter out) {
    this.kind = kind;
    this.recipients = recipients;
    this.gone = gone;
    this.out = out;
  }

  /**
   * What came of it.
   *
   * @param told whether {@code /status} said 503 while nothing could be written down
   * @param silent whether nothing was sent in that time, but for what was under way
   * @param recovery how long after the end of the trouble messages arrived again
   */
  record Result(
      Judgement judgement, Optional<Boolean> told, boolean silent, Optional<Duration> recovery) {
    boolean sound() {
      return judgement.decided() && told.orElse(true) && silent;
    }
  }

  Result run() {
    var speed = kind == Kind.PLATFORM ? Kills.SPEED : 1;
    out.printf("faults: %s, %,d recipients; %s%n", kind, recipients, Site.times(speed));
    out.flush();
    var result =
        switch (kind) {
          case PLATFORM -> platform();
          case DATABASE -> database();
          case DISK -> disk();
        };
    out.println(result.judgement());
    result.told().ifPresent(told -> out.printf("/status told it: %s%n", told));
    result
        .recovery()
        .ifPresent(time -> out.printf("sending again after %.1f s%n", time.toMillis() / 1000.0));
    out.flush();
    return result;
  }

  private Result platform() {
    var settings = Kills.faulty(steady());
    try (var site = Site.open(Databases.SQLITE, settings, Kills.SPEED)) {
      var judgement = deliver(site, () -> {});
      out.printf("faults: %s%n", site.simulator().faultsFired());
      return new Result(judgement, Optional.empty(), true, Optional.empty());
    }
  }

  private Result database() {
    try (var site = Site.open(Databases.POSTGRESQL, steady(), 1)) {
      var trouble = new Trouble(site);
      var judgement =
          deliver(site, () -> trouble.last(site.database()::stop, gone, site.database()::start));
      return trouble.result(judgement);
    }
  }

  private Result disk() {
    try (var disk = SmallDisk.ofMegabytes(48);
        var site = Site.on(disk.directory(), steady())) {
      var trouble = new Trouble(site);
      var judgement = deliver(site, () -> trouble.last(disk::fill, gone, disk::free));
      return trouble.result(judgement);
    }
  }

  /** A rate at which the trouble comes in the middle. */
  private SimulatorSettings steady() {
    var perSecond = Math.max(50, recipients / 20);
    return SimulatorSettings.defaults()
        .withPeople(recipients)
        .withLimits(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
  }

  private Judgement deliver(Site site, Runnable inTheMiddle) {
    try (var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var job = staff.send(WORDS, staff.group("All staff"));
      if (!Pauses.until(
          () -> site.simulator().messages().size() >= recipients / 4, Duration.ofMinutes(2))) {
        throw new TrialException("the job did not begin");
      }
      inTheMiddle.run();
      if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
        throw new TrialException("the job was not over within " + LONGEST.toMinutes() + " min");
      }
      return Judgement.of(staff, job, site.platform(), Wording.of(WORDS), recipients);
    }
  }

  /** Some time without a place to write to, and what was seen of it from outside. */
  private static final class Trouble {
    private static final Duration UNDER_WAY = Duration.ofSeconds(4);

    private final Site site;
    private boolean told;
    private boolean silent;
    private Duration recovery = Duration.ZERO;

    private Trouble(Site site) {
      this.site = site;
    }

    private void last(Runnable begin, Duration gone, Runnable end) {
      begin.run();
      var until = System.nanoTime() + gone.toNanos();
      told = Pauses.until(() -> site.portal().status() == 503, gone);
      Pauses.of(UNDER_WAY);
      var before = arrived();
      while (System.nanoTime() < until) {
        Pauses.of(Duration.ofMillis(100));
      }
      var during = arrived();
      silent = during == before;
      end.run();
      var ended = System.nanoTime();
      if (!Pauses.until(() -> arrived() > during, Duration.ofMinutes(2))) {
        throw new TrialException("nothing was sent any more");
      }
      recovery = Duration.ofNanos(System.nanoTime() - ended);
      if (!Pauses.until(() -> site.portal().status() == 200, Duration.ofMinutes(1))) {
        throw new TrialException("/status did not find back");
      }
    }

    private int arrived() {
      return site.simulator().messages().size();
    }

    private Result result(Judgement judgement) {
      return new Result(judgement, Optional.of(told), silent, Optional.of(recovery));
    }
  }
}
