package belfry.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Proxies whose {@code X-Forwarded-*} headers are trusted; from anybody else they are ignored. */
public final class TrustedProxies {
  private static final Pattern BRACKETED = Pattern.compile("\\[([^]]*)](?::\\d+)?");

  private final List<Network> networks;

  private TrustedProxies(List<Network> networks) {
    this.networks = networks;
  }

  /** An address range: all addresses that begin with the same bits. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Network(byte[] address, int bits) {
    String text() {
      try {
        var written = InetAddress.getByAddress(address).getHostAddress();
        return bits == address.length * 8 ? written : written + "/" + bits;
      } catch (UnknownHostException e) {
        throw new AssertionError("an address has 4 or 16 bytes", e);
      }
    }

    boolean contains(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (var bit = 0; bit < bits; bit++) {
        var mask = 0x80 >> (bit & 7);
        if ((address[bit >> 3] & mask) != (other[bit >> 3] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Reads addresses and ranges, {@code 10.0.0.5} or {@code 10.0.0.0/8}.
   *
   * @throws IllegalArgumentException which names the text that is neither
   */
  public static TrustedProxies of(List<String> texts) {
    var networks = new ArrayList<Network>();
    for (var text : texts) {
      var slash = text.indexOf('/');
      var address = literal(slash < 0 ? text : text.substring(0, slash));
      var most = address.length * 8;
      var bits = slash < 0 ? most : bits(text.substring(slash + 1));
      if (bits < 0 || bits > most) {
        throw new IllegalArgumentException("'" + text + "' is no address range");
      }
      networks.add(new Network(address, bits));
    }
    return new TrustedProxies(List.copyOf(networks));
  }

  private static int bits(String text) {
    return text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
  }

  /** Never a host name, because it would be looked up, and others control the result. */
  private static byte[] literal(String text) {
    if (!text.contains(":") && !text.matches("\\d+(\\.\\d+){3}")) {
      throw new IllegalArgumentException("'" + text + "' is no IP address");
    }
    try {
      return InetAddress.ofLiteral(text).getAddress();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is no IP address", e);
    }
  }

  /** Whether this is a trusted proxy. */
  boolean trusts(String peer) {
    if (networks.isEmpty()) {
      return false;
    }
    try {
      var address = literal(peer.replaceFirst("%.*$", ""));
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
    return networks.isEmpty()
        ? "none"
        : networks.stream().map(Network::text).collect(Collectors.joining(", "));
  }
}
