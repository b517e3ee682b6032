package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Refusal;
import belfry.simulator.limits.Refusal.RetryAfter;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.messages.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the README shows is true: style.md, house rule 9. */
class ReadmeTest {
  private static final Pattern REQUEST =
      Pattern.compile("```json PUT (\\S+)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private final String readme = Files.readString(Path.of("README.md"));

  ReadmeTest() throws IOException {}

  @Test
  void itsRequestsAreTaken() {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50))) {
      var control = Client.anonymous(simulator);
      var requests = REQUEST.matcher(readme).results().toList();

      assertThat(requests).hasSize(3);
      for (var request : requests) {
        assertThat(control.put(request.group(1), request.group(2)).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void itsSnippetIsTheCodeBelow() throws IOException {
    var here = Files.readString(Path.of("src/test/java/belfry/simulator/ReadmeTest.java"));
    var snippet = SNIPPET.matcher(readme).results().findFirst().orElseThrow().group(1);

    assertThat(here)
        .contains(
            snippet
                .lines()
                .collect(Collectors.joining("\n    ", "    ", "\n"))
                .replaceAll("(?m)^ +$", ""));
  }

  @Test
  void theSnippetWorks() {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50))) {
      simulator
          .limits()
          .set(
              LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(100, Duration.ofSeconds(10)))
                  .refusing(Refusal.with(RetryAfter.HTTP_DATE))
                  .thenAfterAccepted(1_000, Limit.tokenBucket(20, 5)));
      simulator
          .faults()
          .set(
              FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)).withShare(0.05),
              FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Reset(Stage.AFTER)).every(50),
              FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                  .to("lars.berg@northwind.example"));

      // … point the program under test at simulator.address() and simulator.botToken(0) …

      var totals = simulator.ledger().totals(Ledger.Query.containing("Town hall"));
      assertThat(totals.doubledRecipients()).isZero();
    }
  }

  @Test
  void itsOptionsAreThoseOfTheCommand() {
    var options = new CommandLine(new SimulatorCommand()).getCommandSpec().options();

    assertThat(options)
        .filteredOn(it -> !it.usageHelp() && !it.versionHelp())
        .allSatisfy(it -> assertThat(readme).contains("`" + it.longestName()));
    assertThat(Operation.values()).allSatisfy(it -> assertThat(it.label()).isNotEmpty());
    for (var resource : Resource.values()) {
      assertThat(readme).contains("`" + resource.label() + "`");
    }
  }

  @Test
  void itTellsEveryMannerAndItsUsualNumber() {
    for (var manner : Manner.values()) {
      var row =
          readme
              .lines()
              .filter(it -> it.startsWith("| `") && it.contains("`" + manner.label() + "`"))
              .findFirst();
      assertThat(row).as(manner.label()).isPresent();
      var number = MannerRule.of(manner).number();
      if (number != 0) {
        assertThat(row.get()).as(manner.label()).containsPattern("\\(" + number + "[ )]");
      }
    }
  }
}
