package belfry.web.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import belfry.base.Secret;
import belfry.http.Reply;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** interface.md 2.1, byte for byte. */
class CookiesTest {
  private static final Instant NOW = Instant.parse("2026-11-27T09:00:00Z");

  /** What V8 makes of their well-formed text; SignInIT compares hundreds more with Chromium's. */
  static Stream<Arguments> encodings() {
    return Stream.of(
        arguments("Ana Lopez", "Ana%20Lopez"),
        arguments("AZaz09-_.!~*'()", "AZaz09-_.!~*'()"),
        arguments("; , = \" \\ /", "%3B%20%2C%20%3D%20%22%20%5C%20%2F"),
        arguments("+&%#?@:$<>[]{}^`|", "%2B%26%25%23%3F%40%3A%24%3C%3E%5B%5D%7B%7D%5E%60%7C"),
        arguments("Väinö Øre", "V%C3%A4in%C3%B6%20%C3%98re"),
        arguments("山田 太郎", "%E5%B1%B1%E7%94%B0%20%E5%A4%AA%E9%83%8E"),
        arguments("🔔", "%F0%9F%94%94"),
        arguments("👩‍🚀", "%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80"),
        arguments("a\0\r\n\t\177b", "a%00%0D%0A%09%7Fb"),
        arguments("\u00a0\u2028\ufeff", "%C2%A0%E2%80%A8%EF%BB%BF"),
        arguments("\ud83d", "%EF%BF%BD"),
        arguments("\udd14x", "%EF%BF%BDx"),
        arguments("\udd14\ud83d", "%EF%BF%BD%EF%BF%BD"),
        arguments("\ud83d\ud83d\udd14", "%EF%BF%BD%F0%9F%94%94"));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void aValueIsEncodedAsEncodeUriComponentDoes(String text, String encoded) {
    assertThat(Cookies.encoded(text, 4_096)).isEqualTo(encoded);
  }

  @Test
  void nothingIsEncodedAsNothing() {
    assertThat(Cookies.encoded("", 4_096)).isEmpty();
  }

  @Test
  void aNameThatIsTooLongIsCutAtACodePointSoThatBrowsersKeepTheCookie() {
    for (var name : List.of("a", "ä", "山", "🔔", "👩‍🚀", "aä山🔔")) {
      var line = line("displayName", "ana-id", name.repeat(9_000));
      var pair = line.replaceFirst(";.*", "");
      var value = pair.substring("displayName=".length());
      assertThat("displayName".length() + value.length()).isBetween(4_096 - 11, 4_096);
      var decoded = URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
      assertThat(name.repeat(9_000)).startsWith(decoded);
    }
  }

  @Test
  void theTwoCookiesOfTheSpecificationAreExactlyTheseBytes() {
    assertThat(line("id", "Y2lz~29", "Ana Lopez"))
        .isEqualTo(
            "id=Y2lz~29; Max-Age=86400; Path=/; Expires=Sat, 28 Nov 2026 09:00:00 GMT;"
                + " Secure; SameSite=Lax");
    assertThat(attributes(line("displayName", "x", "Ana Lopez")))
        .isEqualTo(
            Set.of(
                "displayName=Ana%20Lopez",
                "Max-Age=86400",
                "Path=/",
                "Expires=Sat, 28 Nov 2026 09:00:00 GMT",
                "Secure",
                "SameSite=Lax"));
  }

  @Test
  void theSessionIsInACookieThatNoScriptCanReadOrPlant() {
    assertThat(attributes(line("__Host-Http-belfry", "x", "Ana")))
        .isEqualTo(
            Set.of(
                "__Host-Http-belfry=the-token",
                "Max-Age=86400",
                "Path=/",
                "Secure",
                "HttpOnly",
                "SameSite=Lax"));
  }

  @Test
  void forgettingTakesEachCookieAwayFromWhereItWas() {
    var lines = setCookies(Cookies.forgetAll(Reply.noContent()));
    assertThat(lines).hasSize(3);
    for (var line : lines) {
      assertThat(attributes(line)).contains("Max-Age=0", "Path=/", "Secure", "SameSite=Lax");
      assertThat(line).matches("(id|displayName|__Host-Http-belfry)=;.*");
    }
  }

  private static String line(String cookie, String id, String displayName) {
    var reply =
        Cookies.signedIn(
            Reply.noContent(), id, displayName, new Secret("the-token"), Duration.ofHours(24), NOW);
    return setCookies(reply).stream()
        .filter(line -> line.startsWith(cookie + "="))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> setCookies(Reply reply) {
    return reply.headers().stream()
        .filter(header -> header.name().equals("Set-Cookie"))
        .map(Reply.Header::value)
        .toList();
  }

  private static Set<String> attributes(String line) {
    return Set.of(line.split("; ", -1));
  }

  // Reading -----------------------------------------------------------------------------------

  @Test
  void everyCookieOfANameIsReadBecauseAPathOrADomainCanMakeSeveral() {
    var cookies = read("id=one; x; =y; id = two ;id=%C3%A4", "id=a+b");
    assertThat(cookies.ids()).containsExactly("one", "two", "ä", "a+b");
  }

  @Test
  void anIdThatIsNoPercentEncodingIsNobodys() {
    assertThat(read("id=%zz; id=%").ids()).isEmpty();
    assertThat(read("id=%zz").has("id")).isTrue();
  }

  @Test
  void halvesOfStatesAreFoundByTheNamesOfTheirCookies() {
    var cookies = read("__Host-Http-state-a1=x; __Host-state-b=y; __Host-Http-state-c=z");
    assertThat(cookies.stateHalves()).containsOnlyKeys("a1", "c");
    assertThat(cookies.sessions()).isEmpty();
  }

  private static Cookies read(String... headers) {
    return Cookies.of(List.of(headers));
  }
}
