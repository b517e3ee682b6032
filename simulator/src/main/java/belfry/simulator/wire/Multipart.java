package belfry.simulator.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code multipart/form-data}: words are kept, of files only name, type and size. */
public final class Multipart {
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
  private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");
  private static final int MOST_WORDS = 1 << 20;

  /** One part: a file if it has a file name, else a field with a value. */
  public record Part(String name, String fileName, String contentType, String value, long size) {
    public boolean isFile() {
      return !fileName.isEmpty();
    }
  }

  private final InputStream in;
  private final byte[] delimiter;
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
    return new Multipart(new BufferedInputStream(body), boundary.group(1)).parts();
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
    var words = new ByteArrayOutputStream();
    var size = content(fileName.isEmpty() ? words : null);
    return new Part(
        first(NAME, disposition), fileName, type, words.toString(StandardCharsets.UTF_8), size);
  }

  /** Reads up to the next boundary and says how many bytes that were. */
  private long content(@Nullable ByteArrayOutputStream words) throws IOException {
    var size = 0L;
    var matched = 0;
    while (matched < delimiter.length) {
      var read = in.read();
      if (read < 0) {
        throw new Problem(400, "The multipart body ends without its boundary.");
      }
      if (read == delimiter[matched]) {
        matched++;
        continue;
      }
      // A delimiter begins with CR and has no other, so what was matched cannot begin another one.
      size += matched;
      keep(words, matched);
      matched = read == delimiter[0] ? 1 : 0;
      if (matched == 0) {
        size++;
        keep(words, (byte) read);
      }
    }
    last = line().startsWith("--");
    return size;
  }

  private void keep(@Nullable ByteArrayOutputStream words, int matched) {
    if (words != null) {
      words.write(delimiter, 0, matched);
    }
  }

  private static void keep(@Nullable ByteArrayOutputStream words, byte read) {
    if (words != null) {
      if (words.size() >= MOST_WORDS) {
        throw new Problem(413, "A field of the multipart body is too long.");
      }
      words.write(read);
    }
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var read = in.read(); read >= 0 && read != '\n'; read = in.read()) {
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
