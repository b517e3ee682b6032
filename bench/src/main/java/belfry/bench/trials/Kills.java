package belfry.bench.trials;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Wording;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Kills the program or its database's server again and again in the middle of a job, with faults
 * on, and counts at the platform: everybody one message, nobody two.
 */
final class Kills {
  static final double SPEED = 20;
  private static final String WORDS = "The belfry rings once";
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** The share that is refused where a first wave is to stop. */
  private static final double REFUSED = 0.25;

  /** Their shares add up to about 16 in a hundred. */
  private static final List<FaultRule> FAULTS =
      List.of(
          rule(Fault.after(502), 0.03),
          rule(Fault.before(503), 0.03),
          rule(Fault.after(500), 0.02),
          rule(new Fault.Reset(Stage.AFTER), 0.02),
          rule(new Fault.Reset(Stage.BEFORE), 0.01),
          rule(new Fault.Close(Stage.AFTER), 0.01),
          rule(new Fault.Truncated(), 0.01),
          rule(new Fault.NonJson(), 0.01),
          rule(new Fault.Garbage(), 0.01),
          rule(new Fault.Hang(Stage.AFTER), 0.005),
          rule(new Fault.Hang(Stage.BEFORE), 0.005),
          rule(Fault.delayed(Duration.ofMillis(700)), 0.01),
          FaultRule.onEverything(Fault.latency(Duration.ofMillis(1), Duration.ofMillis(30))));

  private final Plan plan;
  private final PrintWriter out;

  /**
   * The options of this trial.
   *
   * @param bots how many the app sends through
   * @param kills how often the program is killed
   * @param serverKills how often the server is, where the database has one
   * @param fileBytes how large a file goes with the message; 0 for none
   * @param personal whether the text has placeholders, of which some are columns of a list
   * @param cards whether the message has a button, and so a card
   * @param waves how the run begins
   */
  record Plan(
      Databases database,
      int bots,
      int kills,
      int serverKills,
      int recipients,
      int fileBytes,
      boolean personal,
      boolean cards,
      Waves waves,
      long seed) {
    private int all() {
      return kills + serverKills;
    }
  }

