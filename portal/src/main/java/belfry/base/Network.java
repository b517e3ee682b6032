package belfry.base;

import java.net.InetAddress;
import java.util.HexFormat;

/** Whom an address belongs to, as far as the address tells. */
public final class Network {
  private Network() {}

  /** Whoever has one address of IPv6 has 2^64 of them, whose first half is the same (RFC 6177). */
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
