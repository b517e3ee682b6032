package belfry.simulator.manners;

import belfry.simulator.directory.Ids;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What becomes of one message or room: author and stamps; words are for {@link Contents}. */
final class Items {
  private static final List<String> STAMPS = List.of("created", "updated", "lastActivity");
  private static final DateTimeFormatter LOCAL = format("yyyy-MM-dd'T'HH:mm:ss.SSS");
  private static final DateTimeFormatter PLUS_0000 = format("yyyy-MM-dd'T'HH:mm:ss.SSS'+0000'");
  private static final DateTimeFormatter SPACED = format("yyyy-MM-dd HH:mm:ss.SSS'Z'");

  private final Contents contents;

  Items(Surroundings surroundings) {
    contents = new Contents(surroundings.directory());
  }

  /** Says whether anything was changed. */
  boolean change(Habit habit, ObjectNode item) {
    return switch (habit.manner()) {
      case AUTHOR_PADDED -> author(item, it -> it + "=".repeat((4 - it.length() % 4) % 4));
      case AUTHOR_BARE -> author(item, it -> Ids.name("PEOPLE", it).orElse(it));
      case AUTHOR_BY_EMAIL -> item.remove("personId") != null;
      case STAMPS_OFF -> stamps(item, it -> text(Times.written(it.plusSeconds(habit.number()))));
      case CREATED_PLUS_0000 -> stamps(item, it -> text(PLUS_0000.format(it)));
      case CREATED_SPACED -> stamps(item, it -> text(SPACED.format(it)));
      case CREATED_LOCAL ->
          stamps(item, it -> text(LOCAL.format(it.plusSeconds(habit.number() * 3_600))));
      case CREATED_MILLIS -> stamps(item, it -> LongNode.valueOf(it.toEpochMilli()));
      case LAST_ACTIVITY_MISSING -> item.remove("lastActivity") != null;
      case LAST_ACTIVITY_NONSENSE -> item.replace("lastActivity", text("a while ago")) != null;
      default -> contents.change(habit.manner(), item);
    };
  }

  private static boolean author(ObjectNode item, UnaryOperator<String> change) {
    var id = item.path("personId").asText();
    var changed = change.apply(id);
    item.put("personId", changed);
    return !changed.equals(id);
  }

  /** What another manner has written in a form of its own stays as it is. */
  private static boolean stamps(ObjectNode item, Function<Instant, JsonNode> change) {
    var changed = false;
    for (var field : STAMPS) {
      var stamp = read(item.path(field).asText());
      if (stamp.isPresent()) {
        item.set(field, change.apply(stamp.get()));
        changed = true;
      }
    }
    return changed;
  }

  private static Optional<Instant> read(String stamp) {
    try {
      return Optional.of(Instant.parse(stamp));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static TextNode text(String words) {
    return TextNode.valueOf(words);
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }
}
