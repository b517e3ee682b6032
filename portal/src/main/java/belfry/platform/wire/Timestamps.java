package belfry.platform.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a time in every form in which platforms write one: ISO 8601 in its variants, or a count.
 */
public final class Timestamps {
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[XXX][XX][X]")
          .toFormatter();
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss[XXX][XX][X]");

  private static final Pattern COUNT = Pattern.compile("\\d{9,19}");
  private static final Pattern SPACE_FOR_T = Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d) +(?=\\d)");
  private static final Pattern ZONE_BY_NAME = Pattern.compile(" *(UTC|GMT)$");
  private static final Pattern SPACE_BEFORE_OFFSET = Pattern.compile(" +(?=[+-]\\d)");

  /** Counts in different units do not overlap for any time in this century. */
  private static final long FIRST_SECONDS = 900_000_000L;

  /** Later times cannot be distinguished in every unit. */
  private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

  private static final long FIRST_MILLIS = FIRST_SECONDS * 1_000;
  private static final long FIRST_MICROS = FIRST_MILLIS * 1_000;
  private static final long FIRST_NANOS = FIRST_MICROS * 1_000;

  private Timestamps() {}

  /**
   * A time as written.
   *
   * @param at the moment; a time without a zone is read as UTC
   */
  public record Stamp(Instant at, boolean zoned) {}

  /** Reads a time; empty if it cannot be read, or is not of this age. */
  public static Optional<Stamp> read(JsonNode json) {
    return anyTime(json).filter(stamp -> isOfThisAge(stamp.at()));
  }

  private static boolean isOfThisAge(Instant at) {
    return at.isAfter(Instant.EPOCH) && at.isBefore(END);
  }

  private static Optional<Stamp> anyTime(JsonNode json) {
    if (json.isIntegralNumber()) {
      return count(json.longValue());
    }
    var text = json.isTextual() ? json.textValue().strip() : "";
    return COUNT.matcher(text).matches() ? count(Long.parseLong(text)) : written(text);
  }

  private static Optional<Stamp> count(long count) {
    if (count < FIRST_SECONDS) {
      return Optional.empty();
    }
    if (count < FIRST_MILLIS) {
      return Optional.of(new Stamp(Instant.ofEpochSecond(count), true));
    }
    if (count < FIRST_MICROS) {
      return Optional.of(new Stamp(Instant.ofEpochMilli(count), true));
    }
    var nanos = count < FIRST_NANOS ? 1_000 : 1;
    var second = 1_000_000_000 / nanos;
    return Optional.of(
        new Stamp(Instant.ofEpochSecond(count / second, count % second * nanos), true));
  }

  private static Optional<Stamp> written(String text) {
    var iso = iso(text);
    return parsed(ISO, iso)
        .or(() -> parsed(BASIC, iso))
        .or(() -> parsed(DateTimeFormatter.RFC_1123_DATE_TIME, text));
  }

  /** With the separators of ISO 8601. */
  private static String iso(String text) {
    var dated = SPACE_FOR_T.matcher(text.replace(',', '.')).replaceFirst("$1T");
    var zoned = ZONE_BY_NAME.matcher(dated).replaceFirst("Z");
    return SPACE_BEFORE_OFFSET.matcher(zoned).replaceFirst("");
  }

  private static Optional<Stamp> parsed(DateTimeFormatter form, String text) {
    try {
      TemporalAccessor parts = form.parse(text);
      var zone = parts.query(TemporalQueries.zone());
      var local = LocalDateTime.from(parts);
      return Optional.of(
          new Stamp(
              (zone == null ? local.atZone(ZoneOffset.UTC) : local.atZone(zone)).toInstant(),
              zone != null));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
