package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Takes {@code multipart/form-data} apart. */
final class Multipart {
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
  private static final Pattern FILE = Pattern.compile("[; ]filename=\"((?:[^\"\\\\]|\\\\.)*)\"");
  // The quotes are against RFC 7578, and yet some clients write them.
  private static final Pattern ENCODED_FILE =
      Pattern.compile("filename\\*=\"?UTF-8'[^']*'([^\";\\s]+)", Pattern.CASE_INSENSITIVE);
  private static final byte[] BLANK_LINE = "\r\n\r\n".getBytes(ISO_8859_1);

  private Multipart() {}

  /** Empty when the body is not what its type says. */
  static List<Part> parts(String contentType, byte[] body) {
    var boundary = BOUNDARY.matcher(contentType);
    if (!boundary.find()) {
      return List.of();
    }
    var line = ("--" + boundary.group(1)).getBytes(ISO_8859_1);
    var parts = new ArrayList<Part>();
    var from = indexOf(body, line, 0);
    while (from >= 0) {
      var next = indexOf(body, line, from + line.length);
      if (next >= 0) {
        part(Arrays.copyOfRange(body, from + line.length, next)).ifPresent(parts::add);
      }
      from = next;
    }
    return parts;
  }

  private static Optional<Part> part(byte[] bytes) {
    var blank = indexOf(bytes, BLANK_LINE, 0);
    if (blank < 0 || bytes.length < blank + BLANK_LINE.length + 2) {
      return Optional.empty();
    }
    var head = new String(bytes, 0, blank, UTF_8);
    var name = NAME.matcher(head);
    // What comes before the boundary's line is the line's end, and not part of the content.
    var content = Arrays.copyOfRange(bytes, blank + BLANK_LINE.length, bytes.length - 2);
    return name.find()
        ? Optional.of(new Part(name.group(1), fileName(head), content))
        : Optional.empty();
  }

  private static Optional<String> fileName(String head) {
    var encoded = ENCODED_FILE.matcher(head);
    if (encoded.find()) {
      return Optional.of(URLDecoder.decode(encoded.group(1).replace("+", "%2B"), UTF_8));
    }
    var plain = FILE.matcher(head);
    return plain.find()
        ? Optional.of(plain.group(1).replaceAll("\\\\(.)", "$1"))
        : Optional.empty();
  }

  private static int indexOf(byte[] all, byte[] sought, int from) {
    for (var at = from; at <= all.length - sought.length; at++) {
      if (all[at] == sought[0]
          && Arrays.equals(all, at, at + sought.length, sought, 0, sought.length)) {
        return at;
      }
    }
    return -1;
  }
}
