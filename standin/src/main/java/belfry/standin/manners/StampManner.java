package belfry.standin.manners;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;

/** How {@code created} is written; settled for each message. */
public enum StampManner implements Manner {
  CREATED_BASIC_OFFSET("with +0000 for the zone", as("yyyy-MM-dd'T'HH:mm:ss.SSS'+0000'")),
  CREATED_COLON_OFFSET("with +00:00 and without milliseconds", as("yyyy-MM-dd'T'HH:mm:ss'+00:00'")),
  CREATED_WITH_SPACE("with a blank between day and time", as("yyyy-MM-dd HH:mm:ss.SSS'Z'")),
  CREATED_LOCAL_TIME(
      "without a zone, nine hours ahead",
      time -> text("yyyy-MM-dd'T'HH:mm:ss.SSS", time.plusSeconds(9 * 3600L))),
  CREATED_EPOCH_MILLIS(
      "as a number of milliseconds since 1970", time -> LongNode.valueOf(time.toEpochMilli())),
  CREATED_EPOCH_SECONDS(
      "as a number of seconds since 1970", time -> LongNode.valueOf(time.getEpochSecond())),
  CREATED_MICROS("with microseconds", as("yyyy-MM-dd'T'HH:mm:ss.SSS'417Z'")),
  CREATED_NANOS("with nanoseconds", as("yyyy-MM-dd'T'HH:mm:ss.SSS'417209Z'")),
  CREATED_HTTP_DATE("as in a Date header", as("EEE, dd MMM yyyy HH:mm:ss 'GMT'")),
  CREATED_NULL("as null", _ -> NullNode.getInstance()),
  CREATED_GARBAGE("as words", _ -> TextNode.valueOf("a moment ago"));

  private final String says;

  // A function without a state of its own.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Instant, JsonNode> form;

  StampManner(String says, Function<Instant, JsonNode> form) {
    this.says = says;
    this.form = form;
  }

  /** As the live service writes times. */
  public static String usualForm(Instant time) {
    return text("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", time).asText();
  }

  private static Function<Instant, JsonNode> as(String pattern) {
    return time -> text(pattern, time);
  }

  private static JsonNode text(String pattern, Instant time) {
    var format = DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC);
    return TextNode.valueOf(format.format(time));
  }

  public JsonNode write(Instant time) {
    return form.apply(time);
  }

  @Override
  public String says() {
    return says;
  }
}
