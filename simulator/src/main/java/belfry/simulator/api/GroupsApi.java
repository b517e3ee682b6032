package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Group;
import belfry.simulator.directory.Groups;
import belfry.simulator.directory.Principal;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** {@code /v1/groups}: platform-api.md 7.1. */
final class GroupsApi {
  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 500;
  private static final int MOST_MEMBERS = 500;
  private static final Pattern FILTER =
      Pattern.compile("\\s*displayName\\s+(eq|sw)\\s+\"([^\"]*)\"\\s*", Pattern.CASE_INSENSITIVE);

  private final Directory directory;
  private final Groups groups;
  private final Time time;
  private final GroupView view;

  GroupsApi(Platform platform) {
    directory = platform.directory();
    groups = platform.groups();
    time = platform.time();
    view = new GroupView(directory, groups);
  }

  void addTo(Routes routes) {
    routes.on(Operation.GROUPS_LIST, this::list);
    routes.on(Operation.GROUPS_CREATE, this::create);
    routes.on(Operation.GROUPS_GET, this::get);
    routes.on(Operation.GROUPS_PATCH, this::patch);
    routes.on(Operation.GROUPS_DELETE, this::delete);
    routes.on(Operation.GROUPS_MEMBERS, this::members);
  }

  private Answer.Full list(Exchange exchange) {
    mayRead(exchange);
    var call = exchange.call();
    var found = groups.all().stream().filter(filter(call)).sorted(order(call)).toList();
    var size = Paging.size(call, "count", USUAL_PAGE, LARGEST_PAGE);
    var start = start(call);
    var page = found.stream().skip(start - 1).limit(size).toList();
    var answer =
        Json.answer(
            200,
            json -> {
              json.writeNumberField("totalResults", found.size());
              json.writeNumberField("startIndex", start);
              json.writeNumberField("itemsPerPage", page.size());
              groups(json, page, withMembers(call) ? MOST_MEMBERS : 0);
            });
    return linked(answer, call, start + size, found.size());
  }

  /** All groups of a page share what may be shown of members. */
  private void groups(JsonGenerator json, List<Group> page, int mostMembers) throws IOException {
    var left = new AtomicInteger(mostMembers);
    Json.array(
        json, "groups", page, (it, group) -> left.addAndGet(-view.listed(it, group, left.get())));
  }

  private static Answer.Full linked(Answer.Full page, Call call, int next, int total) {
    return next <= total ? Paging.linked(page, call, "startIndex", next) : page;
  }

  private Answer.Full get(Exchange exchange) {
    mayRead(exchange);
    var group = required(exchange);
    return withMembers(exchange.call())
        ? view.withMembers(200, group, group.members(0, MOST_MEMBERS))
        : view.plain(200, group);
  }

  private Answer.Full create(Exchange exchange) {
    mayWrite(exchange);
    var json = exchange.call().json();
    var name = json.path("displayName").asText("").strip();
    if (name.isEmpty()) {
      throw new Problem(400, "displayName is required.");
    }
    if (groups.byName(name).isPresent()) {
      throw new Problem(409, "A group with this displayName exists already.");
    }
    var change = change(json);
    var group = groups.create(name, now());
    group.change(change, group.created());
    return view.withMembers(201, group, group.members(0, MOST_MEMBERS));
  }

  private Answer.Full patch(Exchange exchange) {
    mayWrite(exchange);
    var group = required(exchange);
    group.change(change(exchange.call().json()), now());
    return view.plain(200, group);
  }

  private Answer.Full delete(Exchange exchange) {
    mayWrite(exchange);
    groups.delete(required(exchange));
    return Answer.noContent();
  }

  private Answer.Full members(Exchange exchange) {
    mayRead(exchange);
    var call = exchange.call();
    var group = required(exchange);
    var size = Paging.size(call, "count", MOST_MEMBERS, MOST_MEMBERS);
    var start = start(call);
    var answer = view.withMembers(200, group, group.members(start - 1, size));
    return linked(answer, call, start + size, group.size());
  }

  private static void mayRead(Exchange exchange) {
    may(exchange, "identity:groups_read", "identity:groups_rw");
  }

  private static void mayWrite(Exchange exchange) {
    may(exchange, "identity:groups_rw");
  }

  private static void may(Exchange exchange, String... anyOf) {
    if (!exchange.caller().administers() || !exchange.caller().has(anyOf)) {
      throw new Problem(403, StatusTexts.of(403));
    }
  }

  private Group required(Exchange exchange) {
    return groups
        .byId(exchange.call().part("id"))
        .orElseThrow(() -> new Problem(404, "Group not found."));
  }

  /** Adds and deletes may be mixed in one call; nothing is done when one entry makes no sense. */
  private Group.Change change(JsonNode json) {
    var added = new ArrayList<Principal>();
    var removed = new ArrayList<Principal>();
    var members = json.path("members");
    if (members.size() > MOST_MEMBERS) {
      throw new Problem(400, "At most %d members in one request.".formatted(MOST_MEMBERS));
    }
    for (var member : members) {
      var principal = member(member.path("id").asText(""));
      switch (member.path("operation").asText("add")) {
        case "add" -> added.add(principal);
        case "delete" -> removed.add(principal);
        default -> throw new Problem(400, "The operation of a member is add or delete.");
      }
    }
    return new Group.Change(
        json.path("displayName").asText(null),
        json.path("description").asText(null),
        added,
        removed);
  }

  private Principal member(String id) {
    return directory
        .principal(id)
        .or(() -> groups.byId(id).map(it -> new Principal.Group(it.index())))
        .orElseThrow(() -> new Problem(400, "No such member: " + id));
  }

  private Instant now() {
    return Instant.ofEpochMilli(time.millis());
  }

  private static int start(Call call) {
    return Math.max(1, Paging.number(call, "startIndex", 1));
  }

  private static boolean withMembers(Call call) {
    return call.query("includeMembers").map(Boolean::parseBoolean).orElse(false);
  }

  private static Predicate<Group> filter(Call call) {
    var filter = call.query("filter");
    if (filter.isEmpty()) {
      return _ -> true;
    }
    var words = FILTER.matcher(filter.get());
    if (!words.matches()) {
      throw new Problem(400, "Only displayName eq \"…\" and displayName sw \"…\" can be filtered.");
    }
    var asked = words.group(2).toLowerCase(Locale.ROOT);
    return words.group(1).equalsIgnoreCase("eq")
        ? it -> it.displayName().toLowerCase(Locale.ROOT).equals(asked)
        : it -> it.displayName().toLowerCase(Locale.ROOT).startsWith(asked);
  }

  private static Comparator<Group> order(Call call) {
    var by = call.query("sortBy").orElse("displayName");
    Comparator<Group> order =
        by.equals("id")
            ? Comparator.comparing(Group::id)
            : Comparator.comparing(Group::displayName, String.CASE_INSENSITIVE_ORDER);
    return call.query("sortOrder").orElse("ascending").equals("descending")
        ? order.reversed()
        : order;
  }
}
