package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.webhooks.Letters;
import belfry.simulator.webhooks.Webhook;
import belfry.simulator.webhooks.Webhooks;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /v1/webhooks}: platform-api.md 7.2. */
final class WebhooksApi {
  private final Webhooks webhooks;
  private final Letters letters;

  WebhooksApi(Platform platform) {
    webhooks = platform.webhooks();
    letters = new Letters(platform.directory());
  }

  void addTo(Routes routes) {
    routes.on(Operation.WEBHOOKS_LIST, this::list);
    routes.on(Operation.WEBHOOKS_CREATE, this::create);
    routes.on(Operation.WEBHOOKS_GET, it -> view(required(it)));
    routes.on(Operation.WEBHOOKS_EDIT, this::edit);
    routes.on(Operation.WEBHOOKS_DELETE, this::delete);
  }

  private Answer.Full list(Exchange exchange) {
    var stretch = Paging.stretch(exchange);
    var found =
        webhooks.of(exchange.principal()).stream()
            .skip(stretch.from())
            .limit(stretch.look())
            .toList();
    return Paging.page(exchange.call(), stretch, found, letters::write);
  }

  /** Whoever asks to be told of something must be allowed to read it. */
  private Answer.Full create(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var fields = exchange.call().fields();
    var wish =
        new Webhook.Wish(
            required(fields, "resource"), required(fields, "event"), fields.get("filter"));
    var address = address(fields, fields.get("secret"));
    if (!webhooks.isPossible(wish)) {
      throw new Problem(
          400,
          "There are webhooks here for messages (created, updated, deleted), attachmentActions"
              + " (created) and all, filtered by roomId, roomType, personId, personEmail and"
              + " mentionedPeople=me.");
    }
    return view(webhooks.create(exchange.principal(), wish, address));
  }

  /** "PUT can change name, targetUrl, secret, status=active only"; the first two are required. */
  private Answer.Full edit(Exchange exchange) {
    var webhook = required(exchange);
    var fields = exchange.call().fields();
    var status = fields.get("status");
    if (status != null && !status.equals("active")) {
      throw new Problem(400, "The status of a webhook can only be set to active.");
    }
    var address = address(fields, fields.getOrDefault("secret", webhook.address().secret()));
    return webhooks
        .change(webhook, address, status != null)
        .map(this::view)
        .orElseThrow(WebhooksApi::notFound);
  }

  private Answer.Full delete(Exchange exchange) {
    webhooks.delete(required(exchange));
    return Answer.noContent();
  }

  private Answer.Full view(Webhook webhook) {
    return Json.answer(200, json -> letters.write(json, webhook));
  }

  private Webhook required(Exchange exchange) {
    return webhooks
        .byId(exchange.call().part("id"), exchange.principal())
        .orElseThrow(WebhooksApi::notFound);
  }

  private static Problem notFound() {
    return new Problem(404, "Could not find a webhook with provided ID.");
  }

  private static Webhook.Address address(Map<String, String> fields, @Nullable String secret) {
    var name = required(fields, "name");
    return new Webhook.Address(name, target(required(fields, "targetUrl")), secret);
  }

  private static String required(Map<String, String> fields, String name) {
    var value = fields.getOrDefault(name, "");
    if (value.isBlank()) {
      throw new Problem(400, name + " is required.");
    }
    return value;
  }

  private static URI target(String url) {
    try {
      var target = URI.create(url);
      if (target.getHost() != null && List.of("http", "https").contains(target.getScheme())) {
        return target;
      }
    } catch (IllegalArgumentException e) {
      // Said below, like everything that is no address.
    }
    throw new Problem(400, "targetUrl must be an address of http or https.");
  }
}
