package belfry.bench.trials;

import belfry.bench.fuzz.FuzzCommand;
import belfry.bench.siege.SiegeCommand;
import belfry.bench.site.BotsOption;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Databases;
import belfry.bench.site.SeedOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Trials of exactness; each ends with what the platform holds. */
@Command(
    name = "trial",
    description =
        "Kills, stops and disconnects the program in the middle of its work, then checks at the platform who got what.",
    subcommands = {
      TrialCommand.KillsCommand.class,
      TrialCommand.StopsCommand.class,
      TrialCommand.FaultsCommand.class,
      TrialCommand.NodesCommand.class,
      TrialCommand.StrangeCommand.class,
      TrialCommand.AfterCommand.class,
      AnswersCommand.class,
      RemindersCommand.class,
      RestoreCommand.class,
      UpgradeCommand.class,
      FailoverCommand.class,
      SiegeCommand.class,
      FuzzCommand.class,
      CommandLine.HelpCommand.class
    })
public final class TrialCommand implements Runnable {
  private static final String PERSONAL =
      "each is told something else, and must be told what the platform and a list say of them alone";

  private static final String CARDS =
      "the message has a button, so that it is a card, which is compared as well";

  private static final String WAVES =
      "a first wave gets it before the rest, which must not be sent to before the run goes on";

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Without a command it says which there are. */
  @Override
  public void run() {
    spec.commandLine().usage(System.out);
  }

