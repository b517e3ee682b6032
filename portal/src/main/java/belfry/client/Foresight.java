package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What the portal says beforehand about who gets a message, and who does not and why. */
public final class Foresight {
  /** Whoever is left out on purpose, or only not known yet, is no reason to ask. */
  private static final Set<String> AS_WISHED = Set.of("excluded", "notYetKnown", "unchecked");

  private static final Set<String> OF_VALUES = Set.of("noValue", "tooLong", "noAddress");

  private static final int NAMED = 3;

  private final JsonNode preview;
  private final JsonNode check;
  private final boolean urgent;

  /**
   * @param preview of {@code jobs/preview}
   * @param check of {@code jobs/check}
   * @param urgent whether it goes out in quiet hours too
   */
  Foresight(JsonNode preview, JsonNode check, boolean urgent) {
    this.urgent = urgent;
    this.preview = preview;
    this.check = check;
  }

  /** Whether a group is being read of which nobody is counted yet. */
  static boolean isUncounted(JsonNode preview) {
    return stream(preview.at("/audience/reading"))
        .anyMatch(one -> !one.path("counted").asBoolean());
  }

  /** The groups that are being read, and how far. */
  static String reading(JsonNode preview) {
    return stream(preview.at("/audience/reading"))
        .map(
            one -> "%s (%,d so far)".formatted(one.path("name").asText(), one.path("read").asInt()))
        .collect(Collectors.joining(", ", "Nothing is sent yet. The portal reads who is in: ", ""));
  }

  private JsonNode audience() {
    return preview.path("audience");
  }

  /** How many people at most, and spaces; the portal sends to so many and no others. */
  public long heads() {
    return people() + spaces();
  }

  /** A digest of whom it reaches; a portal of an earlier version says none. */
  Optional<String> whom() {
    return Optional.ofNullable(preview.path("whom").asText(null));
  }

  /** Whom it reaches, in words: {@code 12 people and 1 space}. */
  public String reach() {
    return reach(people(), spaces());
  }

  static String reach(long people, long spaces) {
    var words = counted(spaces, "space", "spaces");
    if (spaces == 0) {
      return people(people);
    }
    return people == 0 ? words : people(people) + " and " + words;
  }

  static String people(long count) {
    return counted(count, "person", "people");
  }

  private static String counted(long count, String one, String more) {
    return "%,d %s".formatted(count, count == 1 ? one : more);
  }

  /** Where there are too many for the preview, the check has looked at each. */
  public long people() {
    var most = counted().path("most").asLong();
    return counted().path("complete").asBoolean() ? most : Math.max(0, most - lacking());
  }

  public long spaces() {
    return counted().path("spaces").asLong();
  }

  private JsonNode counted() {
    return preview.path("reach");
  }

  private long lacking() {
    return leftOut().stream()
        .filter(one -> OF_VALUES.contains(one.why()))
        .mapToLong(LeftOut::count)
        .sum();
  }

  /** Faults because of which it is not sent, with their fields. */
  List<JsonNode> problems() {
    var whyNotUrgent =
        Stream.of(preview.path("urgentProblem")).filter(one -> urgent && one.isObject());
    return Stream.concat(stream(preview.path("problems")), whyNotUrgent).toList();
  }

  /** Whether the portal asks senders to type the number of recipients. */
  private boolean isLarge() {
    return preview.has("typeNumber");
  }

  /** A reason for which some who were chosen do not get it. */
  public record LeftOut(String why, String reason, long count, List<String> first) {
    /** In a line. */
    public String line() {
      var more = count > first.size() ? " and %,d more".formatted(count - first.size()) : "";
      return "%,d: %s (%s%s)".formatted(count, reason, String.join(", ", first), more);
    }
  }

  /** All who were chosen and do not get it, or of whom that is not known yet. */
  public List<LeftOut> leftOut() {
    return stream(check.path("groups"))
        .map(one ->
            new LeftOut(
                one.path("why").asText(),
                one.path("reason").asText(),
                one.path("count").asLong(),
                stream(one.path("first")).map(Foresight::named).toList()))
        .toList();
  }

  private static String named(JsonNode who) {
    var name = who.path("name").asText();
    var email = who.path("email").asText();
    return email.isEmpty() || email.equals(name)
        ? name
        : name.isEmpty() ? email : name + " <" + email + ">";
  }

  /** What is worth knowing and nothing to ask about. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    var duplicates = audience().path("duplicates").asLong();
    if (duplicates > 0) {
      notes.add("%,d were chosen more than once; they get it once".formatted(duplicates));
    }
    some("byAddress", "not found in your organization, and written to at the address itself:")
        .ifPresent(notes::add);
    check
        .path("defaulted")
        .forEach(one ->
            notes.add(
                "%,d have no value for {{%s}} and read '%s'"
                    .formatted(
                        one.path("count").asLong(),
                        one.path("name").asText(),
                        one.path("words").asText())));
    quietUntil().ifPresent(until -> notes.add("quiet hours: it waits until " + until));
    return notes;
  }

  /** When quiet hours are over, if it would start in them. */
  public Optional<String> quietUntil() {
    return Optional.ofNullable(preview.path("quietUntil").asText(null)).filter(_ -> !urgent);
  }

  /** When it starts, if a time was given. */
  public Optional<String> startsAt() {
    return Optional.ofNullable(preview.path("startsAt").asText(null));
  }

  /** What the page would ask the sender about, and which option answers it. */
  public List<String> questions(Consent consent) {
    var questions = new ArrayList<String>();
    if (consent.atMost().isPresent() && heads() > consent.atMost().getAsLong()) {
      questions.add(
          "it would go to %,d, and --at-most says %,d. Look at --to again, or raise --at-most"
              .formatted(heads(), consent.atMost().getAsLong()));
    } else if (consent.atMost().isEmpty() && isLarge()) {
      questions.add(
          "it would go to %,d, which is a large audience here. Say --at-most %d (or more) if that is right"
              .formatted(heads(), heads()));
    }
    if (!consent.yes()) {
      warnings().forEach(one -> questions.add(one + ". Say --yes to send it all the same"));
      if (leftOut().stream().anyMatch(one -> one.why().equals("noAccount"))) {
        questions.add(
            "say --outside to send it to the addresses themselves that were not found in your"
                + " organization");
      }
    }
    return questions;
  }

  private List<String> warnings() {
    var warnings = new ArrayList<String>();
    leftOut().stream()
        .filter(one -> !AS_WISHED.contains(one.why()))
        .forEach(one -> warnings.add("not everybody would get it: " + one.line()));
    check
        .path("unread")
        .forEach(one ->
            warnings.add(
                "%,d lines of the list %s could not be read"
                    .formatted(one.path("count").asLong(), one.path("name").asText())));
    some("nobodyExcluded", "--except: nobody has the address").ifPresent(warnings::add);
    some("stale", "only an older copy is known of who is in").ifPresent(warnings::add);
    some("incomplete", "the directory lists fewer members than it reports of")
        .ifPresent(warnings::add);
    some("unconfirmed", "it is not known whether the bot may post in").ifPresent(warnings::add);
    return warnings;
  }

  private Optional<String> some(String list, String words) {
    var all = audience().path(list);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    var named =
        stream(all)
            .limit(NAMED)
            .map(one -> one.isTextual() ? one.asText() : named(one))
            .collect(Collectors.joining(", "));
    var more = all.size() > NAMED ? " and %,d more".formatted(all.size() - NAMED) : "";
    return Optional.of(words + " " + named + more);
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
