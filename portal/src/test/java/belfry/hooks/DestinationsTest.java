package belfry.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.IpRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where Belfry lets others send it. */
class DestinationsTest {
  private static final Destinations PUBLIC = new Destinations(HookSettings.PUBLIC);
  private static final Destinations OFFICE =
      new Destinations(new HookSettings(List.of(IpRange.of("10.1.0.0/16"))));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com",
        "https://example.com:8443/a?b=c",
        "https://93.184.215.14/x",
        "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/x",
        "HTTPS://Example.com/"
      })
  void theseMayBeRegistered(String url) {
    assertThat(PUBLIC.read(url)).isInstanceOf(Destinations.Read.Good.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.com",
        "/belfry",
        "http://example.com",
        "ftp://example.com",
        "https://",
        "https://user:word@example.com",
        "https://example.com/#part",
        "https://exa mple.com",
        "https://127.0.0.1/x",
        "https://10.0.0.1",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/"
      })
  void theseMayNot(String url) {
    assertThat(PUBLIC.read(url)).isInstanceOf(Destinations.Read.Bad.class);
  }

  @Test
  void anAddressIsNotEndless() {
    var start = "https://example.com/";
    var longest = start + "a".repeat(Destinations.LONGEST - start.length());
    assertThat(PUBLIC.read(longest)).isInstanceOf(Destinations.Read.Good.class);
    assertThat(PUBLIC.read(longest + "a")).isInstanceOf(Destinations.Read.Bad.class);
  }

  private static void reached(Destinations destinations, String address, boolean secure)
      throws UnknownHostException {
    InetAddress[] one = {IpRange.literal(address)};
    assertThat(destinations.reachable("host.example", one, secure)).isEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"93.184.215.14", "172.32.0.1", "2606:2800::1", "64:ff9b::5db8:d70e"})
  void aNameMayLeadHereWithTlsOnly(String address) {
    assertThatCode(() -> reached(PUBLIC, address, true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> reached(PUBLIC, address, false))
        .isInstanceOf(UnknownHostException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.31.255.255",
        "192.168.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:192.168.0.1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "ff02::1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::"
      })
  void aNameMayNotLeadHere(String address) {
    assertThatThrownBy(() -> reached(PUBLIC, address, true))
        .isInstanceOf(UnknownHostException.class);
  }

  @Test
  void inANetworkThatIsPermittedItMayBeWithoutTls() {
    assertThat(OFFICE.read("http://10.1.2.3/x")).isInstanceOf(Destinations.Read.Good.class);
    assertThat(OFFICE.read("http://10.2.2.3/x")).isInstanceOf(Destinations.Read.Bad.class);
    assertThat(OFFICE.read("http://pager.office/x")).isInstanceOf(Destinations.Read.Good.class);
    assertThatCode(() -> reached(OFFICE, "10.1.2.3", false)).doesNotThrowAnyException();
    assertThatCode(() -> reached(OFFICE, "10.1.2.3", true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> reached(OFFICE, "10.2.2.3", true))
        .isInstanceOf(UnknownHostException.class);
    assertThatThrownBy(() -> reached(OFFICE, "93.184.215.14", false))
        .isInstanceOf(UnknownHostException.class);
  }

  @Test
  void ofSeveralAddressesOnlyThoseAreUsedThatMayBeReached() throws UnknownHostException {
    InetAddress[] both = {IpRange.literal("127.0.0.1"), IpRange.literal("93.184.215.14")};
    assertThat(PUBLIC.reachable("host.example", both, true)).containsExactly(both[1]);
  }
}
