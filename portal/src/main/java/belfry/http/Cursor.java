package belfry.http;

import belfry.base.Phrase;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.IntStream;

/** A position in a list, as given to callers: opaque to them, numbers to us. */
public final class Cursor {
  private Cursor() {}

  public static String write(long... numbers) {
    var text = String.join(" ", Arrays.stream(numbers).mapToObj(Long::toString).toList());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * The numbers in the request's cursor; empty if it has none.
   *
   * @param bounds the bounds of each number
   * @throws Problem.Thrown 400 if we did not issue it
   */
  public static Optional<long[]> read(Request request, Bounds... bounds) {
    return request
        .query("cursor")
        .filter(text -> !text.isEmpty())
        .map(text -> {
          try {
            var plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII);
            var parts = Arrays.stream(plain.split(" ", -1)).mapToLong(Long::parseLong).toArray();
            if (fit(parts, bounds)) {
              return parts;
            }
          } catch (IllegalArgumentException _) {
            // Reported below.
          }
          throw wrong().thrown();
        });
  }

  /** It was not issued for this list. */
  public static Problem wrong() {
    return Problem.invalid(
        "cursor",
        Phrase.of("cursor.wrong", "This is not a cursor of this list. Start without one."));
  }

  private static boolean fit(long[] numbers, Bounds... bounds) {
    return numbers.length == bounds.length
        && IntStream.range(0, bounds.length).allMatch(i -> bounds[i].contains(numbers[i]));
  }

  /** The range of a number in a cursor. */
  public enum Bounds {
    /** A rank or an index. */
    PLACE(0, Integer.MAX_VALUE),
    /** A sort key. */
    ANY(Long.MIN_VALUE, Long.MAX_VALUE);

    private final long least;
    private final long most;

    Bounds(long least, long most) {
      this.least = least;
      this.most = most;
    }

    private boolean contains(long number) {
      return number >= least && number <= most;
    }
  }

  /** How many items the caller wants at once: 1 … 200, 50 by default. */
  public static int limit(Request request) {
    return request
        .query("limit")
        .map(text -> {
          if (text.matches("\\d{1,9}")
              && Integer.parseInt(text) >= 1
              && Integer.parseInt(text) <= 200) {
            return Integer.parseInt(text);
          }
          throw Problem.invalid(
                  "limit", Phrase.of("limit.range", "This must be a whole number from 1 to 200."))
              .thrown();
        })
        .orElse(50);
  }
}
