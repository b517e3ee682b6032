package belfry.standin.hooks;

import belfry.standin.answers.Json;
import belfry.standin.manners.StampManner;
import belfry.standin.messages.RoomDoor;
import belfry.standin.wire.Fields;
import belfry.standin.world.IdType;
import belfry.standin.world.Mention;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All webhooks, and who is told what. Each event is brought once, in no order; one that is not
 * taken does not come again, and after many in a row the webhook is told nothing more.
 */
public final class Webhooks implements AutoCloseable {
  private static final int MOST_FAILURES = 100;

  private final World world;
  private final RoomDoor door;
  private final Actions actions;
  private final Courier courier = new Courier();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<UUID, Webhook> byId = new ConcurrentHashMap<>();
  private final Map<UUID, AtomicLong> failures = new ConcurrentHashMap<>();
  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
  private final AtomicLong refused = new AtomicLong();

  /** From now on it tells of messages. */
  public Webhooks(World world, RoomDoor door, Actions actions) {
    this.world = world;
    this.door = door;
    this.actions = actions;
    world.office().onChange(this::tell);
  }

  void keep(Webhook webhook) {
    byId.put(webhook.uuid(), webhook);
    failures.put(webhook.uuid(), new AtomicLong());
  }

  boolean forget(Webhook webhook) {
    return byId.remove(webhook.uuid()) != null;
  }

  Optional<Webhook> find(String id, Person owner) {
    return IdType.uuidIn(id)
        .flatMap(uuid -> Optional.ofNullable(byId.get(uuid)))
        .filter(webhook -> webhook.owner().equals(owner));
  }

  /** The newest first. */
  List<Webhook> of(Person owner) {
    return byId.values().stream()
        .filter(webhook -> webhook.owner().equals(owner))
        .sorted(Comparator.comparing(Webhook::created).reversed())
        .toList();
  }

  /** The ids of messages and presses of which somebody has taken the event. */
  public List<String> confirmed() {
    return List.copyOf(confirmed);
  }

  /** How many events were not taken. */
  public long refused() {
    return refused.get();
  }

  private void tell(String happened, Message message) {
    for (var webhook : byId.values()) {
      if (webhook.isAbout("messages", happened) && hears(webhook, message)) {
        send(webhook, "messages", happened, message.author(), told(message));
      }
    }
  }

  /** A bot hears everything where two talk, and among many what mentions it. */
  private boolean hears(Webhook webhook, Message message) {
    var owner = webhook.owner();
    var mentioned =
        message.content().markdown().map(Mention::in).orElse(List.of()).stream()
            .flatMap(mention -> mention.person(world.people()).stream())
            .anyMatch(owner::equals);
    var open = message.room().isDirect() || !owner.isBot() || mentioned;
    return message.room().has(owner)
        && open
        && passes(webhook, message.room(), message.author(), mentioned);
  }

  private boolean passes(Webhook webhook, Room room, Person actor, boolean mentioned) {
    var filter = webhook.filter().map(Fields::parse).orElse(Fields.NONE);
    return filter.value("roomId").flatMap(IdType::uuidIn).map(room.uuid()::equals).orElse(true)
        && filter.value("personId").flatMap(IdType::uuidIn).map(actor.uuid()::equals).orElse(true)
        && filter.value("personEmail").map(actor.email()::equals).orElse(true)
        && (filter.value("mentionedPeople").isEmpty() || mentioned);
  }

  private ObjectNode told(Message message) {
    return Json.object()
        .put("id", message.id())
        .put("roomId", door.shownId(message.room()))
        .put("roomType", message.room().isDirect() ? "direct" : "group")
        .put("personId", message.author().id())
        .put("personEmail", message.author().email())
        .put("created", StampManner.usualForm(message.stamp().created()));
  }

  /** Tells of a press whoever is in the room. */
  public void tell(Action action) {
    var room = action.message().room();
    for (var webhook : byId.values()) {
      var hears =
          webhook.isAbout("attachmentActions", "created")
              && action.message().author().equals(webhook.owner())
              && passes(webhook, room, action.person(), false);
      if (hears) {
        send(webhook, "attachmentActions", "created", action.person(), actions.told(action));
      }
    }
  }

  private void send(Webhook webhook, String resource, String event, Person actor, ObjectNode data) {
    var letter = WebhookRoutes.view(webhook, world);
    letter.put("resource", resource).put("event", event).put("actorId", actor.id());
    letter.set("data", data);
    threads.execute(() -> {
      var failed = failures.getOrDefault(webhook.uuid(), new AtomicLong());
      if (courier.brings(webhook, letter)) {
        failed.set(0);
        confirmed.add(data.path("id").asText());
        return;
      }
      refused.incrementAndGet();
      if (failed.incrementAndGet() == MOST_FAILURES) {
        byId.computeIfPresent(webhook.uuid(), (_, now) -> now.inactive());
      }
    });
  }

  @Override
  public void close() {
    threads.shutdownNow();
    courier.close();
  }
}
