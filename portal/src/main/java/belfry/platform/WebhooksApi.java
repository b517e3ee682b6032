package belfry.platform;

import belfry.base.Secret;
import belfry.platform.wire.Document;
import belfry.platform.wire.Questions;
import belfry.platform.wire.Response;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** {@code /v1/webhooks} (platform-api.md 7.2). All of these may be repeated. */
public final class WebhooksApi {
  private final Questions questions;

  WebhooksApi(Questions questions) {
    this.questions = questions;
  }

  /**
   * A request to be told of events.
   *
   * @param name for people
   * @param target where events are posted
   * @param secret what they are signed with; empty in a listing that does not show it
   */
  public record Wish(String name, String target, String resource, String event, Secret secret) {}

  /**
   * A webhook as the platform lists it.
   *
   * @param active false if the platform has given up on it
   */
  public record Webhook(String id, Wish wish, boolean active) {}

  /** All webhooks of the token's owner. */
  public Response<List<Webhook>> list(Secret token) {
    var all = new ArrayList<Webhook>();
    return questions
        .freshPages(
            token,
            "webhooks?max=100",
            page -> page.list("items").stream().map(WebhooksApi::webhook).allMatch(all::add))
        .map(_ -> List.copyOf(all));
  }

  public Response<JsonNode> create(Secret token, Wish wish) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("name", wish.name);
    json.put("targetUrl", wish.target);
    json.put("resource", wish.resource);
    json.put("event", wish.event);
    json.put("secret", wish.secret.reveal());
    return questions.send("POST", token, "webhooks", bytes(json));
  }

  /** Gives a webhook this name, target and secret, and makes it active again. */
  public Response<JsonNode> mend(Secret token, String id, Wish wish) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("name", wish.name);
    json.put("targetUrl", wish.target);
    json.put("secret", wish.secret.reveal());
    json.put("status", "active");
    return questions.send("PUT", token, "webhooks/" + Questions.encoded(id), bytes(json));
  }

  public Response<JsonNode> delete(Secret token, String id) {
    return questions.send("DELETE", token, "webhooks/" + Questions.encoded(id), new byte[0]);
  }

  private static byte[] bytes(JsonNode json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Webhook webhook(Document json) {
    return new Webhook(
        json.required("id"),
        new Wish(
            json.optional("name"),
            json.optional("targetUrl"),
            json.optional("resource"),
            json.optional("event"),
            new Secret(json.optional("secret"))),
        !json.optional("status").equals("inactive"));
  }
}
