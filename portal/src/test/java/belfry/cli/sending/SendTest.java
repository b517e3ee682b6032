package belfry.cli.sending;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.ProgramTest;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.LossyProxy;
import belfry.testing.LossyProxy.Fate;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** {@code belfry send} against a portal beside the simulator, on lines that lose answers. */
@Tag("whole")
abstract class SendTest extends ProgramTest {
  static final String LARS = "lars.berg@northwind.example";
  static final String ZOE = "zoe.muller@northwind.example";

  /** One token for all would have to wait, as the portal lets each ask ten times a second. */
  private static final int TOKENS = 12;

  static TestPortal portal;
  static LossyProxy line;
  static Client ana;
  private static List<String> tokens;
  private static int used;
  String token = "";

  @BeforeAll
  static void open() {
    portal = TestPortal.start();
    line = new LossyProxy(portal.address());
    ana = portal.signedIn("news", TestPortal.ADMIN);
    tokens = IntStream.range(0, TOKENS).mapToObj(_ -> token("read", "send")).toList();
  }

  static String token(String... scopes) {
    var wish = Map.of("name", "scripts", "days", 1, "scopes", List.of(scopes));
    return ana.post("tokens", wish).json().path("secret").asText();
  }

  @AfterAll
  static void shut() throws IOException {
    line.close();
    portal.close();
  }

  @BeforeEach
  void quiet() {
    token = tokens.get(used++ % TOKENS);
    line.decide(_ -> Fate.PASSED);
    portal.simulator().faults().set(List.of());
  }

  Map<String, String> environment(URI to) {
    return Map.of("BELFRY_TOKEN", token, "BELFRY_PORTAL", to.toString(), "BELFRY_APP", "news");
  }

  Ended send(URI to, String... arguments) {
    return send(environment(to), arguments);
  }

  Ended send(Map<String, String> environment, String... arguments) {
    return here(
        environment,
        Stream.concat(Stream.of("send"), Arrays.stream(arguments)).toArray(String[]::new));
  }

  Ended send(String... arguments) {
    return send(portal.address(), arguments);
  }

  Ended with(List<String> command, String... more) {
    return send(Stream.concat(command.stream(), Arrays.stream(more)).toArray(String[]::new));
  }

  static long messages(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  static JsonNode json(Ended ended) {
    try {
      return new ObjectMapper().readTree(ended.out());
    } catch (IOException e) {
      throw new AssertionError(ended.toString(), e);
    }
  }

  void ended(Ended ended, int code, String... words) {
    assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
    var said = ended.out() + ended.err();
    assertThat(said).doesNotContain("\tat ", token);
    assertThat(words).allSatisfy(one -> assertThat(said).contains(one));
  }

  static String group(String name, String... members) {
    var id = ana.post("user/groups/create", Map.of("name", name)).json().path("id").asText();
    var some = Arrays.stream(members).map(email -> Map.of("email", email)).toList();
    if (!some.isEmpty()) {
      ana.post("user/groups/add", Map.of("groupId", id, "members", some));
    }
    return id;
  }

  static int jobs() {
    return ana.get("jobs/list/all?limit=200").json().path("items").size();
  }
}
