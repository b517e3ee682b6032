package belfry.base;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;

/** IP addresses that begin with the same bits, such as {@code 10.0.0.0/8}, or one address. */
public final class IpRange {
  private final byte[] address;
  private final int bits;

  private IpRange(byte[] address, int bits) {
    this.address = address;
    this.bits = bits;
  }

  /**
   * Reads {@code 10.0.0.5} or {@code 10.0.0.0/8}; never a host name, because it would be looked up,
   * and others control the result.
   *
   * @throws IllegalArgumentException which names the text that is neither
   */
  public static IpRange of(String text) {
    var slash = text.indexOf('/');
    var address = literal(slash < 0 ? text : text.substring(0, slash)).getAddress();
    var most = address.length * 8;
    var bits = slash < 0 ? most : bits(text.substring(slash + 1));
    if (bits < 0 || bits > most) {
      throw new IllegalArgumentException("'" + text + "' is no address range");
    }
    return new IpRange(address, bits);
  }

  /** Reads each of them; see {@link #of}. */
  public static List<IpRange> all(List<String> texts) {
    return texts.stream().map(IpRange::of).toList();
  }

  /** Writes them as an operator would; {@code none} if there are none. */
  public static String written(List<IpRange> ranges, String none) {
    return ranges.isEmpty()
        ? none
        : ranges.stream().map(IpRange::toString).collect(Collectors.joining(", "));
  }

  private static int bits(String text) {
    return text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
  }

  /**
   * The address that this text is.
   *
   * @throws IllegalArgumentException which names the text, if it is none
   */
  public static InetAddress literal(String text) {
    if (!text.contains(":") && !text.matches("\\d+(\\.\\d+){3}")) {
      throw new IllegalArgumentException("'" + text + "' is no IP address");
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is no IP address", e);
    }
  }

  public boolean contains(InetAddress one) {
    var other = one.getAddress();
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

  /** As an operator would write it. */
  @Override
  public String toString() {
    try {
      var written = InetAddress.getByAddress(address).getHostAddress();
      return bits == address.length * 8 ? written : written + "/" + bits;
    } catch (UnknownHostException e) {
      throw new AssertionError("an address has 4 or 16 bytes", e);
    }
  }
}
