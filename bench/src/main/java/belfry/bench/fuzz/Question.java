package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/**
 * One request, or what is meant to look like one, as bytes.
 *
 * @param number with the seed it makes this question again
 * @param operation what is asked for; empty where that is anybody's guess
 * @param plain whether its address holds nothing odd, so that it is this operation and no other
 * @param followers how many harmless questions follow on the same connection; none where the bytes
 *     are no HTTP, so that nobody can tell where the next one begins
 */
@SuppressWarnings("ArrayRecordComponent")
record Question(
    long number,
    Optional<Operation> operation,
    boolean plain,
    byte[] bytes,
    int followers,
    Manner manner) {

  /** How the bytes are brought. */
  enum Manner {
    WHOLE,
    IN_PIECES,
    /** Its sender leaves without having listened. */
    ABANDONED
  }

  /** Whether HTTP itself is in order, so that there must be an answer. */
  boolean formed() {
    return operation.isPresent();
  }

  /** Whether its answer has no body, whatever its headers say. */
  boolean asksForHeadOnly() {
    return new String(bytes, 0, Math.min(5, bytes.length), ISO_8859_1).equalsIgnoreCase("HEAD ");
  }

  /** As it can be read and sent again: what is no printable ASCII is written as {@code \x00}. */
  String printed() {
    var text = new StringBuilder();
    for (var one : bytes) {
      if (one == '\n') {
        text.append("\\n\n");
      } else if (one == '\r') {
        text.append("\\r");
      } else if (one == '\\') {
        text.append("\\\\");
      } else if (one >= ' ' && one <= '~') {
        text.append((char) one);
      } else {
        text.append("\\x%02x".formatted(one));
      }
    }
    return text.toString();
  }
}
