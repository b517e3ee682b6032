package belfry.simulator.api;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Group;
import belfry.simulator.directory.Groups;
import belfry.simulator.directory.Principal;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Times;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** A group as JSON, with as many of its members as may be shown: platform-api.md 7.1. */
final class GroupView {
  private final Directory directory;
  private final Groups groups;

  GroupView(Directory directory, Groups groups) {
    this.directory = directory;
    this.groups = groups;
  }

  /** A group without its members. */
  Answer.Full plain(int status, Group group) {
    return Json.answer(status, json -> head(json, group));
  }

  Answer.Full withMembers(int status, Group group, List<Principal> members) {
    return Json.answer(
        status,
        json -> {
          head(json, group);
          Json.array(json, "members", members, this::member);
        });
  }

  /** One group inside a list; says how many members were written. */
  int listed(JsonGenerator json, Group group, int mostMembers) throws IOException {
    head(json, group);
    if (mostMembers == 0) {
      return 0;
    }
    var members = group.members(0, mostMembers);
    Json.array(json, "members", members, this::member);
    return members.size();
  }

  private void head(JsonGenerator json, Group group) throws IOException {
    json.writeStringField("id", group.id());
    json.writeStringField("displayName", group.displayName());
    if (group.description() != null) {
      json.writeStringField("description", group.description());
    }
    json.writeStringField("orgId", directory.organizationId());
    json.writeStringField("created", Times.written(group.created()));
    json.writeStringField("lastModified", Times.written(group.lastModified()));
    json.writeNumberField("memberSize", group.size());
  }

  private void member(JsonGenerator json, Principal member) throws IOException {
    json.writeStringField("id", directory.id(member));
    json.writeStringField("type", type(member));
    json.writeStringField("displayName", name(member));
  }

  private String name(Principal member) {
    return member instanceof Principal.Group(var index)
        ? groups.byIndex(index).map(Group::displayName).orElse("")
        : directory.displayName(member);
  }

  private static String type(Principal member) {
    return switch (member) {
      case Principal.Person _ -> "user";
      case Principal.Group _ -> "group";
      case Principal.Bot _, Principal.Machine _ -> "machine";
    };
  }
}
