package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose word counts about where a request came from. */
class TrustedProxiesTest {
  private static final TrustedProxies PROXIES =
      TrustedProxies.of(List.of("10.0.0.0/8", "192.0.2.7", "2001:db8::/32"));

  @ParameterizedTest(name = "{0} says {1}: {2}")
  @CsvSource({
    "10.1.2.3,     198.51.100.9,                       198.51.100.9",
    "192.0.2.7,    198.51.100.9,                       198.51.100.9",
    "192.0.2.8,    198.51.100.9,                       192.0.2.8",
    "10.1.2.3,     '203.0.113.5, 198.51.100.9',        198.51.100.9",
    "10.1.2.3,     '203.0.113.5, 198.51.100.9, 10.9.9.9', 198.51.100.9",
    "10.1.2.3,     '10.4.4.4, 10.5.5.5',               10.4.4.4",
    "10.1.2.3,     '198.51.100.9,',                    10.1.2.3",
    "10.1.2.3,     '',                                 10.1.2.3",
    "2001:db8::1,  2001:4860::8,                       2001:4860::8",
    "2001:db9::1,  2001:4860::8,                       2001:db9::1",
    "::ffff:10.0.0.1, 198.51.100.9,                    198.51.100.9",
    "10.1.2.3,     unknown,                            unknown",
    "10.1.2.3,     198.51.100.9:4711,                  198.51.100.9",
    "10.1.2.3,     '198.51.100.9:4711, 10.9.9.9:80',   198.51.100.9",
    "10.1.2.3,     '[2001:4860::8]:4711',              2001:4860::8",
    "10.1.2.3,     '[2001:4860::8]',                   2001:4860::8"
  })
  void theClientIsTheLastInTheChainThatIsNoProxyOfOurs(
      String peer, String forwarded, String client) {
    assertThat(PROXIES.client(peer, Map.of("x-forwarded-for", List.of(forwarded))))
        .isEqualTo(client);
  }

  @Test
  void theHeaderMayComeInSeveralLines() {
    assertThat(
            PROXIES.client(
                "10.1.2.3", Map.of("x-forwarded-for", List.of("1.1.1.1", "198.51.100.9"))))
        .isEqualTo("198.51.100.9");
  }

  @Test
  void httpsIsBelievedOfAProxyOfOursOnly() {
    var https = Map.of("x-forwarded-proto", List.of("https"));
    assertThat(PROXIES.secure("10.1.2.3", https)).isTrue();
    assertThat(PROXIES.secure("192.0.2.8", https)).isFalse();
    assertThat(PROXIES.secure("10.1.2.3", Map.of())).isFalse();
    assertThat(TrustedProxies.of(List.of()).secure("127.0.0.1", https)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "proxy.example",
        "face.cafe",
        "10.0.0.0/33",
        "10.0.0.0/x",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "2001:db8::/129",
        "10.0.0",
        "10.0.0.0.0",
        ""
      })
  void whatIsNoAddressIsNamed(String text) {
    assertThatThrownBy(() -> TrustedProxies.of(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text.replaceFirst("/.*", ""));
  }
}