  Kills(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  /** What is killed, and comes back. */
  private record Victim(Runnable kill, Runnable start) {
    static Victim program(Site site) {
      return new Victim(site.portal()::kill, site.portal()::start);
    }

    static Victim server(Site site) {
      return new Victim(
          site.database()::kill,
          () -> {
            site.database().start();
            if (!Pauses.until(() -> site.portal().status() == 200, Duration.ofMinutes(1))) {
              throw new TrialException("/status did not find back");
            }
          });
    }
  }

  /** Carries it out; what the platform then holds. */
  Judgement run() {
    out.printf(
        "kills: %d of the program, %d of the database's server, %,d recipients %s, %s, %s, %s, seed %d; %s%n",
        plan.kills,
        plan.serverKills,
        plan.recipients,
        plan.waves,
        plan.personal ? "each told something else" : "all told the same",
        plan.cards
            ? "with a card"
            : plan.fileBytes == 0 ? "no file" : "a file of %,d bytes".formatted(plan.fileBytes),
        plan.database,
        plan.seed,
        Site.times(SPEED, plan.fileBytes > 0));
    out.flush();
    var card = plan.cards ? Optional.of(List.of("")) : Optional.<List<String>>empty();
    var wording = new Wording(WORDS, "", plan.personal, plan.personal, card);
    try (var site = Site.open(plan.database, platform(), SPEED, plan.bots);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var everybody = staff.group("All staff");
      var author =
          new WaveAuthor(
              plan.waves, staff, site.platform(), WORDS, () -> refuse(site.simulator(), 0));
      var group = Map.<String, Object>of("kind", "group", "id", everybody);
      var audience = plan.personal ? List.of(staff.desks(site.platform()), group) : List.of(group);
      refuse(site.simulator(), plan.waves == Waves.STOPS ? REFUSED : 0);
      var job =
          plan.fileBytes == 0
              ? staff.send(wording, audience, false, author.firstWave())
              : staff.send(wording.written(), plan.fileBytes, everybody);
      killInTheMiddle(
          site,
          () -> author.isAsked(job),
          () -> author.look(job),
          () -> staff.job(job).path("run"));
      if (!Pauses.until(() -> isOver(staff, job, author), LONGEST)) {
        // Who is still waiting counts as lost.
        out.printf("the job was not over within %d min%n", LONGEST.toMinutes());
      }
      author.requireAsked();
      var judgement = Judgement.of(staff, job, site.platform(), wording, plan.recipients);
      out.println(judgement);
      var faults = site.simulator().faultsFired();
      if (faults.keySet().equals(Set.of("latency"))) {
        throw new TrialException("no fault but latency was ever fired; the trial shows nothing");
      }
      out.printf("faults: %s%n", faults);
      out.flush();
      return judgement;
    }
  }

  /** The rate leaves time for all kills. */
  private SimulatorSettings platform() {
    var perSecond = Math.max(100, plan.recipients / (plan.all() * 0.75 + 5)) / plan.bots;
    return faulty(
        SimulatorSettings.defaults()
            .withPeople(plan.recipients)
            .withSeed(plan.seed)
            .withLimits(
                LimitRule.of(
                    Resource.MESSAGES_SEND, Limit.tokenBucket((int) perSecond, perSecond))));
  }

  static SimulatorSettings faulty(SimulatorSettings platform) {
    return platform
        .withFaults(FAULTS.toArray(FaultRule[]::new))
        .withListingLag(Duration.ofMillis(100));
  }

  /** From now on it also refuses this share of all messages for good. */
  private static void refuse(Simulator simulator, double share) {
    var faults = new ArrayList<FaultRule>();
    if (share > 0) {
      faults.add(rule(Fault.before(400), share));
    }
    faults.addAll(FAULTS);
    simulator.faults().set(faults);
  }

  private static FaultRule rule(Fault fault, double share) {
    return FaultRule.on(Operation.MESSAGES_CREATE, fault).withShare(share);
  }

  /**
   * Each kill comes after some more messages have arrived, at a moment nobody planned; one while
   * the rest waits.
   */
  private void killInTheMiddle(
      Site site, BooleanSupplier asked, Runnable look, Supplier<JsonNode> run) {
    var random = RandomGenerator.of("L64X128MixRandom");
    var all = plan.all();
    var step = plan.recipients * 0.9 / all;
    var late = 0;
    var left = plan.serverKills;
    var whileItWaits = false;
    for (var kill = 1; kill <= all; kill++) {
      var threshold = (int) (step * (kill - random.nextDouble()));
      var mayWait = !whileItWaits;
      var arrived =
          Pauses.until(
              () -> Arrivals.of(site) >= threshold || (mayWait && asked.getAsBoolean()),
              Duration.ofMinutes(2));
      whileItWaits |= Arrivals.of(site) < threshold;
      if (!arrived) {
        throw new TrialException(
            "only %d messages arrived before kill %d, and the run is %s"
                .formatted(Arrivals.of(site), kill, run.get()));
      }
      Pauses.of(Duration.ofMillis(random.nextInt(120)));
      var server = random.nextInt(all - kill + 1) < left;
      left -= server ? 1 : 0;
      var victim = server ? Victim.server(site) : Victim.program(site);
      victim.kill.run();
      late += Arrivals.of(site) < plan.recipients ? 0 : 1;
      victim.start.run();
      look.run();
      if (kill % 10 == 0 || kill == all) {
        out.printf("  %d kills, %,d messages so far%n", kill, Arrivals.of(site));
        out.flush();
      }
    }
    if (late > 0) {
      throw new TrialException(
          "%d kills came when everybody had the message, and show nothing; fewer of them would"
              .formatted(late));
    }
  }

  private static boolean isOver(Staff staff, String job, WaveAuthor author) {
    author.look(job);
    return isOver(staff, job) && !author.triesAgain(job);
  }

  static boolean isOver(Staff staff, String job) {
    Pauses.of(Duration.ofMillis(200));
    return staff.job(job).path("state").asText().equals("finished");
  }
}
