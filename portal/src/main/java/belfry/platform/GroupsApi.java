package belfry.platform;

import belfry.base.Secret;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Document;
import belfry.platform.wire.NoAnswer;
import belfry.platform.wire.Questions;
import belfry.platform.wire.Response;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** {@code /v1/groups}, the directory's groups; needs a directory token (platform-api.md 7.1). */
public final class GroupsApi {
  private static final int GROUPS_AT_ONCE = 100;
  private static final int MEMBERS_AT_ONCE = 500;

  /** Far more pages than any directory has; a list that never ends is invalid. */
  private static final int MOST_PAGES = 20_000;

  private final Questions questions;

  public GroupsApi(Questions questions) {
    this.questions = questions;
  }

  /**
   * All groups. A list that ends before it has shown as many distinct groups as it reports is not a
   * valid answer. If it does not report a number, it ends with an empty page.
   */
  public Response<List<PlatformGroup>> list(Secret token) {
    var groups = new LinkedHashMap<String, PlatformGroup>();
    var read = 0;
    for (var i = 0; i < MOST_PAGES; i++) {
      var before = groups.size();
      var answer =
          questions.get(
              token,
              "groups?startIndex=%d&count=%d&sortBy=displayName"
                  .formatted(read + 1, GROUPS_AT_ONCE),
              json ->
                  new Page(
                      json.list("groups").stream().map(GroupsApi::group).toList(),
                      json.number("totalResults")));
      if (!(answer instanceof Response.Got<Page>(var page))) {
        return answer.without();
      }
      page.groups.forEach(group -> groups.put(group.id(), group));
      read += page.groups.size();
      var total = page.total.orElse(page.groups.isEmpty() ? 0 : Integer.MAX_VALUE);
      if (groups.size() >= total) {
        return new Response.Got<>(List.copyOf(groups.values()));
      }
      if (page.groups.isEmpty()) {
        return new Response.Unreadable<>(
            NoAnswer.GROUPS_END_EARLY.with("read", before, "total", total));
      }
      if (groups.size() == before) {
        return new Response.Unreadable<>(NoAnswer.GROUPS_AGAIN);
      }
    }
    return new Response.Unreadable<>(NoAnswer.GROUPS_ENDLESS);
  }

  /** A request that costs little, to see whether the directory answers. */
  public Response<Boolean> some(Secret token) {
    return questions.get(
        token,
        "groups?startIndex=1&count=1&sortBy=displayName",
        json -> !json.list("groups").isEmpty());
  }

  /** The content of a page, and the total, if it is reported. */
  private record Page(List<PlatformGroup> groups, OptionalInt total) {}

  /**
   * Delivers the members page by page, and returns the group's size as reported by the platform.
   * Paging of this resource is known to be faulty at times: a member may occur twice, and there may
   * be fewer than reported. Pages are read until one is empty, because the size may be wrong.
   */
  public Response<Integer> members(Secret token, String groupId, Consumer<List<GroupMember>> page) {
    var read = 0;
    var size = OptionalInt.empty();
    var before = List.<GroupMember>of();
    for (var i = 0; i < MOST_PAGES; i++) {
      var found = new LinkedHashSet<GroupMember>();
      var answer =
          questions.get(
              token,
              "groups/%s/members?startIndex=%d&count=%d"
                  .formatted(Questions.encoded(groupId), read + 1, MEMBERS_AT_ONCE),
              json -> memberSize(json, found));
      if (!(answer instanceof Response.Got<OptionalInt>(var told))) {
        return isBeyond(answer, read, size) ? new Response.Got<>(read) : answer.without();
      }
      size = told;
      if (found.isEmpty()) {
        return new Response.Got<>(told.orElse(read));
      }
      var members = List.copyOf(found);
      if (members.equals(before)) {
        return new Response.Unreadable<>(NoAnswer.MEMBERS_AGAIN);
      }
      page.accept(members);
      read += members.size();
      before = members;
    }
    return new Response.Unreadable<>(NoAnswer.MEMBERS_ENDLESS);
  }

  /** A directory may decline a request for more members than there are. */
  private static boolean isBeyond(Response<OptionalInt> answer, int read, OptionalInt size) {
    var refused = answer instanceof Response.Denied<OptionalInt>(var status, _) && status == 400;
    return read > 0 && read == size.orElse(-1) && (refused || answer instanceof Response.Absent);
  }

  /** An empty group may omit its members, but must then report that it is empty. */
  private static OptionalInt memberSize(Document json, Set<GroupMember> found) {
    var size = json.number("memberSize");
    if (size.orElse(1) > 0 || json.has("members")) {
      json.list("members").forEach(item -> found.add(member(item)));
    }
    return size;
  }

  /** Adds and removes members in one call. */
  public Response<Boolean> change(
      Secret token, String groupId, Collection<PersonId> add, Collection<PersonId> remove) {
    var json = JsonNodeFactory.instance.objectNode();
    var members = json.putArray("members");
    add.forEach(id -> members.addObject().put("id", id.value()).put("operation", "add"));
    remove.forEach(id -> members.addObject().put("id", id.value()).put("operation", "delete"));
    return questions
        .send(
            "PATCH",
            token,
            "groups/" + Questions.encoded(groupId),
            json.toString().getBytes(StandardCharsets.UTF_8))
        .map(_ -> true);
  }

  private static PlatformGroup group(Document json) {
    return new PlatformGroup(json.required("id"), json.required("displayName"));
  }

  private static GroupMember member(Document json) {
    var kind =
        switch (json.optional("type")) {
          case "user", "" -> GroupMember.Kind.PERSON;
          case "group" -> GroupMember.Kind.GROUP;
          default -> GroupMember.Kind.OTHER;
        };
    return new GroupMember(json.required("id"), kind, json.optional("displayName"));
  }
}
