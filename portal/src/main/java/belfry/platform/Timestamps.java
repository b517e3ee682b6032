package belfry.platform;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Reads both forms of time that the platform writes: with {@code Z} and with an offset. */
final class Timestamps {
  private Timestamps() {}

  /** The epoch when the text is no time: older than anything we ask about. */
  static Instant read(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException _) {
      return Instant.EPOCH;
    }
  }
}
