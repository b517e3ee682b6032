package belfry.bench.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One answer as it came.
 *
 * @param headers one line each
 * @param whole whether the rest of it was not waited for, because it has no end
 */
@SuppressWarnings("ArrayRecordComponent")
record Answer(int status, List<String> headers, byte[] body, boolean whole) {
  Optional<String> header(String name) {
    var prefix = name.toLowerCase(Locale.ROOT) + ":";
    return headers.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .findFirst();
  }

  /** Without what comes after the semicolon. */
  String mediaType() {
    return header("Content-Type").orElse("").replaceFirst(";.*", "").strip();
  }

  /** Whether it says that nothing follows. */
  boolean isLast() {
    return header("Connection").filter("close"::equalsIgnoreCase).isPresent();
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return status + " " + String.join(" | ", headers) + "\n" + text();
  }
}
