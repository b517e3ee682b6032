package belfry.simulator.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads {@code multipart/form-data}. */
public final class Multipart {
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
  private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");
  private static final int MOST_WORDS = 1 << 20;
  private static final int MOST_BYTES = 100 << 20;

  /** One part: a file if it has a file name, else a field with a value. */
  @SuppressWarnings("ArrayRecordComponent") // Parts are read once and never compared.
  public record Part(String name, String fileName, String contentType, byte[] bytes) {
    public boolean isFile() {
      return !fileName.isEmpty();
    }

    public String value() {
      return isFile() ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private final InputStream in;
  private final byte[] ahead = new byte[1 << 15];
  private final byte[] delimiter;
  private int at;
  private int end;
  private boolean last;

  private Multipart(InputStream in, String boundary) {
    this.in = in;
    delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
  }

  static List<Part> read(String contentType, InputStream body) throws IOException {
    var boundary = BOUNDARY.matcher(contentType);
    if (!boundary.find()) {
      throw new Problem(400, "The multipart body has no boundary.");
    }
    return new Multipart(body, boundary.group(1)).parts();
  }

  private List<Part> parts() throws IOException {
    var parts = new ArrayList<Part>();
    line();
    while (!last) {
      parts.add(part());
    }
    in.transferTo(OutputStream.nullOutputStream());
    return parts;
  }

  private Part part() throws IOException {
    var disposition = "";
    var type = "";
    for (var header = line(); !header.isEmpty(); header = line()) {
      var lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-disposition:")) {
        disposition = header;
      } else if (lower.startsWith("content-type:")) {
        type = header.substring("content-type:".length()).trim();
      }
    }
    var fileName = first(FILE_NAME, disposition);
    var bytes = content(fileName.isEmpty() ? MOST_WORDS : MOST_BYTES);
    return new Part(first(NAME, disposition), fileName, type, bytes);
  }

  /** Reads up to the next boundary. */
  private byte[] content(int most) throws IOException {
    var bytes = new byte[256];
    var size = 0;
    var matched = 0;
    while (matched < delimiter.length) {
      var read = read();
      if (read < 0) {
        throw new Problem(400, "The multipart body ends without its boundary.");
      }
      if (size == bytes.length) {
        bytes = Arrays.copyOf(bytes, size * 2);
      }
      bytes[size++] = (byte) read;
      if (size > most) {
        throw new Problem(413, "A part of the multipart body is too long.");
      }
      // A delimiter begins with CR and has no other, so what was matched cannot begin another one.
      matched = read == delimiter[matched] ? matched + 1 : read == delimiter[0] ? 1 : 0;
    }
    last = line().startsWith("--");
    return Arrays.copyOf(bytes, size - delimiter.length);
  }

  /** The next byte, or -1; with a buffer of its own, because a shared one locks for each byte. */
  private int read() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(ahead));
    }
    return at == end ? -1 : ahead[at++] & 0xFF;
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var read = read(); read >= 0 && read != '\n'; read = read()) {
      if (line.size() > 8192) {
        throw new Problem(400, "A header of the multipart body is too long.");
      }
      line.write(read);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  private static String first(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    return found.find() ? found.group(1) : "";
  }
}
