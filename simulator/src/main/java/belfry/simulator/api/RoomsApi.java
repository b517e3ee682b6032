package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.directory.Space;
import belfry.simulator.directory.Spaces;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /v1/rooms}: platform-api.md 5. */
final class RoomsApi {
  /** "sorting is unreliable for accounts in > 3000 spaces": so it is here. */
  private static final int MOST_SORTED = 3_000;

  private final Rooms rooms;
  private final Directory directory;
  private final Spaces spaces;
  private final Time time;

  RoomsApi(Platform platform, Rooms rooms) {
    this.rooms = rooms;
    directory = platform.directory();
    spaces = platform.spaces();
    time = platform.time();
  }

  void addTo(Routes routes) {
    routes.on(Operation.ROOMS_LIST, this::list);
    routes.on(Operation.ROOMS_CREATE, this::create);
    routes.on(Operation.ROOMS_GET, this::get);
    routes.on(Operation.ROOMS_EDIT, this::edit);
    routes.on(Operation.ROOMS_DELETE, this::delete);
  }

  private Answer.Full create(Exchange exchange) {
    exchange.needs("spark:rooms_write");
    var change = change(exchange);
    var creator = exchange.principal();
    var now = Instant.ofEpochMilli(time.millis());
    var space = spaces.create(String.valueOf(change.title()), creator, now);
    space.change(change, creator);
    return one(space, creator);
  }

  private Answer.Full edit(Exchange exchange) {
    exchange.needs("spark:rooms_write");
    var space = rooms.changeable(exchange.call().part("id"), exchange.principal());
    space.change(change(exchange), exchange.principal());
    return one(space, exchange.principal());
  }

  private Answer.Full delete(Exchange exchange) {
    exchange.needs("spark:rooms_write");
    spaces.delete(rooms.changeable(exchange.call().part("id"), exchange.principal()));
    return Answer.noContent();
  }

  /** The title is required, be the space made or changed. */
  private static Space.Change change(Exchange exchange) {
    var fields = exchange.call().fields();
    var title = fields.getOrDefault("title", "").strip();
    if (title.isEmpty()) {
      throw new Problem(400, "title is required.");
    }
    return new Space.Change(
        title,
        flag(fields, "isLocked"),
        flag(fields, "isAnnouncementOnly"),
        flag(fields, "isReadOnly"));
  }

  private static @Nullable Boolean flag(Map<String, String> fields, String name) {
    var value = fields.get(name);
    return value == null ? null : Boolean.valueOf(value);
  }

  private Answer.Full one(Space space, Principal reader) {
    return Json.answer(200, json -> write(json, new Room.Group(space.index()), reader));
  }

  private Answer.Full get(Exchange exchange) {
    exchange.needs("spark:rooms_read");
    var room = rooms.required(exchange.call().part("id"), exchange.principal());
    return Json.answer(200, json -> write(json, room, exchange.principal()));
  }

  private Answer.Full list(Exchange exchange) {
    exchange.needs("spark:rooms_read");
    var call = exchange.call();
    Paging.refuseBeyondBounds(call);
    var stretch = Paging.stretch(exchange);
    var found =
        sorted(of(exchange), call).stream().skip(stretch.from()).limit(stretch.look()).toList();
    return Paging.page(
        call, stretch, found, (json, room) -> write(json, room, exchange.principal()));
  }

  private List<Room> of(Exchange exchange) {
    var all = new ArrayList<Room>();
    var type = exchange.call().query("type").orElse("");
    switch (type) {
      case "direct" -> all.addAll(rooms.directOf(exchange.principal()));
      case "group" -> all.addAll(rooms.spacesOf(exchange.principal()));
      case "" -> {
        all.addAll(rooms.spacesOf(exchange.principal()));
        all.addAll(rooms.directOf(exchange.principal()));
      }
      default -> throw new Problem(400, "'type' must be direct or group.");
    }
    return all;
  }

  private List<Room> sorted(List<Room> found, Call call) {
    var order = call.query("sortBy").orElse("lastactivity");
    Comparator<Room> comparator =
        switch (order) {
          case "id" -> Comparator.comparing(rooms::id);
          case "created" -> Comparator.comparing(rooms::created).reversed();
          case "lastactivity" -> Comparator.comparing(rooms::lastActivity).reversed();
          default -> throw new Problem(400, "'sortBy' must be id, lastactivity or created.");
        };
    return found.size() > MOST_SORTED ? found : found.stream().sorted(comparator).toList();
  }

  private void write(JsonGenerator json, Room room, Principal reader) throws IOException {
    json.writeStringField("id", rooms.id(room));
    switch (room) {
      case Room.Direct direct -> {
        json.writeStringField("title", directory.displayName(direct.other(reader)));
        json.writeStringField("type", "direct");
        json.writeBooleanField("isLocked", false);
      }
      case Room.Group(var index) -> write(json, rooms.space(index));
    }
    json.writeStringField("lastActivity", Times.written(rooms.lastActivity(room)));
    json.writeStringField("created", Times.written(rooms.created(room)));
    json.writeStringField("ownerId", directory.organizationId());
    json.writeBooleanField("isPublic", false);
  }

  private static void write(JsonGenerator json, Space space) throws IOException {
    json.writeStringField("title", space.title());
    json.writeStringField("type", "group");
    json.writeBooleanField("isLocked", space.isLocked());
    json.writeBooleanField("isAnnouncementOnly", space.isAnnouncementOnly());
    json.writeBooleanField("isReadOnly", space.isReadOnly());
  }
}
