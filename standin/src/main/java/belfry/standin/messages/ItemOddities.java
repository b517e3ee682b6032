package belfry.standin.messages;

import static belfry.standin.manners.ItemManner.ITEMS_AS_OBJECT;
import static belfry.standin.manners.ItemManner.ITEMS_TWICE;
import static belfry.standin.manners.ItemManner.ITEMS_WITHOUT_DESTINATION;
import static belfry.standin.manners.ItemManner.ITEMS_WITHOUT_ID;
import static belfry.standin.manners.ItemManner.ITEMS_WITH_NULL;
import static belfry.standin.manners.ItemManner.ITEMS_WITH_UNKNOWN_FIELDS;
import static belfry.standin.manners.ItemManner.ITEM_IDS_ELSEWHERE;
import static belfry.standin.manners.ItemManner.SYSTEM_ITEMS;

import belfry.standin.answers.Json;
import belfry.standin.manners.Manner;
import belfry.standin.manners.StampManner;
import belfry.standin.switches.Switchboard;
import belfry.standin.world.IdType;
import belfry.standin.world.PlatformClock;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What may be odd about items, whatever they say. */
final class ItemOddities {
  private final Switchboard<Manner> manners;
  private final PlatformClock clock;

  ItemOddities(Switchboard<Manner> manners, PlatformClock clock) {
    this.manners = manners;
    this.clock = clock;
  }

  /** The items as the answer holds them. */
  JsonNode of(List<ObjectNode> plain) {
    eachChanged(plain);
    if (manners.draw(ITEMS_AS_OBJECT)) {
      var byId = Json.object();
      plain.forEach(item -> byId.set(item.path("id").asText(), item));
      return byId;
    }
    var items = new ArrayList<JsonNode>();
    if (manners.draw(SYSTEM_ITEMS)) {
      items.add(joining());
    }
    var twice = manners.draw(ITEMS_TWICE);
    var nulls = manners.draw(ITEMS_WITH_NULL);
    for (var item : plain) {
      items.add(item);
      if (twice) {
        items.add(item.deepCopy());
      }
      if (nulls) {
        items.add(NullNode.getInstance());
      }
    }
    return Json.array(items);
  }

  private void eachChanged(List<ObjectNode> items) {
    if (manners.draw(ITEMS_WITHOUT_DESTINATION)) {
      items.forEach(item -> item.remove(List.of("toPersonId", "toPersonEmail")));
    }
    if (manners.draw(ITEM_IDS_ELSEWHERE)) {
      items.forEach(item -> item.put("id", elsewhere(item.path("id").asText())));
    }
    if (manners.draw(ITEMS_WITHOUT_ID)) {
      items.forEach(item -> item.remove("id"));
    }
    if (manners.draw(ITEMS_WITH_UNKNOWN_FIELDS)) {
      items.forEach(item -> {
        item.putObject("clientHints").put("retention", "P30D").putNull("legalHold");
        item.putArray("reactions").addObject().put("kind", "thumbsup").put("count", 2);
      });
    }
  }

  private static String elsewhere(String id) {
    return IdType.uuidIn(id)
        .map(uuid -> IdType.MESSAGE.in("urn:TEAM:eu-central-1_k", uuid.toString()))
        .orElse(id);
  }

  private ObjectNode joining() {
    return Json.object()
        .put("id", IdType.MESSAGE.of(UUID.randomUUID()))
        .put("type", "membership")
        .put("verb", "add")
        .put("created", StampManner.usualForm(clock.now()));
  }
}
