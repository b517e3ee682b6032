package belfry.simulator.webhooks;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.News;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;

/** Webhooks and what they tell, as JSON: ids only, the content is fetched by id. */
public final class Letters {
  private final Directory directory;

  public Letters(Directory directory) {
    this.directory = directory;
  }

  /** A webhook as the API shows it to its owner. */
  public void write(JsonGenerator json, Webhook webhook) throws IOException {
    head(json, webhook, webhook.wish().resource(), webhook.wish().event());
    json.writeStringField("targetUrl", webhook.address().target().toString());
    if (webhook.address().secret() != null) {
      json.writeStringField("secret", webhook.address().secret());
    }
  }

  /** What is sent to a webhook when something happened. */
  byte[] letter(Webhook webhook, News news) {
    return letter(webhook, news, subject(news));
  }

  /** The id of what news is about. */
  static String subject(News news) {
    return news instanceof News.Pressed(var action) ? action.id() : news.message().id();
  }

  /** The same about something that never happened. */
  byte[] forged(Webhook webhook, News news) {
    var type = news instanceof News.Pressed ? "ATTACHMENT_ACTION" : "MESSAGE";
    return letter(webhook, news, Ids.encoded(type, UUID.randomUUID().toString()));
  }

  private byte[] letter(Webhook webhook, News news, String id) {
    var topic = Topic.of(news);
    return Json.bytes(json -> {
      head(json, webhook, topic.resource(), topic.event());
      json.writeStringField("actorId", directory.id(news.actor()));
      json.writeObjectFieldStart("data");
      if (news instanceof News.Pressed(var action)) {
        json.writeStringField("id", id);
        json.writeStringField("type", "submit");
        json.writeStringField("messageId", action.message().id());
        common(json, news, action.created());
      } else {
        json.writeStringField("id", id);
        json.writeStringField("personEmail", directory.email(news.actor()));
        common(json, news, news.message().created());
      }
      json.writeEndObject();
    });
  }

  private void common(JsonGenerator json, News news, Instant created) throws IOException {
    Message message = news.message();
    json.writeStringField("roomId", message.room().id(directory.ids()));
    json.writeStringField("roomType", message.room() instanceof Room.Direct ? "direct" : "group");
    json.writeStringField("personId", directory.id(news.actor()));
    json.writeStringField("created", Times.written(created));
  }

  private void head(JsonGenerator json, Webhook webhook, String resource, String event)
      throws IOException {
    json.writeStringField("id", webhook.id());
    json.writeStringField("name", webhook.address().name());
    json.writeStringField("resource", resource);
    json.writeStringField("event", event);
    if (webhook.wish().filter() != null) {
      json.writeStringField("filter", webhook.wish().filter());
    }
    json.writeStringField("orgId", directory.organizationId());
    json.writeStringField("createdBy", directory.id(webhook.owner()));
    json.writeStringField(
        "appId", Ids.encoded("APPLICATION", directory.uuid(webhook.owner()).toString()));
    json.writeStringField("ownedBy", "creator");
    json.writeStringField("status", webhook.active() ? "active" : "inactive");
    json.writeStringField("created", Times.written(webhook.created()));
  }
}
