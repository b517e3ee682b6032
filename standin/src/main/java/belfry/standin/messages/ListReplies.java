package belfry.standin.messages;

import static belfry.standin.manners.ListManner.LIST_BARE_ARRAY;
import static belfry.standin.manners.ListManner.LIST_EMPTY_BODY;
import static belfry.standin.manners.ListManner.LIST_EMPTY_OBJECT;
import static belfry.standin.manners.ListManner.LIST_ERROR_OBJECT;
import static belfry.standin.manners.ListManner.LIST_FORBIDDEN;
import static belfry.standin.manners.ListManner.LIST_HTML;
import static belfry.standin.manners.ListManner.LIST_ITEMS_NULL;
import static belfry.standin.manners.ListManner.LIST_NOT_MODIFIED;
import static belfry.standin.manners.ListManner.LIST_NO_CONTENT;
import static belfry.standin.manners.ListManner.LIST_THROTTLED;
import static belfry.standin.manners.ListManner.LIST_TRUNCATED;
import static belfry.standin.manners.ListManner.LIST_TRUNCATED_VALID;
import static belfry.standin.manners.ListManner.LIST_UNAUTHORIZED;
import static belfry.standin.manners.ListManner.LIST_UNAVAILABLE;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.manners.ListManner;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Delivery;
import belfry.standin.wire.Reply;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The outer shape of a listing, and what comes in its place. */
final class ListReplies {
  private final Switchboard<Manner> manners;
  private final ItemOddities oddities;
  private final Map<ListManner, Supplier<Reply>> instead = new LinkedHashMap<>();

  ListReplies(Switchboard<Manner> manners, ItemOddities oddities) {
    this.manners = manners;
    this.oddities = oddities;
    instead.put(LIST_HTML, () -> Errors.page(200, "Sign in to the guest network"));
    instead.put(LIST_EMPTY_OBJECT, () -> Json.reply(Json.object()));
    instead.put(LIST_ERROR_OBJECT, () -> Errors.inSuccess("kms_failure"));
    instead.put(LIST_NO_CONTENT, () -> Reply.empty(204));
    instead.put(LIST_EMPTY_BODY, () -> Reply.empty(200));
    instead.put(LIST_ITEMS_NULL, () -> Json.reply(Json.object().putNull("items")));
    instead.put(LIST_FORBIDDEN, () -> Errors.of(403, "Failed to get activity."));
    instead.put(LIST_UNAUTHORIZED, Errors::unauthorized);
    instead.put(LIST_UNAVAILABLE, () -> Errors.page(503, "503 Service Unavailable"));
    instead.put(LIST_THROTTLED, this::throttled);
    instead.put(LIST_NOT_MODIFIED, () -> Reply.empty(304));
  }

  private Reply throttled() {
    return Errors.page(429, "429 Too Many Requests")
        .with("Retry-After", Long.toString(manners.value(LIST_THROTTLED)));
  }

  /** What comes in the place of a listing. */
  Optional<Reply> instead() {
    return instead.entrySet().stream()
        .filter(one -> manners.draw(one.getKey()))
        .findFirst()
        .map(one -> one.getValue().get());
  }

  Reply of(List<ObjectNode> items) {
    var cut = !items.isEmpty() && manners.draw(LIST_TRUNCATED_VALID);
    var shown = oddities.of(cut ? items.subList(0, items.size() / 2) : items);
    var reply =
        Json.reply(manners.draw(LIST_BARE_ARRAY) ? shown : Json.object().set("items", shown));
    if (cut) {
      return reply.delivered(new Delivery.UntilClose());
    }
    if (manners.draw(LIST_TRUNCATED)) {
      return reply.delivered(
          manners.turn(LIST_TRUNCATED, 2) == 0
              ? new Delivery.CutShort()
              : new Delivery.CutChunks());
    }
    return reply;
  }
}
