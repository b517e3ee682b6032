package belfry.base;

import java.net.InetAddress;
import java.util.HexFormat;

/** The network that an address belongs to, for limits on callers. */
public final class Network {
  private Network() {}

  /** Whoever has one IPv6 address usually has 2^64 of them, with the same first half (RFC 6177). */
  public static String of(String address) {
    if (!address.contains(":")) {
      return address;
    }
    try {
      var bytes = InetAddress.ofLiteral(address.replaceFirst("%.*$", "")).getAddress();
      return bytes.length == 16 ? HexFormat.of().formatHex(bytes, 0, 8) : address;
    } catch (IllegalArgumentException _) {
      return address;
    }
  }
}
