package belfry.standin.routes;

import static belfry.standin.manners.DirectoryManner.GROUPS_ERROR_OBJECT;
import static belfry.standin.manners.DirectoryManner.GROUPS_HTML;
import static belfry.standin.manners.DirectoryManner.GROUPS_SHORT;
import static belfry.standin.manners.DirectoryManner.GROUP_MISSING_HTML;
import static belfry.standin.manners.DirectoryManner.MEMBERS_ERROR_OBJECT;
import static belfry.standin.manners.DirectoryManner.MEMBERS_HTML;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.answers.Links;
import belfry.standin.answers.Numbers;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.Group;
import belfry.standin.world.World;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** {@code /v1/groups} and what is below, for administrators and the directory's own account. */
public final class GroupRoutes {
  private static final int USUAL = 100;
  private static final int MOST = 500;
  private static final Pattern FILTER = Pattern.compile("displayName (eq|sw) \"(.*)\"");

  private final World world;
  private final Switchboard<Manner> manners;
  private final GroupViews views;
  private final GroupChanges changes;

  public GroupRoutes(World world, Switchboard<Manner> manners, long seed) {
    this.world = world;
    this.manners = manners;
    views = new GroupViews(world.people().organisation(), world.clock(), manners);
    changes = new GroupChanges(world, seed);
  }

  public Reply answer(Caller caller, Request request) {
    if (!isAllowed(caller)) {
      throw Problem.of(403, "Missing required scopes or roles.");
    }
    return switch (request.segments().size()) {
      case 2 -> all(request);
      case 3 -> one(request);
      case 4 -> {
        if (!request.segments().get(3).equalsIgnoreCase("members")) {
          throw Problem.notFound();
        }
        if (!request.method().equals("GET")) {
          throw Problem.notAllowed();
        }
        yield members(request);
      }
      default -> throw Problem.notFound();
    };
  }

  private Reply all(Request request) {
    return switch (request.method()) {
      case "GET" -> list(request);
      case "POST" -> Json.reply(201, views.group(changes.made(request), true));
      default -> throw Problem.notAllowed();
    };
  }

  private Reply one(Request request) {
    return switch (request.method()) {
      case "GET" -> read(request);
      case "PATCH" -> Json.reply(views.group(changes.changed(group(request), request), true));
      case "DELETE" -> {
        world.groups().forget(group(request));
        yield Reply.empty(204);
      }
      default -> throw Problem.notAllowed();
    };
  }

  private boolean isAllowed(Caller caller) {
    return switch (caller.scope()) {
      case DIRECTORY -> true;
      case USER -> caller.person().equals(world.people().administrator());
      case BOT -> false;
    };
  }

  private Reply list(Request request) {
    if (manners.draw(GROUPS_HTML)) {
      return Errors.page(200, "Just a moment...");
    }
    if (manners.draw(GROUPS_ERROR_OBJECT)) {
      return Errors.inSuccess("directory_unavailable");
    }
    var query = request.query();
    var found = shortened(found(query));
    var start = Numbers.atLeast(1, query, "startIndex", 1);
    var from = Math.min(found.size(), start - 1);
    var to = Math.min(found.size(), from + count(query));
    var page = found.subList(from, to);
    var body =
        Json.object()
            .put("totalResults", found.size())
            .put("startIndex", start)
            .put("itemsPerPage", page.size());
    var members = includesMembers(query);
    body.set(
        "groups", Json.array(page.stream().map(group -> views.group(group, members)).toList()));
    var next = query.with("startIndex", Integer.toString(to + 1));
    return to < found.size()
        ? Links.to(Json.reply(body), Links.absolute(request, next))
        : Json.reply(body);
  }

  private List<Group> shortened(List<Group> found) {
    return manners.draw(GROUPS_SHORT) ? found.subList(found.size() / 2, found.size()) : found;
  }

  private List<Group> found(Fields query) {
    var order = Comparator.comparing(Group::name);
    if (query.value("sortBy").filter("id"::equals).isPresent()) {
      order = Comparator.comparing(Group::uuid);
    }
    if (query.value("sortOrder").filter("descending"::equals).isPresent()) {
      order = order.reversed();
    }
    var wanted = query.value("filter").map(GroupRoutes::filter).orElse(_ -> true);
    return world.groups().all().stream().filter(wanted).sorted(order).toList();
  }

  private static Predicate<Group> filter(String written) {
    var filter = FILTER.matcher(written);
    if (!filter.matches()) {
      throw Problem.of(400, "Invalid filter.");
    }
    var name = filter.group(2).replace("\\\"", "\"");
    return filter.group(1).equals("eq")
        ? group -> group.name().equalsIgnoreCase(name)
        : group -> group.name().regionMatches(true, 0, name, 0, name.length());
  }

  private Reply read(Request request) {
    return manners.draw(GROUP_MISSING_HTML)
        ? Errors.page(404, "404 Not Found")
        : Json.reply(views.group(group(request), includesMembers(request.query())));
  }

  private Reply members(Request request) {
    var group = group(request);
    if (manners.draw(MEMBERS_HTML)) {
      return Errors.page(200, "Just a moment...");
    }
    if (manners.draw(MEMBERS_ERROR_OBJECT)) {
      return Errors.inSuccess("directory_unavailable");
    }
    var query = request.query();
    var start = Numbers.atLeast(1, query, "startIndex", 1);
    return Json.reply(views.members(group, start, count(query)));
  }

  private static int count(Fields query) {
    return Math.min(MOST, Numbers.atLeast(1, query, "count", USUAL));
  }

  private static boolean includesMembers(Fields query) {
    return query.value("includeMembers").filter("true"::equals).isPresent();
  }

  private Group group(Request request) {
    return request.segment(2).flatMap(world.groups()::byId).orElseThrow(Problem::notFound);
  }
}
