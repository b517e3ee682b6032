package belfry.standin.hooks;

import belfry.standin.answers.Json;
import belfry.standin.answers.Numbers;
import belfry.standin.answers.Problem;
import belfry.standin.manners.StampManner;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.IdType;
import belfry.standin.world.Seeded;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** {@code /v1/webhooks}: each caller has those that they made. */
public final class WebhookRoutes {
  private static final int USUAL = 100;
  private static final Set<String> RESOURCES =
      Set.of("all", "messages", "memberships", "rooms", "attachmentActions");
  private static final Set<String> EVENTS =
      Set.of("all", "created", "updated", "deleted", "migrated");

  private final World world;
  private final Webhooks webhooks;
  private final Seeded seeded;

  public WebhookRoutes(World world, Webhooks webhooks, long seed) {
    this.world = world;
    this.webhooks = webhooks;
    // Of its own, so that the people and tokens of a seed stay as they are.
    seeded = new Seeded(seed ^ 0x0EB4_0045);
  }

  public Reply answer(Caller caller, Request request) {
    if (request.segments().size() > 3) {
      throw Problem.notFound();
    }
    var id = request.segment(2);
    if (id.isEmpty()) {
      return switch (request.method()) {
        case "GET" -> list(caller, request);
        case "POST" -> make(caller, request);
        default -> throw Problem.notAllowed();
      };
    }
    var webhook = webhooks.find(id.get(), caller.person()).orElseThrow(Problem::notFound);
    return switch (request.method()) {
      case "GET" -> Json.reply(view(webhook, world));
      case "PUT" -> change(webhook, request);
      case "DELETE" -> {
        webhooks.forget(webhook);
        yield Reply.empty(204);
      }
      default -> throw Problem.notAllowed();
    };
  }

  private Reply list(Caller caller, Request request) {
    var max = Numbers.atLeast(1, request.query(), "max", USUAL);
    return Json.reply(
        Json.items(
            webhooks.of(caller.person()).stream()
                .limit(max)
                .map(webhook -> view(webhook, world))
                .toList()));
  }

  private Reply make(Caller caller, Request request) {
    var body = Json.read(request.body());
    var webhook =
        new Webhook(
            seeded.uuid(),
            caller.person(),
            required(body, "name"),
            target(required(body, "targetUrl")),
            among(RESOURCES, body, "resource"),
            among(EVENTS, body, "event"),
            value(body, "filter"),
            value(body, "secret"),
            world.clock().now(),
            true);
    webhook.filter().ifPresent(Fields::parse);
    webhooks.keep(webhook);
    return Json.reply(view(webhook, world));
  }

  /** Name, address and secret; and an inactive one can be made active, but not the reverse. */
  private Reply change(Webhook webhook, Request request) {
    var body = Json.read(request.body());
    if (value(body, "status").filter(status -> !status.equals("active")).isPresent()) {
      throw Problem.of(400, "status can only be set to active.");
    }
    var changed =
        webhook.changed(
            required(body, "name"),
            target(required(body, "targetUrl")),
            value(body, "secret").or(webhook::secret));
    webhooks.keep(changed);
    return Json.reply(view(changed, world));
  }

  private static Optional<String> value(ObjectNode body, String field) {
    return Optional.of(body.path(field).asText()).filter(text -> !text.isEmpty());
  }

  private static String required(ObjectNode body, String field) {
    return value(body, field).orElseThrow(() -> Problem.of(400, field + " must be given."));
  }

  private static String among(Set<String> known, ObjectNode body, String field) {
    var value = required(body, field);
    if (!known.contains(value)) {
      throw Problem.of(400, field + " is not known.");
    }
    return value;
  }

  private static URI target(String text) {
    try {
      var target = URI.create(text);
      if (Set.of("http", "https").contains(String.valueOf(target.getScheme()))) {
        return target;
      }
    } catch (IllegalArgumentException _) {
      // The same refusal as for an address of another kind.
    }
    throw Problem.of(400, "targetUrl must be an address of the web.");
  }

  static ObjectNode view(Webhook webhook, World world) {
    var view =
        Json.object()
            .put("id", IdType.WEBHOOK.of(webhook.uuid()))
            .put("name", webhook.name())
            .put("targetUrl", webhook.target().toString())
            .put("resource", webhook.resource())
            .put("event", webhook.event())
            .put("orgId", IdType.ORGANIZATION.of(world.people().organisation()))
            .put("createdBy", webhook.owner().id())
            .put("ownedBy", "creator")
            .put("status", webhook.active() ? "active" : "inactive")
            .put("created", StampManner.usualForm(webhook.created()));
    webhook.filter().ifPresent(filter -> view.put("filter", filter));
    webhook.secret().ifPresent(secret -> view.put("secret", secret));
    return view;
  }
}
