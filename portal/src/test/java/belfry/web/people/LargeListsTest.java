package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import belfry.cli.Portal;
import belfry.people.lists.Lists;
import belfry.testing.PortalTime;
import belfry.web.PlatformDouble;
import belfry.web.Setup;
import belfry.web.Wire;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of people that are meant to be too much: they are refused before they are. */
class LargeListsTest {
  private static final int ALL = 200_000_000;
  private static final int TANGLED = 200_000;
  private static final String PATH = "/Hub/news/user/lists/add?name=a.csv";

  private static PlatformDouble platform;
  private static Portal portal;
  private static int port;
  private static String cookies;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).start(new PortalTime());
    port = portal.port();
    cookies = Wire.get(port, "/Hub/news/oauth?code=one").cookies();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  /** 200 MB of these, in one line or in many, if nobody refused them. */
  @ParameterizedTest
  @ValueSource(strings = {"a\n", "a@b.cc\n", "a@b.cc", "\"", ",", "\n", "a@b.cc,\"x\"\n"})
  void whatComesWithoutEndIsRefusedAfterTenMegabytes(String again) {
    var some = again.repeat(64 * 1024 / again.length());
    var chunk = "%x\r\n%s\r\n".formatted(some.length(), some);
    try (var wire = Wire.to(port)) {
      wire.write(head("Transfer-Encoding: chunked"));
      var sent = 0;
      while (sent <= Lists.MOST_BYTES) {
        wire.write(chunk);
        sent += some.length();
      }

      var answer = wire.answer();

      assertThat(sent).isLessThan(ALL / 15);
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.body()).contains("list.tooLarge", "split the file");
      assertThat(answer.header("Connection")).contains("close");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-A: b", "Expect: 100-continue"})
  void whatSaysThatItIsTooLongIsRefusedBeforeItComes(String header) {
    try (var wire = Wire.to(port)) {
      var answer = wire.write(head("Content-Length: " + ALL, header)).answer();

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.body()).contains("list.tooLarge");
    }
  }

  /** Each of them once took hours, or all memory. */
  static Stream<Arguments> tangles() {
    return Stream.of(
        arguments("a mark that shifts all others", "x\",\"y\n", 201),
        arguments("one before an address", "x\",\"y@b.cc\n", 201),
        arguments("marks around nothing", "'".repeat(998) + "@\n", 201),
        arguments("marks of both kinds", "'".repeat(500) + "*".repeat(498) + "@\n", 201),
        arguments("calls", "'mail:".repeat(166) + "@\n", 201),
        arguments("full stops", ".".repeat(998) + "@\n", 201),
        arguments("a line without end", "a,", 400),
        arguments("a line of many cells", "a,".repeat(90_000) + "\n", 400));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tangles")
  void whatIsTangledIsAnswered(String kind, String again, int status) {
    var people = "mail,b\nana@b.cc,\n" + (again.endsWith("\n") ? "" : "\n");
    var table = people + again.repeat(TANGLED / again.length());
    try (var wire = Wire.to(port)) {
      wire.write(head("Content-Length: " + table.length()));

      var answer = wire.write(table).answer();

      assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }
  }

  @Test
  void theNextFileIsTaken() {
    whatSaysThatItIsTooLongIsRefusedBeforeItComes("X-A: b");

    var table = "a@b.cc\n".getBytes(StandardCharsets.UTF_8);
    try (var wire = Wire.to(port)) {
      var answer = wire.write(head("Content-Length: " + table.length) + "a@b.cc\n").answer();
      assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }
  }

  private static String head(String... headers) {
    var all = Wire.head("POST", PATH, headers);
    return all + cookies + "\r\nContent-Type: text/csv\r\n\r\n";
  }
}