  /** {@code trial kills}. */
  @Command(
      name = "kills",
      description = "kill -9 again and again during one job, with faults turned on.")
  static final class KillsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--kills",
        defaultValue = "20",
        description = "how often the program is killed (default: 20)")
    private int kills;

    @Option(
        names = "--server-kills",
        defaultValue = "0",
        description = {
          "how often the database server is killed, set to PostgreSQL's weakest durability",
          "(default: 0; postgresql only)"
        })
    private int serverKills;

    @Option(
        names = "--recipients",
        defaultValue = "5000",
        description = "how many people get the message (default: 5000)")
    private int recipients;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Option(
        names = "--file-bytes",
        defaultValue = "0",
        description = "size of the file sent with the message (default: 0, none)")
    private int fileBytes;

    @Mixin private final SeedOption seed = new SeedOption();

    @Option(names = "--personal", description = PERSONAL)
    private boolean personal;

    @Option(names = "--cards", description = CARDS)
    private boolean cards;

    @Option(
        names = "--waves",
        arity = "0..1",
        defaultValue = "NONE",
        fallbackValue = "ASKS",
        description = {
          WAVES + ":",
          "asks: an author lets the rest follow (without a value); by_time: it follows by itself",
          "after a minute; stops: so many are refused that the first wave stops"
        })
    private Waves waves = Waves.NONE;

    @Mixin private final BotsOption bots = new BotsOption();

    @Override
    public Integer call() {
      if (serverKills > 0 && database.chosen() != Databases.POSTGRESQL) {
        throw new ParameterException(
            spec.commandLine(), "--server-kills needs --database postgresql");
      }
      if (cards && fileBytes > 0) {
        throw new ParameterException(
            spec.commandLine(), "a message has either a card or a file: choose one of them");
      }
      if (waves.present() && fileBytes > 0) {
        throw new ParameterException(
            spec.commandLine(), "this trial has no first wave with a file: choose one of them");
      }
      var out = spec.commandLine().getOut();
      var plan =
          new Kills.Plan(
              database.chosen(),
              bots.chosen(),
              kills,
              serverKills,
              recipients,
              fileBytes,
              personal,
              cards,
              waves,
              seed.chosen());
      return new Kills(plan, out).run().decided() ? 0 : 1;
    }
  }

  /** {@code trial stops}. */
  @Command(name = "stops", description = "SIGTERM again and again during one job.")
  static final class StopsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--stops",
        defaultValue = "50",
        description = "how often the program is stopped (default: 50)")
    private int stops;

    @Option(
        names = "--recipients",
        defaultValue = "5000",
        description = "how many people get the message (default: 5000)")
    private int recipients;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Option(
        names = "--hangs",
        defaultValue = "0",
        description = {
          "how many of a hundred messages never get an answer, so that a stop",
          "has something to wait for and may leave it unsure (default: 0)"
        })
    private double hangs;

    @Override
    public Integer call() {
      var out = spec.commandLine().getOut();
      var result = new Stops(database.chosen(), stops, recipients, hangs / 100, out).run();
      return result.sound() ? 0 : 1;
    }
  }

  /** {@code trial faults}. */
  @Command(
      name = "faults",
      description = "Everything goes wrong around the program: platform, database, disk.")
  static final class FaultsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--kinds",
        split = ",",
        defaultValue = "platform,database,disk",
        description = "which of platform, database, disk (default: all)")
    private List<Faults.Kind> kinds = List.of();

    @Option(
        names = "--recipients",
        defaultValue = "5000",
        description = "how many people get the message (default: 5000)")
    private int recipients;

    @Option(
        names = "--seconds",
        defaultValue = "60",
        description = "how long database and disk are unusable (default: 60)")
    private int seconds;

    @Override
    public Integer call() {
      var sound = true;
      for (var kind : kinds) {
        var gone = Duration.ofSeconds(seconds);
        sound &= new Faults(kind, recipients, gone, spec.commandLine().getOut()).run().sound();
      }
      return sound ? 0 : 1;
    }
  }

  /** {@code trial nodes}. */
  @Command(
      name = "nodes",
      description =
          "Two nodes on PostgreSQL that share two apps, killed, frozen and disconnected in turns.")
  static final class NodesCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--blows",
        defaultValue = "20",
        description = "how many times a node is hit (default: 20)")
    private int blows;

    @Option(
        names = "--recipients",
        defaultValue = "5000",
        description = "how many people get the message of each app (default: 5000)")
    private int recipients;

    @Mixin private final BotsOption bots = new BotsOption();

    @Override
    public Integer call() {
      var result = new Nodes(blows, recipients, bots.chosen(), spec.commandLine().getOut()).run();
      return result.sound() ? 0 : 1;
    }
  }

  /** {@code trial strange}. */
  @Command(
      name = "strange",
      description = {
        "Platforms that behave in unexpected ways, in every manner that two simulated platforms",
        "offer: each alone and all together, with faults and kill -9."
      })
  static final class StrangeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--kills",
        defaultValue = "250",
        description = "how often the program is killed, over all rounds (default: 250)")
    private int kills;

    @Option(
        names = "--recipients",
        defaultValue = "60",
        description = "how many people get the message of each round (default: 60)")
    private int recipients;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Mixin private final PlatformsOption platforms = new PlatformsOption();

    @Option(
        names = "--rounds",
        defaultValue = "",
        description = "a regular expression for the names of the rounds (default: all)")
    @SuppressWarnings("NullAway.Init")
    private Pattern rounds;

    @Option(
        names = "--at-once",
        defaultValue = "3",
        description = "how many rounds run at a time (default: 3)")
    private int atOnce;

    @Mixin private final SeedOption seed = new SeedOption();

    @Option(names = "--personal", description = PERSONAL)
    private boolean personal;

    @Option(names = "--cards", description = CARDS)
    private boolean cards;

    @Option(names = "--waves", description = WAVES)
    private boolean waves;

    @Mixin private final BotsOption bots = new BotsOption();

    @Override
    public Integer call() {
      var plan =
          new Strange.Plan(
              database.chosen(),
              bots.chosen(),
              platforms.chosen(),
              kills,
              recipients,
              atOnce,
              seed.chosen(),
              rounds.asPredicate(),
              _ -> personal,
              _ -> cards,
              _ -> waves);
      var outcomes = new Strange(plan, spec.commandLine().getOut()).run();
      return outcomes.stream().allMatch(Strange.Outcome::satisfied) ? 0 : 1;
    }
  }

  /** {@code trial after}. */
  @Command(
      name = "after",
      description =
          "kill -9 again and again while a message is corrected for all and recalled for some; and while people acknowledge one, others are reminded, and it is written anew.")
  static final class AfterCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
        names = "--kills",
        defaultValue = "20",
        description = "how often the program is killed (default: 20)")
    private int kills;

    @Option(
        names = "--recipients",
        defaultValue = "2000",
        description = "how many people got the message (default: 2000)")
    private int recipients;

    @Mixin private final PlatformsOption platforms = new PlatformsOption();

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Mixin private final SeedOption seed = new SeedOption();

    @Mixin private final BotsOption bots = new BotsOption();

    @Override
    public Integer call() {
      var sound = true;
      for (var player : platforms.chosen()) {
        var plan =
            new After.Plan(
                database.chosen(), bots.chosen(), player, kills, recipients, seed.chosen());
        sound &= new After(plan, spec.commandLine().getOut()).run().sound();
        sound &= new Acknowledging(plan, spec.commandLine().getOut()).run().sound();
      }
      return sound ? 0 : 1;
    }
  }
}
