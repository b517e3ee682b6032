package belfry.web;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.IntStream;

/** A place in a list as callers carry it: opaque to them, numbers to us. */
final class Cursor {
  private Cursor() {}

  static String write(long... numbers) {
    var text = String.join(" ", Arrays.stream(numbers).mapToObj(Long::toString).toList());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * The numbers of the request's cursor; empty when it has none.
   *
   * @param most what each may be at most; none is negative
   * @throws Problem.Found 400 when it is not one of ours
   */
  static Optional<long[]> read(Request request, long... most) {
    return request
        .query("cursor")
        .filter(text -> !text.isEmpty())
        .map(text -> {
          try {
            var plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII);
            var parts = Arrays.stream(plain.split(" ", -1)).mapToLong(Long::parseLong).toArray();
            if (fits(parts, most)) {
              return parts;
            }
          } catch (IllegalArgumentException _) {
            // Said below.
          }
          throw Problem.invalid("cursor", "This is no cursor of this list. Begin without one.")
              .thrown();
        });
  }

  private static boolean fits(long[] parts, long... most) {
    return parts.length == most.length
        && IntStream.range(0, most.length).allMatch(i -> parts[i] >= 0 && parts[i] <= most[i]);
  }

  /** How many the caller wants at once: 1 … 200, 50 where they do not say. */
  static int limit(Request request) {
    return request
        .query("limit")
        .map(text -> {
          if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= 1) {
            return Math.min(Integer.parseInt(text), 200);
          }
          throw Problem.invalid("limit", "This must be a whole number from 1 to 200.").thrown();
        })
        .orElse(50);
  }
}
