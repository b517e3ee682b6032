package belfry.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several nodes as processes, with Debian's PostgreSQL and HAProxy where they are installed. */
@Tag("whole")
class NodesDemoTest {
  private static final int PEOPLE = 300;
  private static final int A_SECOND = 60;
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
  void aNodeIsKilledAndTheOthersGoOn() throws Exception {
    var platform =
        SimulatorSettings.defaults()
            .withPeople(PEOPLE)
            .withLimits(
                LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(A_SECOND, A_SECOND)));
    var told = new StringWriter();
    var port = Places.freePort();
    var processes = new ArrayList<Optional<ProcessHandle>>();
    try (var simulator = Simulator.start(platform);
        var demo =
            new NodesDemo(
                new NodesDemo.Plan(3, port, List.of(TestPortal.ADMIN), 10),
                simulator,
                new PrintWriter(told, true))) {
      demo.start();
      var nodes = NODE.matcher(told.toString()).results().toList();
      assertThat(nodes).hasSize(3);
      nodes.stream()
          .map(node -> ProcessHandle.of(Long.parseLong(node.group(2))))
          .forEach(processes::add);
      assertThat(processes).allMatch(process -> process.filter(ProcessHandle::isAlive).isPresent());
      assertThat(nodes).extracting(node -> node.group(3)).contains("news", "alerts", "people");
      var ana = new Client(URI.create("http://localhost:" + port), "news");
      var code = simulator.authorizationCode(TestPortal.ADMIN, callback(port), "spark:people_read");
      assertThat(ana.get("oauth?code=" + code).status()).isEqualTo(301);
      var job = sent(ana);
      ana.followUntil(job, one -> one.at("/run/counts/sent").asInt() >= PEOPLE / 4);
      // On a loaded machine another may have taken it over since.
      var sending = SENDING.matcher(told.toString()).results().toList().getLast().group(1);
      var killed =
          nodes.stream().filter(node -> node.group(1).equals(sending)).findFirst().orElseThrow();
      ProcessHandle.of(Long.parseLong(killed.group(2))).orElseThrow().destroyForcibly();
      var over = ana.followUntil(job, one -> one.path("state").asText().equals("finished"));

      assertThat(over.at("/run/counts/sent").asInt()).isEqualTo(PEOPLE);
      var all = simulator.ledger().totals(Ledger.Query.containing(WORDS));
      assertThat(all.messages()).isEqualTo(PEOPLE);
      assertThat(all.doubled()).isEmpty();
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

  private static String callback(int port) {
    return "http://localhost:" + port + "/Hub/news/oauth";
  }

  /** Begins a message to everybody; where it is. */
  private static String sent(Client ana) {
    var everybody =
        ana.get("user/groups/list?limit=200")
            .json()
            .path("items")
            .valueStream()
            .filter(group -> group.path("name").asText().equals("All staff"))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
    var audience = List.of(Map.of("kind", "group", "id", everybody));
    var draft = ana.post("jobs/edit", Map.of("markdown", WORDS, "audience", audience));
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return "jobs/detail/" + id;
  }

  private static Path logs(StringWriter told) {
    var found = LOGS.matcher(told.toString());
    assertThat(found.find()).as(told.toString()).isTrue();
    return Path.of(found.group(1));
  }
}
