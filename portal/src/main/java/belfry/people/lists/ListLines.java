package belfry.people.lists;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a text, some of which were looked at before. */
final class ListLines implements AutoCloseable {
  /**
   * Whatever is longer is no line of a table: only its beginning is kept, so that a file without
   * line breaks does not fill the memory.
   */
  static final int LONGEST = 256 * 1024;

  private static final int MOST_TAKEN = 1_000;

  private final BufferedReader reader;
  private final List<String> ahead = new ArrayList<>();
  private boolean afterReturn;
  private int taken;
  private int number;

  ListLines(BufferedReader reader) {
    this.reader = reader;
  }

  int number() {
    return number;
  }

  @Nullable String next() throws IOException {
    number++;
    if (taken == ahead.size() || taken > MOST_TAKEN) {
      ahead.subList(0, taken).clear();
      taken = 0;
    }
    return ahead.isEmpty() ? line() : ahead.get(taken++);
  }

  /** The line so many after the current one, from 0; it stays. */
  @Nullable String ahead(int index) throws IOException {
    while (ahead.size() - taken <= index) {
      var line = line();
      if (line == null) {
        return null;
      }
      ahead.add(line);
    }
    return ahead.get(taken + index);
  }

  private @Nullable String line() throws IOException {
    var line = new StringBuilder();
    var letter = reader.read();
    if (letter == '\n' && afterReturn) {
      letter = reader.read();
    }
    if (letter < 0) {
      return null;
    }
    for (; letter >= 0 && letter != '\n' && letter != '\r'; letter = reader.read()) {
      if (line.length() <= LONGEST) {
        line.append((char) letter);
      }
    }
    afterReturn = letter == '\r';
    return line.toString();
  }

  void skip(int lines) throws IOException {
    for (var i = 0; i < lines; i++) {
      var _ = next();
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
