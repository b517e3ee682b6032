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
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

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
   * valid answer.
   */
  public Response<List<PlatformGroup>> list(Secret token) {
    var groups = new LinkedHashMap<String, PlatformGroup>();
    var answer =
        pages(
            token,
            "groups?sortBy=displayName&count=" + GROUPS_AT_ONCE,
            json ->
                new Page<>(
                    json.list("groups").stream().map(GroupsApi::group).toList(),
                    PlatformGroup::id,
                    new GroupState(json.number("totalResults"), "")),
            page -> {
              groups.putAll(page.entries);
              return groups.size() < page.whole.size().orElse(Integer.MAX_VALUE);
            });
    if (!(answer instanceof Response.Got<GroupState>(var whole))) {
      return answer.without();
    }
    var total = whole.size().orElse(0);
    return groups.size() < total
        ? new Response.Unreadable<>(
            NoAnswer.GROUPS_END_EARLY.with("read", groups.size(), "total", total))
        : new Response.Got<>(List.copyOf(groups.values()));
  }

  /** A request that costs little, to see whether the directory answers. */
  public Response<Boolean> some(Secret token) {
    return questions.get(
        token,
        "groups?startIndex=1&count=1&sortBy=displayName",
        json -> !json.list("groups").isEmpty());
  }

  /**
   * Delivers the members page by page, and returns what the platform says of the whole group.
   * Paging of this resource is known to be faulty at times: a member may occur twice, and there may
   * be fewer than reported. Pages are read until one is empty, because the size may be wrong.
   */
  public Response<GroupState> members(
      Secret token, String groupId, Consumer<List<GroupMember>> page) {
    return pages(
        token,
        "groups/%s/members?count=%d".formatted(Questions.encoded(groupId), MEMBERS_AT_ONCE),
        json -> new Page<>(members(json), GroupMember::id, state(json)),
        some -> {
          page.accept(List.copyOf(some.entries.values()));
          return true;
        });
  }

  /** The same of the group as it is now, at the cost of one small request. */
  public Response<GroupState> state(Secret token, String groupId) {
    return questions.getFresh(
        token,
        "groups/%s/members?count=1&startIndex=1".formatted(Questions.encoded(groupId)),
        json -> {
          members(json);
          return state(json);
        });
  }

  private static GroupState state(Document json) {
    return new GroupState(json.number("memberSize"), json.optional("lastModified"));
  }

  /**
   * Reads a list whose pages are counted by place, until one is empty, or {@code further} has
   * enough. If something is taken out of it meanwhile, all that follows moves, and some are on no
   * page. So all of them, also the empty one, must say the same of the whole.
   */
  private <T> Response<GroupState> pages(
      Secret token, String question, Function<Document, Page<T>> read, Predicate<Page<T>> further) {
    var before = new Page<T>(new LinkedHashMap<>(), GroupState.UNKNOWN);
    var place = 1;
    for (var i = 0; i < MOST_PAGES; i++) {
      var answer = questions.get(token, question + "&startIndex=" + place, read);
      if (!(answer instanceof Response.Got<Page<T>>(var shown))) {
        return isBeyond(answer, place - 1, before.whole.size())
            ? new Response.Got<>(before.whole)
            : answer.without();
      }
      if (!shown.whole.agreesWith(before.whole)) {
        return new Response.Unreadable<>(NoAnswer.CHANGED);
      }
      if (!shown.entries.isEmpty() && shown.entries.keySet().equals(before.entries.keySet())) {
        return new Response.Unreadable<>(NoAnswer.CIRCLE);
      }
      before = shown.after(before);
      if (shown.entries.isEmpty() || !further.test(before)) {
        return new Response.Got<>(before.whole);
      }
      place += shown.entries.size();
    }
    return new Response.Unreadable<>(NoAnswer.TOO_MANY_PAGES.with("most", MOST_PAGES));
  }

  /** A directory may decline a request for more than there are. */
  private static boolean isBeyond(Response<?> answer, int read, OptionalInt total) {
    var refused = answer instanceof Response.Denied<?>(var status, _) && status == 400;
    return read > 0 && read == total.orElse(-1) && (refused || answer instanceof Response.Absent);
  }

  /** Part of a list, by ids, and what is said of the whole. */
  private record Page<T>(LinkedHashMap<String, T> entries, GroupState whole) {
    private Page(List<T> all, Function<T, String> id, GroupState whole) {
      this(new LinkedHashMap<>(), whole);
      all.forEach(one -> entries.putIfAbsent(id.apply(one), one));
    }

    /** The same, with what the one before said of the whole where this says nothing. */
    private Page<T> after(Page<T> before) {
      return new Page<>(entries, whole.after(before.whole));
    }
  }

  /** An empty group may omit its members, but must then report that it is empty. */
  private static List<GroupMember> members(Document json) {
    return json.number("memberSize").orElse(1) > 0 || json.has("members")
        ? json.list("members").stream().map(GroupsApi::member).toList()
        : List.of();
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
