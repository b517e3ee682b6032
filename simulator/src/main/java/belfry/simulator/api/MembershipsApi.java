package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code /v1/memberships}: platform-api.md 5. */
final class MembershipsApi {
  /** Somebody in a room. */
  private record Membership(Room room, Principal member) {}

  private final Rooms rooms;
  private final Directory directory;

  MembershipsApi(Rooms rooms, Directory directory) {
    this.rooms = rooms;
    this.directory = directory;
  }

  void addTo(Routes routes) {
    routes.on(Operation.MEMBERSHIPS_LIST, this::list);
    routes.on(Operation.MEMBERSHIPS_CREATE, this::create);
    routes.on(Operation.MEMBERSHIPS_DELETE, this::delete);
  }

  private Answer.Full list(Exchange exchange) {
    exchange.needs("spark:memberships_read");
    var stretch = Paging.stretch(exchange);
    return Paging.page(exchange.call(), stretch, found(exchange, stretch), this::write);
  }

  private List<Membership> found(Exchange exchange, Paging.Stretch stretch) {
    var call = exchange.call();
    var asked = named(call.query("personId"), call.query("personEmail"));
    var roomId = call.query("roomId");
    if (roomId.isEmpty()) {
      if (call.query("personId").isPresent() || call.query("personEmail").isPresent()) {
        throw new Problem(400, "roomId is required when a person is given.");
      }
      return own(exchange.principal()).skip(stretch.from()).limit(stretch.look()).toList();
    }
    var room = rooms.required(roomId.get(), exchange.principal());
    if (call.query("personId").isEmpty() && call.query("personEmail").isEmpty()) {
      return members(room, stretch).map(it -> new Membership(room, it)).toList();
    }
    return asked.stream().filter(it -> isIn(room, it)).map(it -> new Membership(room, it)).toList();
  }

  private Stream<Membership> own(Principal member) {
    return Stream.concat(rooms.spacesOf(member).stream(), rooms.directOf(member).stream())
        .map(room -> new Membership(room, member));
  }

  private Stream<Principal> members(Room room, Paging.Stretch stretch) {
    return switch (room) {
      case Room.Group(var space) ->
          rooms.space(space).members(stretch.from(), stretch.look()).stream();
      case Room.Direct(var low, var high) ->
          Stream.of(Principal.of(low), Principal.of(high)).skip(stretch.from());
    };
  }

  private boolean isIn(Room room, Principal principal) {
    return switch (room) {
      case Room.Group(var space) -> rooms.space(space).contains(principal);
      case Room.Direct direct -> direct.has(principal);
    };
  }

  private Answer.Full create(Exchange exchange) {
    exchange.needs("spark:memberships_write");
    var fields = exchange.call().fields();
    var room = group(rooms.required(fields.getOrDefault("roomId", ""), exchange.principal()));
    var member =
        named(
                Optional.ofNullable(fields.get("personId")),
                Optional.ofNullable(fields.get("personEmail")))
            .orElseThrow(() -> new Problem(404, "Could not find the person to add."));
    var moderator = Boolean.parseBoolean(fields.getOrDefault("isModerator", "false"));
    if (!rooms.space(room.space()).add(member, moderator)) {
      throw new Problem(409, "Person is already in the room.");
    }
    return Json.answer(200, json -> write(json, new Membership(room, member)));
  }

  private Answer.Full delete(Exchange exchange) {
    exchange.needs("spark:memberships_write");
    var membership = byId(exchange.call(), exchange.principal());
    rooms.space(group(membership.room()).space()).remove(membership.member());
    return Answer.noContent();
  }

  private Membership byId(Call call, Principal caller) {
    var notFound = new Problem(404, "Could not find a membership with provided ID.");
    var parts = Ids.name("MEMBERSHIP", call.part("id")).orElse("").split(":", 2);
    if (parts.length != 2) {
      throw notFound;
    }
    var member = Ids.parsed(parts[0]).flatMap(directory::principal);
    var room = Ids.parsed(parts[1]).flatMap(it -> rooms.visible(it, caller));
    if (member.isEmpty() || room.isEmpty() || !isIn(room.get(), member.get())) {
      throw notFound;
    }
    return new Membership(room.get(), member.get());
  }

  private static Room.Group group(Room room) {
    if (room instanceof Room.Group group) {
      return group;
    }
    throw new Problem(403, "The members of a 1:1 room cannot be changed.");
  }

  private Optional<Principal> named(Optional<String> id, Optional<String> email) {
    return id.flatMap(directory::principal).or(() -> email.flatMap(directory::principalByEmail));
  }

  private void write(JsonGenerator json, Membership membership) throws IOException {
    var member = membership.member();
    var space = membership.room() instanceof Room.Group(var index) ? rooms.space(index) : null;
    var name =
        directory.uuid(member)
            + ":"
            + Ids.uuidOf("ROOM", rooms.id(membership.room())).orElseThrow();
    json.writeStringField("id", Ids.encoded("MEMBERSHIP", name));
    json.writeStringField("roomId", rooms.id(membership.room()));
    json.writeStringField("roomType", space == null ? "direct" : "group");
    json.writeStringField("personId", directory.id(member));
    json.writeStringField("personEmail", directory.email(member));
    json.writeStringField("personDisplayName", directory.displayName(member));
    json.writeStringField("personOrgId", directory.organizationId());
    json.writeBooleanField("isModerator", space != null && space.isModerator(member));
    json.writeBooleanField("isMonitor", false);
    json.writeStringField("created", Times.written(rooms.created(membership.room())));
  }
}
