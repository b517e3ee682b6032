package belfry.standin.messages;

import belfry.standin.answers.Json;
import belfry.standin.manners.AuthorManner;
import belfry.standin.manners.ContentManner;
import belfry.standin.manners.Manner;
import belfry.standin.manners.MomentManner;
import belfry.standin.manners.MomentManner.Moments;
import belfry.standin.manners.Rewriting;
import belfry.standin.manners.StampManner;
import belfry.standin.switches.Switchboard;
import belfry.standin.world.Destination;
import belfry.standin.world.IdType;
import belfry.standin.world.Markdown;
import belfry.standin.world.Mention;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;

/** Writes messages as JSON, in the manners that are settled for each of them. */
final class MessageViews {
  private final World world;
  private final RoomDoor door;
  private final Switchboard<Manner> manners;

  MessageViews(World world, RoomDoor door, Switchboard<Manner> manners) {
    this.world = world;
    this.door = door;
    this.manners = manners;
  }

  /** As the answer to posting it. */
  ObjectNode posted(Message message) {
    return dressed(message, false);
  }

  /** As an item of a listing. */
  ObjectNode listed(Message message) {
    return dressed(message, true);
  }

  private ObjectNode dressed(Message message, boolean listed) {
    var item = plain(message);
    item.set("created", created(message));
    message.edit().ifPresent(edit -> item.put("updated", StampManner.usualForm(edit.updated())));
    for (var manner : AuthorManner.values()) {
      if (manners.holdsFor(manner, message.uuid())) {
        var before = item.deepCopy();
        manner.apply(item, message.author());
        countIfChanged(manner, before, item);
      }
    }
    for (var manner : ContentManner.values()) {
      if ((listed || !manner.isForListingsOnly()) && manners.holdsFor(manner, message.uuid())) {
        var before = item.deepCopy();
        var details = new Rewriting.Details(world.people(), manners.value(manner));
        manner.rewriting().apply(item, details);
        countIfChanged(manner, before, item);
      }
    }
    return item;
  }

  private void countIfChanged(Manner manner, Object before, Object after) {
    if (!before.equals(after)) {
      manners.count(manner);
    }
  }

  private ObjectNode plain(Message message) {
    var content = message.content();
    var item = Json.object().put("id", message.id()).put("roomId", door.shownId(message.room()));
    content.parent().ifPresent(parent -> item.put("parentId", parent));
    item.put("roomType", message.room().isDirect() ? "direct" : "group");
    if (message.letter().destination() instanceof Destination.ToPerson(var person, var byAddress)) {
      item.put("toPersonId", person.id());
      if (byAddress) {
        item.put("toPersonEmail", person.email());
      }
    }
    content.plain(world.people()).ifPresent(text -> item.put("text", text));
    content.markdown().ifPresent(markdown -> word(item, markdown));
    if (content.file().isPresent()) {
      item.putArray("files").add("https://files.harbour.example/v1/contents/" + contentId(message));
    }
    if (!content.cards().isEmpty()) {
      item.set("attachments", Json.array(content.cards()));
    }
    return item.put("personId", message.author().id()).put("personEmail", message.author().email());
  }

  private static String contentId(Message message) {
    return IdType.CONTENT.of(message.uuid() + "/0");
  }

  private void word(ObjectNode item, String markdown) {
    item.put("markdown", markdown).put("html", Markdown.html(markdown, world.people()));
    var mentioned = mentioned(markdown);
    if (!mentioned.isEmpty()) {
      item.set("mentionedPeople", Json.array(mentioned));
    }
    if (Mention.in(markdown).stream().anyMatch(Mention::isOfAll)) {
      item.putArray("mentionedGroups").add("all");
    }
  }

  private List<JsonNode> mentioned(String markdown) {
    return Mention.in(markdown).stream()
        .map(mention -> mention.person(world.people()))
        .flatMap(Optional::stream)
        .map(Person::id)
        .<JsonNode>map(TextNode::valueOf)
        .toList();
  }

  private JsonNode created(Message message) {
    var time = message.stamp().created();
    for (var manner : MomentManner.values()) {
      if (manners.holdsFor(manner, message.uuid())) {
        manners.count(manner);
        var accepted = message.letter().accepted();
        time =
            manner.chosen(new Moments(time, accepted, world.clock().now(), manners.value(manner)));
      }
    }
    for (var manner : StampManner.values()) {
      if (manners.holdsFor(manner, message.uuid())) {
        manners.count(manner);
        return manner.write(time);
      }
    }
    return TextNode.valueOf(StampManner.usualForm(time));
  }
}
