package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.RetryAfter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;

/** {@code /v1/messages} (platform-api.md 4). */
public final class MessagesApi {
  /** Refused for good: the recipient or the text is at fault. 408 and others stay unknown. */
  private static final Set<Integer> PERMANENT =
      Set.of(400, 403, 404, 405, 409, 410, 413, 415, 422, 428);

  private final Http http;
  private final Questions questions;
  private final Time time;
  private final PlatformClock clock;

  MessagesApi(Http http, Questions questions, Time time, PlatformClock clock) {
    this.http = http;
    this.questions = questions;
    this.time = time;
    this.clock = clock;
  }

  /**
   * Posts a message, at most once.
   *
   * @param markdown at most 7,439 bytes of UTF-8
   * @param leave asked as the body is about to be written; false holds it back
   */
  public Outcome post(Secret token, Destination to, String markdown, BooleanSupplier leave) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put(field(to), to.id());
    json.put("markdown", markdown);
    var body =
        new Body(
            json.toString().getBytes(StandardCharsets.UTF_8), ContentType.APPLICATION_JSON, leave);
    return outcome(
        http.send("POST", questions.address("messages"), "Bearer " + token.reveal(), body), body);
  }

  /** The same with a file, as a form; where it takes too long, it is broken off before its end. */
  public Outcome post(
      Secret token, Destination to, String markdown, File file, BooleanSupplier leave) {
    var words = ContentType.create("text/plain", StandardCharsets.UTF_8);
    var form =
        MultipartEntityBuilder.create()
            // As browsers do it: names of files are UTF-8 as they are, and nothing says so.
            .setMode(HttpMultipartMode.LEGACY)
            .setContentType(ContentType.create("multipart/form-data"))
            .setCharset(StandardCharsets.UTF_8)
            .addTextBody(field(to), to.id(), words)
            .addTextBody("markdown", markdown, words)
            .addPart("files", new FilePart(file))
            .build();
    var ends = time.nanos() + http.uploadTimeout().toNanos();
    var body = new Body(form, leave, () -> time.nanos() - ends < 0);
    return outcome(
        http.upload(questions.address("messages"), "Bearer " + token.reveal(), body), body);
  }

  private static String field(Destination to) {
    return switch (to) {
      case Destination.Person _ -> "toPersonId";
      case Destination.Room _ -> "roomId";
    };
  }

  /** Whatever was answered: where the body has not left, the platform holds nothing of it. */
  private Outcome outcome(Http.Result result, Body body) {
    return switch (result) {
      case Http.Broken(var released, var why) ->
          released ? new Outcome.Unknown(why) : new Outcome.NotSent(why);
      case Http.Answered answered ->
          switch (outcome(answered)) {
            case Outcome.Unknown(var why, var rest) when !body.released() ->
                new Outcome.NotSent(why, rest);
            case Outcome outcome -> outcome;
          };
    };
  }

  private Outcome outcome(Http.Answered answered) {
    clock.heard(answered.date());
    if (answered.success()) {
      return accepted(answered.json());
    }
    var status = answered.status();
    if (status == 401) {
      return new Outcome.Unauthorized(answered.words());
    }
    if (status == 429 || (status == 423 && answered.retryAfter() != null)) {
      return new Outcome.Throttled(RetryAfter.read(answered.retryAfter(), clock.now()));
    }
    return PERMANENT.contains(status)
        ? new Outcome.Refused(status, answered.words())
        : new Outcome.Unknown(
            "status " + status,
            Optional.ofNullable(answered.retryAfter())
                .map(header -> RetryAfter.read(header, clock.now())));
  }

  private static Outcome accepted(JsonNode json) {
    var id = json.path("id").asText("");
    return id.isEmpty()
        ? new Outcome.Unknown("a success without a message id")
        : new Outcome.Accepted(
            id, json.path("roomId").asText(""), json.path("toPersonEmail").asText(""));
  }

  /**
   * What was written in the 1:1 room with this person, newest first, while {@code further} wants
   * more. No conversation yet is an empty list: the platform answers that with an error whose
   * status no source tells (platform-api.md 4.1).
   */
  public Answer<List<Posted>> direct(Secret token, String personId, Predicate<Posted> further) {
    var posted = new ArrayList<Posted>();
    var answer =
        questions.pages(
            token,
            "messages/direct?personId=" + Questions.encoded(personId),
            json -> collect(json, posted, further));
    return switch (answer) {
      case Answer.Denied<Boolean>(var status, var words) when noConversation(status, words) ->
          new Answer.Got<>(List.of());
      default -> answer.map(_ -> List.copyOf(posted));
    };
  }

  private static boolean noConversation(int status, String words) {
    return status == 404 || words.contains("Failed to get one on one conversation");
  }

  /** What was written in this room before {@code messageId}, newest first. */
  public Answer<List<Posted>> before(
      Secret token, String roomId, String messageId, Predicate<Posted> further) {
    var posted = new ArrayList<Posted>();
    return questions
        .pages(
            token,
            "messages?max=100&roomId="
                + Questions.encoded(roomId)
                + "&beforeMessage="
                + Questions.encoded(messageId),
            json -> collect(json, posted, further))
        .map(_ -> List.copyOf(posted));
  }

  private static boolean collect(JsonNode json, List<Posted> posted, Predicate<Posted> further) {
    for (var item : json.path("items")) {
      var message = posted(item);
      posted.add(message);
      if (!further.test(message)) {
        return false;
      }
    }
    return true;
  }

  private static Posted posted(JsonNode json) {
    return new Posted(
        json.path("id").asText(""),
        json.path("roomId").asText(""),
        json.path("personId").asText(""),
        json.path("markdown").asText(""),
        json.path("text").asText(""),
        json.path("files").size(),
        instant(json));
  }

  private static Instant instant(JsonNode json) {
    return Timestamps.read(json.path("created").asText(""));
  }
}
