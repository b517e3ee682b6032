package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.RetryAfter;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Body;
import belfry.platform.wire.Document;
import belfry.platform.wire.File;
import belfry.platform.wire.FilePart;
import belfry.platform.wire.Http;
import belfry.platform.wire.NoAnswer;
import belfry.platform.wire.PlatformClock;
import belfry.platform.wire.Questions;
import belfry.platform.wire.Response;
import belfry.platform.wire.Timestamps;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;

/** {@code /v1/messages} (platform-api.md 4). */
public final class MessagesApi {
  /** Permanent refusals, caused by the recipient or the text. 408 and others stay unknown. */
  private static final Set<Integer> PERMANENT =
      Set.of(400, 403, 404, 405, 409, 410, 413, 415, 422, 428);

  /** Fields of a message in all sources; an object with none of them is not a message. */
  private static final List<String> SIGNS = List.of("roomId", "personId", "created");

  private static final String CARD = "application/vnd.microsoft.card.adaptive";

  /** Longer than any card we send is made of. */
  private static final int LONGEST_CARD = 100_000;

  private static final String UNREADABLE = "[]";

  private static final String NO_CONVERSATION = "Failed to get one on one conversation";

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
   * @param leave called when the body is about to be written; false holds it back
   */
  public Outcome post(Secret token, Destination to, String markdown, BooleanSupplier leave) {
    return post(token, to, markdown, Optional.empty(), leave);
  }

