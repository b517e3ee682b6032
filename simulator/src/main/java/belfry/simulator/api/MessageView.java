package belfry.simulator.api;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** A message as JSON; fields without a value are left out: platform-api.md 4.1. */
final class MessageView {
  private final Directory directory;

  MessageView(Directory directory) {
    this.directory = directory;
  }

  /** What a POST answers: the addressee by as many names as it was asked by, none for a room. */
  Answer.Full posted(Message message, MessageForm form, Call call) {
    return Json.answer(
        200,
        json -> {
          write(json, message, call.base());
          if (form.roomId() == null && message.room() instanceof Room.Direct direct) {
            var other = direct.other(message.author());
            json.writeStringField("toPersonId", directory.id(other));
            if (form.toPersonEmail() != null) {
              json.writeStringField("toPersonEmail", directory.email(other));
            }
          }
        });
  }

  Answer.Full one(Message message, Call call) {
    return Json.answer(200, json -> write(json, message, call.base()));
  }

  Answer.Full many(List<Message> messages, Call call) {
    return Json.answer(
        200,
        json ->
            Json.array(json, "items", messages, (it, message) -> write(it, message, call.base())));
  }

  private void write(JsonGenerator json, Message message, String base) throws IOException {
    var words = message.words();
    json.writeStringField("id", message.id());
    json.writeStringField("roomId", message.room().id(directory.ids()));
    json.writeStringField("roomType", message.room() instanceof Room.Direct ? "direct" : "group");
    if (!words.text().isEmpty()) {
      json.writeStringField("text", words.text());
    }
    if (words.content().markdown() != null) {
      json.writeStringField("markdown", words.content().markdown());
      json.writeStringField("html", words.html());
    }
    if (message.parentId() != null) {
      json.writeStringField("parentId", message.parentId());
    }
    attached(json, message, base);
    json.writeStringField("personId", directory.id(message.author()));
    json.writeStringField("personEmail", directory.email(message.author()));
    mentions(json, message);
    json.writeStringField("created", Times.written(message.created()));
    if (message.updated() != null) {
      json.writeStringField("updated", Times.written(message.updated()));
    }
  }

  private static void attached(JsonGenerator json, Message message, String base)
      throws IOException {
    var content = message.words().content();
    if (!content.files().isEmpty()) {
      json.writeArrayFieldStart("files");
      json.writeString(base + "/v1/contents/" + ContentsApi.id(message));
      json.writeEndArray();
    }
    if (content.card() != null) {
      json.writeFieldName("attachments");
      json.writeRawValue("[" + content.card() + "]");
    }
  }

  private void mentions(JsonGenerator json, Message message) throws IOException {
    var mentions = message.words().mentions();
    if (!mentions.ids().isEmpty() || !mentions.emails().isEmpty()) {
      var byEmail =
          mentions.emails().stream()
              .flatMap(it -> directory.principalByEmail(it).stream())
              .map((Principal it) -> directory.id(it));
      json.writeArrayFieldStart("mentionedPeople");
      for (var id : Stream.concat(mentions.ids().stream(), byEmail).distinct().toList()) {
        json.writeString(id);
      }
      json.writeEndArray();
    }
    if (mentions.all()) {
      json.writeArrayFieldStart("mentionedGroups");
      json.writeString("all");
      json.writeEndArray();
    }
  }
}
