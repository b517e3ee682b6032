package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.SecondPlatform;
import belfry.bench.site.SecondTrialPlatform;
import belfry.bench.site.SimulatedPlatform;
import belfry.bench.site.Site;
import belfry.bench.site.TrialException;
import belfry.bench.site.TrialPlatform;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Sends through platforms that are not what one would think: every manner of either stand-in alone,
 * those of the true platform, all together, and what else may happen; with faults and kills.
 */
final class Strange {
  private final Plan plan;
  private final PrintWriter out;

  /** Who plays the platform. */
  enum Player {
    SIMULATOR,
    SECOND;

    TrialPlatform open(int people, long seed, int bots) {
      return switch (this) {
        case SIMULATOR ->
            new SimulatedPlatform(
                Simulator.start(SimulatorSettings.defaults().withPeople(people).withSeed(seed)));
        // One more, which is nobody's.
        case SECOND -> new SecondTrialPlatform(SecondPlatform.start(people, seed, bots + 1));
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The options of this trial.
   *
   * @param bots how many the app sends through
   * @param kills how often the program is killed, over all rounds
   * @param recipients how many people get the message of each round
   * @param atOnce how many rounds are under way at a time
   * @param wanted which rounds, by name
   * @param personal in which rounds the text has placeholders
   * @param cards in which rounds the message has a button
   * @param waves in which rounds the run begins with a first wave
   */
  record Plan(
      Databases database,
      int bots,
      List<Player> players,
      int kills,
      int recipients,
      int atOnce,
      long seed,
      Predicate<String> wanted,
      Predicate<String> personal,
      Predicate<String> cards,
      Predicate<String> waves) {}

  Strange(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  /** One round to be. */
  record Round(
      Player player, Oddity oddity, boolean personal, boolean cards, boolean waves, int kills) {
    Round with(int kills) {
      return new Round(player, oddity, personal, cards, waves, kills);
    }
  }

  /** What came of a round. */
  record Outcome(Player player, Oddity oddity, Round round, StrangeRound.Result result) {
    boolean satisfied() {
      return result.satisfies(oddity.demand());
    }

    @Override
    public String toString() {
      var words =
          (round.personal ? ", each told something else" : "")
              + (round.cards ? ", with a card" : "")
              + (round.waves ? ", in two waves" : "");
      return "%s%s, %s%s: %s"
          .formatted(satisfied() ? "" : "NOT ", player, oddity.name(), words, result);
    }
  }

  /** Carries it out; what came of each round. */
  List<Outcome> run() {
    var rounds = rounds();
    out.printf(
        "strange: %d rounds, %d kills, %,d people each, %s, seed %d; %s%n",
        rounds.size(),
        plan.kills,
        plan.recipients,
        plan.database,
        plan.seed,
        Site.times(Kills.SPEED));
    out.flush();
    try (var threads = Executors.newFixedThreadPool(plan.atOnce)) {
      var running = rounds.stream().map(round -> threads.submit(() -> told(round))).toList();
      var outcomes = running.stream().map(Strange::result).toList();
      out.println(Total.of(outcomes));
      out.flush();
      return outcomes;
    }
  }

  private List<Round> rounds() {
    var oddities = new ArrayList<Round>();
    for (var player : plan.players) {
      try (var platform = player.open(1, plan.seed, 1)) {
        Oddity.of(platform).stream()
            .filter(oddity -> plan.wanted.test(oddity.name()))
            .map(oddity ->
                new Round(
                    player,
                    oddity,
                    plan.personal.test(oddity.name()),
                    plan.cards.test(oddity.name()),
                    plan.waves.test(oddity.name()),
                    0))
            .forEach(oddities::add);
      }
    }
    var count = oddities.size();
    return IntStream.range(0, count)
        .mapToObj(i -> oddities.get(i).with(plan.kills * (i + 1) / count - plan.kills * i / count))
        .toList();
  }

  private Outcome told(Round round) {
    var result = StrangeRound.run(round, plan);
    var outcome = new Outcome(round.player, round.oddity, round, result);
    synchronized (out) {
      out.println(outcome);
      out.flush();
    }
    return outcome;
  }

  private static Outcome result(Future<Outcome> running) {
    try {
      return running.get();
    } catch (ExecutionException e) {
      throw new TrialException("a round could not be carried out", e);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** All rounds of which something can be demanded, in figures. */
  private record Total(
      int rounds, int kills, int recipients, int lost, int doubled, int untrue, int held) {
    static Total of(List<Outcome> outcomes) {
      var total = new Total(0, 0, 0, 0, 0, 0, 0);
      for (var one : outcomes) {
        if (one.oddity.demand() != Oddity.Demand.NOTHING) {
          total = total.with(one.result);
        }
      }
      return total;
    }

    private Total with(StrangeRound.Result result) {
      var judgement = result.judgement();
      return new Total(
          rounds + 1,
          kills + result.kills(),
          recipients + judgement.recipients(),
          lost + judgement.lost().size(),
          doubled + judgement.doubled().size(),
          untrue + judgement.untrue().size(),
          held + judgement.held());
    }

    @Override
    public String toString() {
      return "in all %d rounds, %d kills, %,d recipients: %d lost, %d doubled, %d told wrongly, %d left to people"
          .formatted(rounds, kills, recipients, lost, doubled, untrue, held);
    }
  }
}
