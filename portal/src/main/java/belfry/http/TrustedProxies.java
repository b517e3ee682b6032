package belfry.http;

import belfry.base.IpRange;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Proxies whose {@code X-Forwarded-*} headers are trusted; from anybody else they are ignored. */
public final class TrustedProxies {
  private static final Pattern BRACKETED = Pattern.compile("\\[([^]]*)](?::\\d+)?");

  private final List<IpRange> networks;

  private TrustedProxies(List<IpRange> networks) {
    this.networks = networks;
  }

  /**
   * Reads addresses and ranges, {@code 10.0.0.5} or {@code 10.0.0.0/8}.
   *
   * @throws IllegalArgumentException which names the text that is neither
   */
  public static TrustedProxies of(List<String> texts) {
    return new TrustedProxies(IpRange.all(texts));
  }

  /** Whether this is a trusted proxy. */
  boolean trusts(String peer) {
    if (networks.isEmpty()) {
      return false;
    }
    try {
      var address = IpRange.literal(peer.replaceFirst("%.*$", ""));
      return networks.stream().anyMatch(network -> network.contains(address));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** The real client: the last address in the chain that is not a trusted proxy. */
  String client(String peer, Map<String, List<String>> headers) {
    var client = peer;
    var chain = String.join(",", headers.getOrDefault("x-forwarded-for", List.of()));
    var hops = List.of(chain.split(",", -1)).reversed();
    for (var hop : hops) {
      if (!trusts(client) || hop.isBlank()) {
        return client;
      }
      client = withoutPort(hop.strip());
    }
    return client;
  }

  /** Some proxies include the port: {@code 192.0.2.1:4711}, {@code [2001:db8::1]:4711}. */
  private static String withoutPort(String hop) {
    var bracketed = BRACKETED.matcher(hop);
    return bracketed.matches()
        ? bracketed.group(1)
        : hop.replaceFirst("^(\\d+(?:\\.\\d+){3}):\\d+$", "$1");
  }

  /** Whether a trusted proxy says that the browser connected over HTTPS. */
  boolean secure(String peer, Map<String, List<String>> headers) {
    return trusts(peer)
        && headers.getOrDefault("x-forwarded-proto", List.of()).stream()
            .anyMatch("https"::equalsIgnoreCase);
  }

  /** As an operator would write them. */
  @Override
  public String toString() {
    return IpRange.written(networks, "none");
  }
}
