package belfry.simulator;

import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.webhooks.WebhookSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** {@code belfry simulator}: the stand-in of the platform as a program of its own. */
@Command(
    name = "simulator",
    description = "A local simulation of the messaging platform: its contract, limits and faults.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true)
public final class SimulatorCommand implements Callable<Integer> {
  /** Held for as long as the program runs; otherwise the level would be forgotten with it. */
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");

  @Option(
      names = "--port",
      description = "The port to listen on, on this machine only; 0 picks a free one.")
  private int port = 8700;

  @Option(names = "--people", description = "How many people the company has.")
  private int people = 10_000;

  @Option(names = "--groups", description = "How many groups the directory has.")
  private int groups = 40;

  @Option(names = "--spaces", description = "How many group spaces there are.")
  private int spaces = 25;

  @Option(
      names = "--bot",
      paramLabel = "NAME",
      description = "A bot's name; may be given several times.")
  private List<String> bots = List.of();

  @Option(
      names = "--admin",
      paramLabel = "EMAIL",
      description = "An administrator of the company; may be given several times.")
  private List<String> admins = List.of();

  @Option(names = "--seed", description = "The same seed gives the same people, ids and tokens.")
  private long seed = 2026;

  @Option(
      names = "--redirect-uri",
      paramLabel = "URI",
      description =
          "A registered redirect URI of the integration; without one, any URI on this machine is accepted.")
  private List<String> redirectUris = List.of();

  @Option(
      names = "--limit",
      paramLabel = "RULE",
      converter = RuleConverter.class,
      description = {
        "A rate limit, such as messages.send=fixedWindow:100/10 (100 in each 10 s),",
        "messages.send=slidingWindow:100/10, people=tokenBucket:50/20 (50 at once,",
        "refilled at 20 a second) or people=none. May be given several times.",
        "Without one: messages.send=tokenBucket:40/25."
      })
  private List<LimitRule> limits =
      List.of(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(40, 25)));

  @Option(
      names = "--usual-limits",
      description = "Limits everything except messages and people to 300 a minute.")
  private boolean usualLimits;

  @Option(
      names = "--manner",
      paramLabel = "NAME[=SHARE[:NUMBER]]",
      converter = MannerConverter.class,
      description =
          "An odd manner of the platform, such as crlf=0.5 (simulator/README.md); may be given several times.")
  private List<MannerRule> manners = List.of();

  @Option(
      names = "--lag",
      paramLabel = "MS",
      description = "How many milliseconds late listings show a message.")
  private long lagMillis = 0;

  @Option(
      names = "--token-cap",
      paramLabel = "N",
      description = "How many valid access tokens a person may have; 0 for no cap.")
  private int tokenCap = 750;

  @Option(
      names = "--webhook-failures",
      paramLabel = "N",
      description = "After how many failures in a row a webhook becomes inactive.")
  private int webhookFailures = 100;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SimulatorCommand()).execute(arguments));
  }

  /** Runs until the process is told to stop. */
  @Override
  public Integer call() throws InterruptedException {
    SERVER_LOG.setLevel(Level.WARNING);
    var stopped = new CountDownLatch(1);
    try (var simulator = Simulator.start(settings())) {
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(simulator::close));
      Summary.print(simulator, System.out);
      stopped.await();
    }
    return 0;
  }

  SimulatorSettings settings() {
    var settings =
        SimulatorSettings.defaults()
            .withSeed(seed)
            .withPort(port)
            .withPopulation(it -> {
              var chosen = it.withPeople(people).withGroups(groups).withSpaces(spaces);
              chosen = bots.isEmpty() ? chosen : chosen.withBots(bots);
              return admins.isEmpty() ? chosen : chosen.withAdminEmails(admins);
            })
            .withOAuth(
                it -> it.withRedirectUris(redirectUris).withTokenCap(tokenCap, it.tokenCapStatus()))
            .withLimits(limits.toArray(LimitRule[]::new))
            .withManners(manners.toArray(MannerRule[]::new))
            .withListingLag(Duration.ofMillis(lagMillis))
            .withWebhooks(new WebhookSettings(Duration.ofSeconds(10), webhookFailures));
    return usualLimits ? settings.withUsualLimits() : settings;
  }

  /** Reads {@code NAME[=SHARE[:NUMBER]]}. */
  static final class MannerConverter implements ITypeConverter<MannerRule> {
    @Override
    public MannerRule convert(String text) {
      return MannerRule.parsed(text);
    }
  }

  /** Reads {@code resource=kind:number/number}. */
  static final class RuleConverter implements ITypeConverter<LimitRule> {
    private static final Pattern RULE =
        Pattern.compile("([a-zA-Z.]+)=(\\w+)(?::(\\d+)/(\\d+(?:\\.\\d+)?))?");

    @Override
    public LimitRule convert(String text) {
      var words = RULE.matcher(text);
      if (!words.matches()) {
        throw new CommandLine.TypeConversionException("'" + text + "' is not a limit");
      }
      return LimitRule.of(Resource.of(words.group(1)), limit(words.group(2), words));
    }

    private static Limit limit(String kind, Matcher words) {
      if (kind.equals("none")) {
        return Limit.none();
      }
      if (words.group(3) == null) {
        throw new CommandLine.TypeConversionException(kind + " needs two numbers");
      }
      var number = Integer.parseInt(words.group(3));
      var size = Double.parseDouble(words.group(4));
      var window = Duration.ofMillis((long) (size * 1000));
      return switch (kind) {
        case "fixedWindow" -> Limit.fixedWindow(number, window);
        case "slidingWindow" -> Limit.slidingWindow(number, window);
        case "tokenBucket" -> Limit.tokenBucket(number, size);
        default -> throw new CommandLine.TypeConversionException("No limit is called " + kind);
      };
    }
  }

  /** What one needs to know to use a running simulator. */
  static final class Summary {
    private Summary() {}

    static void print(Simulator simulator, PrintStream out) {
      var address = simulator.address();
      out.printf("%nThe simulator listens at %s (start page, inbox and API)%n%n", address);
      for (var bot : simulator.bots()) {
        out.printf("  bot  %-14s %s%n", bot.label(), simulator.botToken(bot.index()));
      }
      out.printf("%nFor the environment of a portal:%n%n");
      simulator.environment().forEach((name, value) -> out.printf("  export %s=%s%n", name, value));
      out.println();
    }
  }
}
