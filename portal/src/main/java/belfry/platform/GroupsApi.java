package belfry.platform;

import belfry.base.Secret;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** {@code /v1/groups}, the directory's groups; needs a directory token (platform-api.md 7.1). */
public final class GroupsApi {
  private final Questions questions;

  GroupsApi(Questions questions) {
    this.questions = questions;
  }

  public Answer<List<PlatformGroup>> list(Secret token) {
    var groups = new ArrayList<PlatformGroup>();
    return questions
        .pages(
            token,
            "groups?startIndex=1&count=100&sortBy=displayName",
            json -> {
              json.path("groups").forEach(item -> groups.add(group(item)));
              return true;
            })
        .map(_ -> List.copyOf(groups));
  }

  /**
   * Hands over the members page by page and answers with the group's size as the platform tells it.
   * Paging of this resource is known to be faulty now and then: expect a member twice.
   */
  public Answer<Integer> members(Secret token, String groupId, Consumer<List<GroupMember>> page) {
    var size = new int[1];
    var start = 1;
    while (true) {
      var found = new ArrayList<GroupMember>();
      var answer =
          questions.get(
              token,
              "groups/%s/members?startIndex=%d&count=500"
                  .formatted(Questions.encoded(groupId), start),
              json -> {
                json.path("members").forEach(item -> found.add(member(item)));
                return json.path("memberSize").asInt(0);
              });
      switch (answer) {
        case Answer.Got<Integer>(var memberSize) -> size[0] = memberSize;
        case Answer.Denied<Integer> _,
            Answer.Throttled<Integer> _,
            Answer.Unreachable<Integer> _ -> {
          return answer;
        }
      }
      if (found.isEmpty()) {
        return answer;
      }
      page.accept(found);
      start += found.size();
      if (start > size[0]) {
        return answer;
      }
    }
  }

  /** Adds and takes away members in one call. */
  public Answer<Boolean> change(
      Secret token, String groupId, Collection<String> add, Collection<String> remove) {
    var json = JsonNodeFactory.instance.objectNode();
    var members = json.putArray("members");
    add.forEach(id -> members.addObject().put("id", id).put("operation", "add"));
    remove.forEach(id -> members.addObject().put("id", id).put("operation", "delete"));
    return questions
        .send(
            "PATCH",
            token,
            "groups/" + Questions.encoded(groupId),
            json.toString().getBytes(StandardCharsets.UTF_8))
        .map(_ -> true);
  }

  private static PlatformGroup group(JsonNode json) {
    return new PlatformGroup(
        json.path("id").asText(""),
        json.path("displayName").asText(""),
        json.path("memberSize").asInt(0));
  }

  private static GroupMember member(JsonNode json) {
    var kind =
        switch (json.path("type").asText("user")) {
          case "user" -> GroupMember.Kind.PERSON;
          case "group" -> GroupMember.Kind.GROUP;
          default -> GroupMember.Kind.OTHER;
        };
    return new GroupMember(json.path("id").asText(""), kind, json.path("displayName").asText(""));
  }
}
