package belfry.client;

import java.util.List;
import java.util.Optional;

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

  /** A file that goes with it. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Enclosure(String name, byte[] bytes) {}

  /**
   * When it goes out.
   *
   * @param at like 2026-12-01T09:00, in the zone or with an offset
   * @param zone an IANA name; empty with an offset
   */
  public record When(String at, String zone) {}

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
