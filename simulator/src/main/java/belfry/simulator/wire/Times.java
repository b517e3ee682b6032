package belfry.simulator.wire;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;

/** Moments as the platform writes them: always with milliseconds and a Z. */
public final class Times {
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Times() {}

  public static String written(Instant moment) {
    return MILLIS.format(moment);
  }

  public static Instant read(String moment) {
    try {
      return OffsetDateTime.parse(moment).toInstant();
    } catch (DateTimeParseException e) {
      throw new Problem(400, "Expect an ISO 8601 date and time: " + moment);
    }
  }
}
