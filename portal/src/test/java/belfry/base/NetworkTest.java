package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What counts as one caller where callers are limited. */
class NetworkTest {
  @Test
  void theFirstHalfOfAnAddressOfIpv6TellsWhoseItIs() {
    assertThat(Network.of("2001:db8:1:2:3:4:5:6"))
        .isEqualTo(Network.of("2001:db8:1:2::1"))
        .isNotEqualTo(Network.of("2001:db8:1:3::1"));
    assertThat(Network.of("fe80::1%eth0")).isEqualTo(Network.of("fe80::2"));
  }

  @Test
  void anyOtherAddressIsOneOfItsOwn() {
    assertThat(Network.of("192.0.2.1")).isEqualTo("192.0.2.1");
    assertThat(Network.of("no:address")).isEqualTo("no:address");
  }
}
