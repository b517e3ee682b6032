package belfry.platform;

import belfry.base.Secret;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Document;
import belfry.platform.wire.NoAnswer;
import belfry.platform.wire.PlatformClock;
import belfry.platform.wire.Questions;
import belfry.platform.wire.Response;
import belfry.platform.wire.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What people write to a bot and press in its cards: {@code /v1/messages}, {@code
 * /v1/attachment/actions} and the list of conversations (platform-api.md 4.2 and 5).
 */
public final class AnswersApi {
  /** Longer than anything a form of a card sends. */
  private static final int LONGEST_INPUTS = 20_000;

  private final Questions questions;
  private final PlatformClock clock;

  AnswersApi(Questions questions, PlatformClock clock) {
    this.questions = questions;
    this.clock = clock;
  }

  /**
   * A message, whoever wrote it.
   *
   * @param author always known, by id or by address
   * @param parent the message whose thread it is in
   * @param whole false if the platform could not read it itself, as without its key
   */
  public record Written(
      String id,
      Optional<SpaceId> room,
      PersonRef author,
      Optional<String> parent,
      String text,
      int files,
      boolean whole,
      Optional<Instant> created) {}

  /**
   * A button that somebody pressed.
   *
   * @param messageId the message with the card
   * @param inputs a JSON object
   */
  public record Press(
      String messageId,
      PersonId person,
      Optional<SpaceId> room,
      String inputs,
      Optional<Instant> created) {}

  /** A 1:1 conversation; its last activity is empty if it could not be read. */
  public record Conversation(SpaceId room, Optional<Instant> activity) {}

  /** One message; absent if it was deleted, or not shown yet. */
  public Response<Written> message(Secret token, String id) {
    return questions.getFresh(
        token,
        "messages/" + Questions.encoded(id),
        json -> {
          var written = written(json);
          if (PlatformId.compare(written.id, id) == Likeness.OTHER) {
            throw new Document.Unexpected(NoAnswer.NO_MESSAGE);
          }
          return written;
        });
  }

  /** One press; absent if its message was deleted. */
  public Response<Press> press(Secret token, String id) {
    return questions.getFresh(
        token, "attachment/actions/" + Questions.encoded(id), json -> press(json, id));
  }

  private Press press(Document json, String id) {
    var inputs = json.json().path("inputs");
    var text = inputs.isObject() ? inputs.toString().replace("\\u0000", "") : "{}";
    if (PlatformId.compare(json.required("id"), id) == Likeness.OTHER
        || text.length() > LONGEST_INPUTS) {
      throw new Document.Unexpected(NoAnswer.NO_MESSAGE);
    }
    return new Press(
        json.required("messageId"),
        new PersonId(json.required("personId")),
        SpaceId.parse(json.optional("roomId")),
        text,
        created(json));
  }

  /** The messages in this conversation, newest first, as long as {@code further} wants more. */
  public Response<List<Written>> in(Secret token, SpaceId room, Predicate<List<Written>> further) {
    var all = new ArrayList<Written>();
    return questions
        .freshPages(
            token,
            "messages?max=50&roomId=" + Questions.encoded(room.value()),
            page -> {
              page.list("items").forEach(item -> all.add(written(item)));
              return further.test(all);
            })
        .map(_ -> List.copyOf(all));
  }

  /**
   * The 1:1 conversations, those that moved last first, as long as {@code further} wants more. With
   * more than 3,000 the order is not reliable.
   */
  public Response<List<Conversation>> conversations(
      Secret token, Predicate<List<Conversation>> further) {
    var all = new ArrayList<Conversation>();
    return questions
        .freshPages(
            token,
            "rooms?type=direct&sortBy=lastactivity&max=1000",
            page -> {
              page.list("items").forEach(item -> all.add(conversation(item)));
              return further.test(all);
            })
        .map(_ -> List.copyOf(all));
  }

  private Conversation conversation(Document json) {
    return new Conversation(
        new SpaceId(json.required("id")),
        Timestamps.read(json.json().path("lastActivity")).flatMap(clock::read));
  }

  private Written written(Document json) {
    var author = PersonRef.of(json.optional("personId"), json.optional("personEmail"));
    if (author.id().isEmpty() && author.email().isEmpty()) {
      throw new Document.Unexpected(NoAnswer.NO_FIELD.with("field", "personId"));
    }
    var parent = json.optional("parentId");
    return new Written(
        json.required("id"),
        SpaceId.parse(json.optional("roomId")),
        author,
        parent.isEmpty() ? Optional.empty() : Optional.of(parent),
        json.optional("text"),
        json.size("files"),
        !json.has("errors"),
        created(json));
  }

  private Optional<Instant> created(Document json) {
    return Timestamps.read(json.json().path("created")).flatMap(clock::read);
  }
}
