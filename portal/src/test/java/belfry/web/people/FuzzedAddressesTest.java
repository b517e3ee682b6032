package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.cli.Portal;
import belfry.testing.Heard;
import belfry.web.PlatformDouble;
import belfry.web.Setup;
import belfry.web.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever stands in an address, of whatever route and whoever asks, is no fault of ours, and fills
 * no log.
 */
class FuzzedAddressesTest {
  private static final List<String> PIECES =
      Stream.concat(
              IntStream.concat(
                      IntStream.rangeClosed(0, 0x20), IntStream.of(0x7F, 0x80, 0x9F, 0xAD, 0xFF))
                  .mapToObj("%%%02X"::formatted),
              Stream.of(
                  "%2F",
                  "..",
                  "%2E%2E",
                  ".",
                  "%",
                  "%zz",
                  "%C0%AF",
                  "%E0%80%AF",
                  "%ED%A0%80",
                  "%F4%90%80%80",
                  "%E2%80%AE",
                  "%EF%BF%BF",
                  "%0D%0ASet-Cookie:%20a=b",
                  "%0A2026-11-27T16:00:00.000Z%20ERROR%20forged",
                  ";x=1",
                  "a;x=%7F",
                  "%22",
                  "%5C",
                  "{{a}}",
                  "%F0%9F%94%94"))
          .toList();

  private static final Set<String> IN_QUERIES = Set.of("%", "%zz", "{{a}}");

  private static PlatformDouble platform;
  private static Portal portal;
  private static String ana;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    // Who comes as often as this would be turned away.
    portal = new Setup(platform.address()).trusting("127.0.0.1").start(Time.system());
    ana = Wire.get(portal.port(), "/Hub/news/oauth?code=one").cookies();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  @Test
  void noAddressIsAFaultOfOursOrFillsTheLog() {
    var wrong = new ArrayList<String>();
    var routes = portal.routes();
    for (var route = 0; route < routes.size(); route++) {
      var words = routes.get(route).split(" ", -1);
      // Those change nothing but who asks.
      if (words[1].endsWith("/logout") || words[1].endsWith("/oauth")) {
        continue;
      }
      // Each route meets another eighth, since all are read by the same code.
      for (var at = route % 8; at < PIECES.size(); at += 8) {
        var piece = PIECES.get(at);
        for (var path : paths(words[1], piece)) {
          try (var heard = new Heard("root")) {
            var status = ask(words[0], path);
            if (status >= 500 || heard.words().size() > 1) {
              wrong.add("%s %s: %d %s".formatted(words[0], path, status, heard.words()));
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** With this in the place of each parameter, the app too, and in a query. */
  private static List<String> paths(String pattern, String piece) {
    var usual =
        pattern
            .replace(":app", "news")
            .replace(":part", "added")
            .replace(":scope", "all")
            .replaceAll("[:*][a-zA-Z]+", "x");
    var paths = new ArrayList<String>();
    var segments = pattern.split("/", -1);
    // A path that is none (RFC 3986) is refused before anybody asks for which route it is.
    for (var i = 1; i < segments.length && !IN_QUERIES.contains(piece); i++) {
      if (segments[i].startsWith(":") || segments[i].startsWith("*")) {
        var some = usual.split("/", -1);
        some[i] = piece;
        paths.add(String.join("/", some));
      }
    }
    paths.add(usual + "?q=" + piece + "&cursor=" + piece + "&name=" + piece + "&" + piece + "=1");
    return paths;
  }

  private static int ask(String method, String path) {
    return method.equals("POST")
        ? Wire.post(portal.port(), path, "{}", ana).status()
        : Wire.ask(portal.port(), Wire.head(method, path, ana) + "\r\n").status();
  }

  @Test
  void anUnknownAppWithAnyNameIsNotFoundInTheWordsOfItsRoute() {
    for (var piece : List.of("%7F", "%C2%80", "%E2%80%AE", "%0D%0Aa", "%22")) {
      var answer = Wire.get(portal.port(), "/Hub/" + piece + "/authUrl");
      assertThat(answer.status()).as(piece).isEqualTo(404);
      assertThat(answer.header("Belfry-Said").orElseThrow())
          .as(piece)
          .matches("[ -~]+")
          .contains("\"code\":");
    }
  }

  /**
   * A proxy that takes them for a part of the segment would ask for another address than Belfry.
   */
  @Test
  void noAddressHasParameters() {
    var found = new ArrayList<String>();
    for (var row : portal.routes()) {
      var words = row.split(" ", -1);
      var segments = paths(words[1], "").getLast().replaceFirst("\\?.*", "").split("/", -1);
      for (var i = 1; i < segments.length; i++) {
        var some = segments.clone();
        some[i] += ";x=1";
        var path = String.join("/", some);
        if (ask(words[0], path) != 404) {
          found.add(words[0] + " " + path);
        }
      }
    }
    assertThat(found).isEmpty();
    assertThat(ask("GET", "/Hub/news/info?a=1;x=1")).isEqualTo(200);
  }
}
