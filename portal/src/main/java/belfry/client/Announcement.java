package belfry.client;

import belfry.base.WallClock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is to be sent, as it was given on the command line.
 *
 * @param markdown the text
 * @param from the option that gave the text, for messages about it
 * @param to who gets it: an address, group:NAME, space:ID, saved:NAME or everyone
 * @param except who does not, likewise
 * @param outside whether it also goes to addresses that are not found in the organization
 * @param urgent why it is also sent during quiet hours; empty if it waits
 */
public record Announcement(
    String markdown,
    String from,
    List<String> to,
    List<String> except,
    boolean outside,
    Optional<Enclosure> file,
    Optional<When> when,
    String urgent) {

  /** With line ends of one kind and without a byte order mark, as the portal keeps it. */
  public Announcement {
    markdown =
        (markdown.startsWith("\uFEFF") ? markdown.substring(1) : markdown)
            .replace("\r\n", "\n")
            .replace('\r', '\n');
  }

  /** A file that goes with it. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Enclosure(String name, byte[] bytes) {}

  /**
   * When it goes out.
   *
   * @param at like 2026-12-01T09:00, in the zone or with an offset
   * @param zone an IANA name; empty with an offset
   */
  public record When(String at, String zone) {
    /** As it was given; only the portal says whether it can be then. */
    public static When read(String at, String zone) {
      if (!zone.isEmpty() && WallClock.zone(zone).isEmpty()) {
        throw Stop.mistake("--zone", "'%s' is not a time zone, like Europe/Madrid".formatted(zone));
      }
      if (!isRead(at, OffsetDateTime::parse)) {
        if (!isRead(at, LocalDateTime::parse)) {
          throw Stop.mistake(
              "--at",
              "'%s' is not a date and time. Write it like 2026-12-01T09:00 with --zone Europe/Madrid, or like 2026-12-01T09:00+01:00"
                  .formatted(at));
        }
        if (zone.isEmpty()) {
          throw Stop.mistake("--zone", "say where it is %s: --zone Europe/Madrid".formatted(at));
        }
      }
      return new When(at, zone);
    }

    /** That the clocks there skip this time, or show it twice, and when it begins then. */
    Optional<String> said(Instant begins) {
      if (!isRead(at, LocalDateTime::parse)) {
        return Optional.empty();
      }
      var place = ZoneId.of(zone);
      var local = LocalDateTime.parse(at);
      var there = begins.atZone(place).toOffsetDateTime();
      var offsets = place.getRules().getValidOffsets(local);
      return switch (offsets.size()) {
        case 0 ->
            Optional.of(
                "%s does not exist in %s, where clocks are put forward: it begins at %s"
                    .formatted(at, zone, there));
        case 1 -> Optional.empty();
        default ->
            Optional.of(
                "%s comes twice in %s, where clocks are put back: it begins the %s time, at %s"
                    .formatted(
                        at,
                        zone,
                        there.getOffset().equals(offsets.getFirst()) ? "first" : "second",
                        there));
      };
    }

    private static boolean isRead(String text, Function<String, ?> reader) {
      try {
        var _ = reader.apply(text);
        return true;
      } catch (DateTimeException _) {
        return false;
      }
    }
  }

  /** The option, with its value, that a field of the API stands for. */
  String option(String field) {
    var place = field.indexOf('[');
    if (place > 0 && field.indexOf(']') > place) {
      var index = Integer.parseInt(field.substring(place + 1, field.indexOf(']')));
      var values = field.startsWith("except") ? except : to;
      if (index < values.size()) {
        return (field.startsWith("except") ? "--except " : "--to ") + values.get(index);
      }
    }
    return switch (field) {
      case "markdown" -> from;
      case "audience", "recipients" -> "--to";
      case "except" -> "--except";
      case "attachment", "file", "name" -> "--attach";
      case "at" -> "--at";
      case "zone" -> "--zone";
      case "urgentReason" -> "--urgent";
      case "Idempotency-Key", "requestId" -> "--idempotency-key";
      default -> field;
    };
  }
}
