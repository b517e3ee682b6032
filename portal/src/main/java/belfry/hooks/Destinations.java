package belfry.hooks;

import belfry.base.Bare;
import belfry.base.IpRange;
import belfry.base.Phrase;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where programs may be that are told what happens: on the public internet, and in networks that
 * the operator names. Otherwise whoever may register one could have Belfry ask what only Belfry can
 * reach.
 */
final class Destinations {
  static final int LONGEST = 500;

  /** Special-purpose addresses (IANA registries, RFC 6890), and forms that contain an IPv4 one. */
  private static final List<IpRange> SPECIAL =
      IpRange.all(
          List.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.0.2.0/24",
              "192.88.99.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "198.51.100.0/24",
              "203.0.113.0/24",
              "224.0.0.0/4",
              "240.0.0.0/4",
              "::/96",
              "64:ff9b:1::/48",
              "100::/64",
              "2001::/23",
              "2001:db8::/32",
              "2002::/16",
              "3fff::/20",
              "5f00::/16",
              "fc00::/7",
              "fe80::/10",
              "fec0::/10",
              "ff00::/8"));

  private static final int LAST_PORT = 65_535;

  /** An IPv4 address as a network without IPv4 has it (RFC 6052). */
  private static final IpRange TRANSLATED = IpRange.of("64:ff9b::/96");

  private final List<IpRange> named;

  Destinations(HookSettings settings) {
    named = settings.networks();
  }

  /** The result of reading an address. */
  sealed interface Read {
    record Good(URI url) implements Read {}

    record Bad(Phrase why) implements Read {}
  }

  /** Reads what somebody registers; whether its host may be reached shows when it is called. */
  Read read(String text) {
    if (text.length() > LONGEST) {
      return bad(
          Phrase.of(
              "webhook.urlLong", "The address may have {{most}} characters.", "most", LONGEST));
    }
    URI url;
    try {
      url = new URI(Bare.of(text));
    } catch (URISyntaxException _) {
      return bad(form());
    }
    if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
      return bad(form());
    }
    if (!hasPort(url)) {
      return bad(
          Phrase.of(
              "webhook.urlPort",
              "There is no port {{port}}. Give one from 1 to {{most}}, or leave it out.",
              "port",
              Integer.toString(url.getPort()),
              "most",
              Integer.toString(LAST_PORT)));
    }
    var secure = "https".equalsIgnoreCase(url.getScheme());
    if (!secure && !("http".equalsIgnoreCase(url.getScheme()) && !named.isEmpty())) {
      return bad(form());
    }
    return literal(url)
        .filter(address -> !mayReach(address, secure))
        .<Read>map(_ -> bad(REFUSED))
        .orElseGet(() -> new Read.Good(url));
  }

  /** Whether its port is one that there can be; without one it is that of its scheme. */
  static boolean hasPort(URI url) {
    return url.getPort() == -1 || (url.getPort() > 0 && url.getPort() <= LAST_PORT);
  }

  private static Read bad(Phrase why) {
    return new Read.Bad(why);
  }

  private static final Phrase REFUSED =
      Phrase.of(
          "webhook.urlPrivate",
          "This address is not on the public internet. The operator can permit its network in BELFRY_WEBHOOK_NETWORKS.");

  private Phrase form() {
    return named.isEmpty()
        ? Phrase.of(
            "webhook.url",
            "Give an address like https://example.com/belfry, without a user or a fragment.")
        : Phrase.of(
            "webhook.urlOrHttp",
            "Give an address like https://example.com/belfry, or with http in a network that the operator permits, without a user or a fragment.");
  }

  /** The address that the host is, if it is no name. */
  private static Optional<InetAddress> literal(URI url) {
    var host = url.getHost().replaceFirst("^\\[(.*)]$", "$1");
    try {
      return Optional.of(IpRange.literal(host));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Those of a host's addresses that may be connected to. */
  InetAddress[] reachable(String host, InetAddress[] addresses, boolean secure)
      throws UnknownHostException {
    var reachable =
        Arrays.stream(addresses)
            .filter(address -> mayReach(address, secure))
            .toArray(InetAddress[]::new);
    if (reachable.length == 0) {
      throw new UnknownHostException(
          secure
              ? host + " is not on the public internet, nor in a network that the operator permits"
              : host + " is in no network that the operator permits without TLS");
    }
    return reachable;
  }

  private boolean mayReach(InetAddress address, boolean secure) {
    return named.stream().anyMatch(range -> range.contains(address))
        || (secure && isPublic(address));
  }

  private static boolean isPublic(InetAddress address) {
    if (TRANSLATED.contains(address)) {
      var bytes = address.getAddress();
      try {
        return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16)));
      } catch (UnknownHostException e) {
        throw new AssertionError("an address has 4 bytes", e);
      }
    }
    return SPECIAL.stream().noneMatch(range -> range.contains(address));
  }
}
