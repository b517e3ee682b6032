package belfry.standin.routes;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.wire.Request;
import belfry.standin.world.Group;
import belfry.standin.world.Group.Member;
import belfry.standin.world.Seeded;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** What is made of the body of {@code POST /v1/groups} and {@code PATCH /v1/groups/{id}}. */
final class GroupChanges {
  private final World world;
  private final Seeded seeded;

  GroupChanges(World world, long seed) {
    this.world = world;
    // Of its own, so that the people and tokens of a seed stay as they are.
    seeded = new Seeded(seed ^ 0x0EB4_0046);
  }

  Group made(Request request) {
    var body = Json.read(request.body());
    var name = body.path("displayName").asText();
    if (name.isBlank()) {
      throw Problem.of(400, "displayName is required.");
    }
    return kept(new Group(seeded.uuid(), name, members(List.of(), body)));
  }

  Group changed(Group group, Request request) {
    var body = Json.read(request.body());
    var name = body.path("displayName").asText(group.name());
    return kept(new Group(group.uuid(), name, members(group.members(), body)));
  }

  private Group kept(Group group) {
    world.groups().keep(group);
    return group;
  }

  /** Adding is what is done where nothing else is said. */
  private List<Member> members(List<Member> before, ObjectNode body) {
    var members = new ArrayList<>(before);
    for (var one : body.path("members")) {
      var member = member(one.path("id"));
      members.removeIf(known -> known.id().equals(member.id()));
      switch (one.path("operation").asText("add")) {
        case "add" -> members.add(member);
        case "delete" -> {}
        default -> throw Problem.of(400, "operation is add or delete.");
      }
    }
    return members;
  }

  private Member member(JsonNode id) {
    return world
        .people()
        .byId(id.asText())
        .map(Member::of)
        .orElseThrow(() -> Problem.of(400, "There is no such member."));
  }
}
