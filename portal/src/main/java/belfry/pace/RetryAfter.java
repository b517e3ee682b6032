package belfry.pace;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Retry-After} in every form that has been seen, including defective ones
 * (platform-api.md 8).
 */
public final class RetryAfter {
  static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest rest, whatever was asked for. */
  public static final Duration LONGEST = Duration.ofHours(1);

  private RetryAfter() {}

  /**
   * How long to rest: whole seconds or an HTTP date (RFC 9110, 10.2.3), clamped to 1 s … 1 h; empty
   * if the header is missing, zero, negative or nonsense ({@link UnsaidRest}).
   *
   * @param now the platform's clock, which a date is counted from
   */
  public static Optional<Duration> asked(@Nullable String header, Instant now) {
    if (header == null) {
      return Optional.empty();
    }
    var rest = seconds(header.strip(), now);
    if (!rest.isPositive()) {
      return Optional.empty();
    }
    if (rest.compareTo(LONGEST) > 0) {
      return Optional.of(LONGEST);
    }
    return Optional.of(rest.compareTo(SHORTEST) < 0 ? SHORTEST : rest);
  }

  private static Duration seconds(String text, Instant now) {
    if (text.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    if (text.matches("\\d{10,}")) {
      return LONGEST;
    }
    try {
      var until = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
      return Duration.between(now, until);
    } catch (DateTimeException _) {
      return Duration.ZERO;
    }
  }
}
