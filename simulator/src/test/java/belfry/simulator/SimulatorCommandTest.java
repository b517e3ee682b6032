package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options of the program, and what it prints. */
class SimulatorCommandTest {
  private static SimulatorSettings settings(String... arguments) {
    return CommandLine.populateCommand(new SimulatorCommand(), arguments).settings();
  }

  /** A test pins names and defaults: style.md, house rule 5. */
  @Test
  void withoutOptionsItIsReadyForADemo() {
    var settings = settings();

    assertThat(settings.port()).isEqualTo(8700);
    assertThat(settings.population().people()).isEqualTo(10_000);
    assertThat(settings.population().groups()).isEqualTo(40);
    assertThat(settings.population().spaces()).isEqualTo(25);
    assertThat(settings.population().bots())
        .containsExactly("Company News", "IT Alerts", "People Ops");
    assertThat(settings.population().adminEmails()).containsExactly("ana.lopez@northwind.example");
    assertThat(settings.oauth().tokenCap()).isEqualTo(750);
    assertThat(settings.oauth().redirectUris()).isEmpty();
    assertThat(settings.limits())
        .containsExactly(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(40, 25)));
  }

  @Test
  void everythingCanBeAskedFor() {
    var settings =
        settings(
            "--port=0",
            "--people=50",
            "--groups=3",
            "--spaces=2",
            "--bot=One",
            "--bot=Two",
            "--admin=maija.salo@northwind.example",
            "--seed=7",
            "--redirect-uri=http://localhost:8080/cb",
            "--limit=messages.send=fixedWindow:100/10",
            "--limit=people=slidingWindow:5/0.5",
            "--limit=groups=none",
            "--manner=crlf",
            "--manner=stampsOff=0.5:-40",
            "--webhook-failures=7",
            "--lag=250",
            "--token-cap=0");

    assertThat(settings.population().bots()).containsExactly("One", "Two");
    assertThat(settings.population().people()).isEqualTo(50);
    assertThat(settings.seed()).isEqualTo(7);
    assertThat(settings.oauth().clientId())
        .isEqualTo(SimulatorSettings.defaults().withSeed(7).oauth().clientId());
    assertThat(settings.oauth().redirectUris()).containsExactly("http://localhost:8080/cb");
    assertThat(settings.oauth().tokenCap()).isZero();
    assertThat(settings.listingLag()).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.webhooks().mostFailures()).isEqualTo(7);
    assertThat(settings.manners())
        .containsExactly(MannerRule.of(Manner.CRLF), new MannerRule(Manner.STAMPS_OFF, 0.5, -40));
    assertThat(settings.limits())
        .extracting(LimitRule::limit)
        .containsExactly(
            Limit.fixedWindow(100, Duration.ofSeconds(10)),
            Limit.slidingWindow(5, Duration.ofMillis(500)),
            Limit.none());
  }

  @Test
  void theUsualLimitsComeBesideOnesOwn() {
    var settings = settings("--usual-limits", "--limit=rooms=none");

    assertThat(settings.limits()).hasSize(1 + LimitRule.usual().size());
    assertThat(settings.limits().getFirst()).isEqualTo(LimitRule.of(Resource.ROOMS, Limit.none()));
  }

  @Test
  void aLimitThatMakesNoSenseIsRefused() {
    for (var rule :
        List.of("messages.send", "messages.send=fast:1/2", "people=tokenBucket", "x=none")) {
      assertThat(
              new CommandLine(new SimulatorCommand())
                  .setErr(new PrintWriter(Writer.nullWriter()))
                  .execute("--limit=" + rule))
          .as(rule)
          .isEqualTo(2);
    }
  }

  @Test
  void aMannerThatMakesNoSenseIsRefused() {
    for (var manner : List.of("rude", "crlf=2", "crlf=0.5:much")) {
      assertThat(
              new CommandLine(new SimulatorCommand())
                  .setErr(new PrintWriter(Writer.nullWriter()))
                  .execute("--manner=" + manner))
          .as(manner)
          .isEqualTo(2);
    }
  }

  @Test
  void theSummarySaysAllThatAPortalNeeds() {
    var out = new ByteArrayOutputStream();
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20))) {
      SimulatorCommand.Summary.print(simulator, new PrintStream(out, true, StandardCharsets.UTF_8));

      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains("export MESSAGING_API_URL=" + simulator.address())
          .contains("export MESSAGING_INTEGRATION_CLIENT_ID=" + simulator.clientId())
          .contains("export MESSAGING_INTEGRATION_CLIENT_SECRET=" + simulator.clientSecret())
          .contains("export DIRECTORY_REFRESH_TOKEN=" + simulator.directoryRefreshToken())
          .contains("export COMPANY_NEWS_BOT_TOKEN=" + simulator.botToken(0));
    }
  }

  /** Seeds decide everything that is printed, so notes and scripts stay true. */
  @Test
  void theSameSeedGivesTheSameTokens() {
    try (var one = Simulator.start(SimulatorSettings.defaults().withPeople(20));
        var other = Simulator.start(SimulatorSettings.defaults().withPeople(20));
        var third = Simulator.start(SimulatorSettings.defaults().withPeople(20).withSeed(3))) {
      assertThat(one.botToken(1)).isEqualTo(other.botToken(1)).isNotEqualTo(third.botToken(1));
      assertThat(one.directoryRefreshToken()).isEqualTo(other.directoryRefreshToken());
      assertThat(one.clientId()).isEqualTo(other.clientId()).matches("C[0-9a-f]{64}");
      assertThat(one.clientSecret()).isNotEqualTo(third.clientSecret());
      assertThat(one.address().getHost()).isEqualTo("127.0.0.1");
    }
  }
}
