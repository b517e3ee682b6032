package belfry.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Ports;
import belfry.bench.site.SimulatedPlatform;
import belfry.bench.site.Staff;
import belfry.bench.site.Wording;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several nodes as processes, with Debian's PostgreSQL and HAProxy where they are installed. */
class NodesDemoIT {
  private static final int PEOPLE = 300;
  private static final int A_SECOND = 60;
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final String WORDS = "The bells are moved";
  private static final Pattern NODE =
      Pattern.compile("(node \\d) +process (\\d+) +(?:sends for (.*)|stands by)");
  private static final Pattern SENDING =
      Pattern.compile("(node \\d)(?: +process \\d+)? +sends for news\\b");
  private static final Pattern LOGS = Pattern.compile("What the nodes log is in (.*)");

  @BeforeAll
  static void installed() {
    var missing = NodesDemo.missing();
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
  }

  @Test
  void aNodeIsKilledAndTheOthersGoOn() {
    var settings =
        SimulatorSettings.defaults()
            .withPeople(PEOPLE)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(A_SECOND, A_SECOND)));
    var told = new StringWriter();
    var port = Ports.free();
    var processes = new ArrayList<Optional<ProcessHandle>>();
    var plan = new NodesDemo.Plan(3, port, List.of(SimulatedPlatform.ADMINISTRATOR), 10);
    try (var simulator = Simulator.start(settings);
        var demo = new NodesDemo(plan, simulator, new PrintWriter(told, true));
        var ana = new Staff(URI.create("http://localhost:" + port))) {
      demo.start();
      var nodes = NODE.matcher(told.toString()).results().toList();
      assertThat(nodes).hasSize(3);
      nodes.stream()
          .map(node -> ProcessHandle.of(Long.parseLong(node.group(2))))
          .forEach(processes::add);
      assertThat(processes).allMatch(process -> process.filter(ProcessHandle::isAlive).isPresent());
      assertThat(nodes).extracting(node -> node.group(3)).contains("news", "alerts", "people");
      var platform = new SimulatedPlatform(simulator);
      ana.signIn(platform);
      var job = ana.send(WORDS, ana.group("All staff"));
      await(ana, job, one -> one.at("/run/counts/sent").asInt() >= PEOPLE / 4);
      // On a loaded machine another may have taken it over since.
      var sending = SENDING.matcher(told.toString()).results().toList().getLast().group(1);
      var killed =
          nodes.stream().filter(node -> node.group(1).equals(sending)).findFirst().orElseThrow();
      ProcessHandle.of(Long.parseLong(killed.group(2))).orElseThrow().destroyForcibly();
      await(ana, job, one -> one.path("state").asText().equals("finished"));

      var judgement = Judgement.of(ana, job, platform, Wording.of(WORDS), PEOPLE);
      assertThat(judgement.decided()).as(judgement.toString()).isTrue();
      assertThat(told.toString())
          .contains(
              "%s (process %s) has ended, which sent for news"
                  .formatted(killed.group(1), killed.group(2)))
          .containsPattern("node \\d sends for news now, [\\d.]+ s after " + killed.group(1));
    }
    assertThat(processes).noneMatch(process -> process.filter(ProcessHandle::isAlive).isPresent());
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
    assertThat(logs(told)).doesNotExist();
  }

  private static void await(Staff staff, String job, Predicate<JsonNode> so) {
    assertThat(Pauses.until(() -> so.test(staff.job(job)), Duration.ofMillis(200), LONGEST))
        .as(() -> staff.job(job).toString())
        .isTrue();
  }

  private static Path logs(StringWriter told) {
    var found = LOGS.matcher(told.toString());
    assertThat(found.find()).as(told.toString()).isTrue();
    return Path.of(found.group(1));
  }
}