  /** Posts a message that is shown as an adaptive card, given in JSON, where cards can be. */
  public Outcome post(
      Secret token, Destination to, String markdown, Optional<String> card, BooleanSupplier leave) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put(field(to), value(to));
    json.put("markdown", markdown);
    card.ifPresent(one ->
        json.putArray("attachments")
            .addObject()
            .put("contentType", CARD)
            .putRawValue("content", new RawValue(one)));
    var body =
        new Body(
            json.toString().getBytes(StandardCharsets.UTF_8), ContentType.APPLICATION_JSON, leave);
    var post = new Post(body, to, time.nanos());
    return outcome(
        http.send("POST", questions.address("messages"), "Bearer " + token.reveal(), body), post);
  }

  /** Posts a message with a file, as a form; broken off before its end if it takes too long. */
  public Outcome post(
      Secret token, Destination to, String markdown, File file, BooleanSupplier leave) {
    var words = ContentType.create("text/plain", StandardCharsets.UTF_8);
    var form =
        MultipartEntityBuilder.create()
            // Part headers are written as plain UTF-8.
            .setMode(HttpMultipartMode.LEGACY)
            .setContentType(ContentType.create("multipart/form-data"))
            .setCharset(StandardCharsets.UTF_8)
            .addTextBody(field(to), value(to), words)
            .addTextBody("markdown", markdown, words)
            .addPart(FilePart.of("files", file))
            .build();
    var ends = time.nanos() + http.uploadTimeout().toNanos();
    var body = new Body(form, leave, () -> time.nanos() - ends < 0);
    var post = new Post(body, to, time.nanos());
    return outcome(
        http.upload(questions.address("messages"), "Bearer " + token.reveal(), body), post);
  }

  /**
   * Deletes a message of our own, which may be repeated. Accepted means that it is gone; a message
   * that does not exist is refused with 404.
   *
   * @param leave called when the request is about to be written; false holds it back
   */
  public Outcome delete(Secret token, String messageId, BooleanSupplier leave) {
    if (!leave.getAsBoolean()) {
      return new Outcome.NotSent(Body.TOO_LATE);
    }
    var result = http.send("DELETE", address(messageId), "Bearer " + token.reveal(), null);
    return changed(
        result,
        true,
        answered ->
            answered.status() == 204
                ? new Outcome.Accepted(messageId, Optional.empty(), "")
                : new Outcome.Unreadable(answered.strange().english()));
  }

  /**
   * Replaces the text of a message of our own, which may be repeated; the platform permits ten
   * times, and never for a message with a file or a card.
   *
   * @param room the message's room, which the platform requires
   */
  public Outcome edit(
      Secret token, String messageId, SpaceId room, String markdown, BooleanSupplier leave) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("roomId", room.value());
    json.put("markdown", markdown);
    var body =
        new Body(
            json.toString().getBytes(StandardCharsets.UTF_8), ContentType.APPLICATION_JSON, leave);
    var result = http.send("PUT", address(messageId), "Bearer " + token.reveal(), body);
    return changed(result, body.released(), answered -> edited(answered, messageId));
  }

  /** A success counts only if it is this message. */
  private static Outcome edited(Http.Answered answered, String messageId) {
    try {
      var json = new Document(answered.json());
      if (PlatformId.compare(json.required("id"), messageId) == Likeness.OTHER) {
        throw new Document.Unexpected(NoAnswer.NO_MESSAGE);
      }
      return new Outcome.Accepted(
          messageId,
          SpaceId.parse(json.optional("roomId")),
          "",
          Optional.empty(),
          author(json),
          shown(json),
          Optional.empty());
    } catch (Document.Unexpected e) {
      return new Outcome.Unreadable(answered.strange(e.what()).english());
    }
  }

  /** One message of our own, as it is shown now. */
  public Response<Posted> one(Secret token, String messageId) {
    return questions.getFresh(token, path(messageId), this::posted);
  }

  private URI address(String messageId) {
    return questions.address(path(messageId));
  }

  private static String path(String messageId) {
    return "messages/" + Questions.encoded(messageId);
  }

  private Outcome changed(
      Http.Result result, boolean released, Function<Http.Answered, Outcome> success) {
    return switch (result) {
      case Http.Broken(var left, var why) ->
          left || released
              ? new Outcome.Unknown(why.english())
              : new Outcome.NotSent(why.english());
      case Http.Answered answered when answered.success() -> {
        clock.heard(answered.date());
        yield success.apply(answered);
      }
      case Http.Answered answered -> refused(answered);
    };
  }

  private static String field(Destination to) {
    return switch (to) {
      case Destination.Person(var id) -> id.address().isEmpty() ? "toPersonId" : "toPersonEmail";
      case Destination.Space _ -> "roomId";
    };
  }

  private static String value(Destination to) {
    return to instanceof Destination.Person(var id)
        ? id.address().orElse(id.value())
        : to.id().value();
  }

  /** Under another address than the one asked for, only the platform's record can show it. */
  private static boolean isAnothers(String reached, Destination to) {
    return (to instanceof Destination.Person(var id) && id.address().isPresent())
        ? !reached.strip().equalsIgnoreCase(value(to).strip())
        : PlatformId.compare(reached, value(to)) == Likeness.OTHER;
  }

  /** Whatever the answer: if the body has not left, the platform does not hold the message. */
  private Outcome outcome(Http.Result result, Post post) {
    return switch (result) {
      case Http.Broken(var released, var why) ->
          released ? new Outcome.Unknown(why.english()) : new Outcome.NotSent(why.english());
      case Http.Answered answered ->
          switch (outcome(answered, post)) {
            case Outcome.Unknown(var why, var rest) when !post.body.released() ->
                new Outcome.NotSent(why, rest);
            case Outcome.Unreadable(var why, _) when !post.body.released() ->
                new Outcome.NotSent(why);
            case Outcome outcome -> outcome;
          };
    };
  }

  private Outcome outcome(Http.Answered answered, Post post) {
    return answered.success() ? accepted(answered, post) : refused(answered);
  }

  private Outcome refused(Http.Answered answered) {
    var status = answered.status();
    if (status == 429 || (status == 423 && answered.retryAfter() != null)) {
      return new Outcome.Throttled(RetryAfter.asked(answered.retryAfter(), clock.now()));
    }
    if (status >= 500) {
      return new Outcome.Unknown(
          NoAnswer.STATUS.with("status", status).english(),
          RetryAfter.asked(answered.retryAfter(), clock.now()));
    }
    if (!answered.isPlatformsError()) {
      return new Outcome.Unreadable(answered.strange().english());
    }
    if (status == 401) {
      return new Outcome.Unauthorized(answered.description());
    }
    return PERMANENT.contains(status)
        ? new Outcome.Refused(status, answered.description())
        : new Outcome.Unknown(NoAnswer.STATUS.with("status", status).english());
  }

  /**
   * An attempt.
   *
   * @param began when it began, on our monotonic clock
   */
  private record Post(Body body, Destination to, long began) {}

  /** A gateway may answer with a cached earlier message without having forwarded this one. */
  private boolean isOlder(Instant created, Post post) {
    return created.isBefore(clock.dating(post.began).possible());
  }

  /**
   * A success counts only if it is this message, with the right addressee. Who wrote it, and in
   * what words, is for whoever knows the bot and the words to judge.
   */
  private Outcome accepted(Http.Answered answered, Post post) {
    var id = "";
    try {
      var json = new Document(answered.json());
      id = json.required("id");
      if (SIGNS.stream().noneMatch(json::has)) {
        throw new Document.Unexpected(NoAnswer.NO_MESSAGE);
      }
      var reached = json.optional(field(post.to));
      if (!reached.isEmpty() && isAnothers(reached, post.to)) {
        throw new Document.Unexpected(NoAnswer.TO_SOMEBODY_ELSE);
      }
      clock.heard(answered.date());
      var created = Timestamps.read(json.json().path("created"));
      if (created.flatMap(clock::read).filter(at -> isOlder(at, post)).isPresent()) {
        throw new Document.Unexpected(NoAnswer.OLDER_MESSAGE);
      }
      created.ifPresent(clock::stamped);
      return new Outcome.Accepted(
          id,
          SpaceId.parse(json.optional("roomId")),
          json.optional("toPersonEmail"),
          PersonId.parse(json.optional("toPersonId")),
          author(json),
          shown(json),
          created.flatMap(clock::read));
    } catch (Document.Unexpected e) {
      return new Outcome.Unreadable(answered.strange(e.what()).english(), id);
    }
  }

  private static PersonRef author(Document json) {
    return PersonRef.of(json.optional("personId"), json.optional("personEmail"));
  }

  /**
   * The messages in the 1:1 room with this person, normally newest first, as long as {@code
   * further} wants more pages. If there is no conversation yet, the list is empty; the platform
   * reports this with an error whose status no source specifies (platform-api.md 4.1).
   */
  public Response<List<Posted>> direct(
      Secret token, PersonRef person, Predicate<List<Posted>> further) {
    var posted = new ArrayList<Posted>();
    var who =
        person
            .id()
            .map(id -> "personId=" + Questions.encoded(id.value()))
            .orElseGet(() -> "personEmail=" + Questions.encoded(person.email()));
    var answer =
        questions.freshPages(
            token, "messages/direct?" + who, page -> collect(page, posted, further));
    return switch (answer) {
      case Response.Absent<Boolean> _ -> new Response.Got<>(List.of());
      case Response.Denied<Boolean>(var _, var words) when words.contains(NO_CONVERSATION) ->
          new Response.Got<>(List.of());
      default -> answer.map(_ -> List.copyOf(posted));
    };
  }

  /** The messages in this room, likewise. */
  public Response<List<Posted>> in(Secret token, SpaceId room, Predicate<List<Posted>> further) {
    return room(token, "messages?max=100&roomId=" + Questions.encoded(room.value()), further);
  }

  /** The messages in this room before {@code messageId}, likewise. */
  public Response<List<Posted>> before(
      Secret token, SpaceId room, String messageId, Predicate<List<Posted>> further) {
    return room(
        token,
        "messages?max=100&roomId="
            + Questions.encoded(room.value())
            + "&beforeMessage="
            + Questions.encoded(messageId),
        further);
  }

  private Response<List<Posted>> room(
      Secret token, String question, Predicate<List<Posted>> further) {
    var posted = new ArrayList<Posted>();
    return questions
        .freshPages(token, question, page -> collect(page, posted, further))
        .map(_ -> List.copyOf(posted));
  }

  private boolean collect(Document page, List<Posted> posted, Predicate<List<Posted>> further) {
    page.list("items").forEach(item -> posted.add(posted(item)));
    return further.test(posted);
  }

  private Posted posted(Document json) {
    return new Posted(
        json.optional("id"),
        SpaceId.parse(json.optional("roomId")),
        author(json),
        PersonRef.of(json.optional("toPersonId"), json.optional("toPersonEmail")),
        shown(json),
        Timestamps.read(json.json().path("created")).flatMap(clock::read));
  }

  private static ShownContent shown(Document json) {
    return new ShownContent(
        json.optional("markdown"),
        json.optional("text"),
        json.optional("html"),
        json.size("files"),
        !json.has("errors"),
        card(json.json().path("attachments")));
  }

  /** What is not one card is shown as it is, and so is no card. */
  private static String card(JsonNode attachments) {
    if (attachments.isMissingNode() || attachments.isNull() || attachments.isEmpty()) {
      return "";
    }
    var one = attachments.path(0);
    var isCard = attachments.size() == 1 && one.path("contentType").asText().equals(CARD);
    var card = (isCard ? one.path("content") : attachments).toString().replace("\0", "");
    return card.length() > LONGEST_CARD ? UNREADABLE : card;
  }
}
