package belfry.standin.routes;

import static belfry.standin.manners.DirectoryManner.MEMBERS_REPEATED;
import static belfry.standin.manners.DirectoryManner.MEMBERS_SHORT;
import static belfry.standin.manners.DirectoryManner.MEMBERS_TWICE;
import static belfry.standin.manners.DirectoryManner.MEMBERS_WITH_NULL;
import static belfry.standin.manners.DirectoryManner.MEMBER_SIZE_WRONG;
import static java.util.Locale.ROOT;

import belfry.standin.answers.Json;
import belfry.standin.manners.Manner;
import belfry.standin.manners.StampManner;
import belfry.standin.switches.Switchboard;
import belfry.standin.world.Group;
import belfry.standin.world.Group.Member;
import belfry.standin.world.IdType;
import belfry.standin.world.PlatformClock;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Writes groups as JSON, and pages of who is in them. */
final class GroupViews {
  private static final int MOST_INCLUDED = 500;

  private final UUID organisation;
  private final Instant since;
  private final Switchboard<Manner> manners;

  GroupViews(UUID organisation, PlatformClock clock, Switchboard<Manner> manners) {
    this.organisation = organisation;
    since = clock.now();
    this.manners = manners;
  }

  ObjectNode group(Group group, boolean withMembers) {
    var size = group.members().size() - (manners.draw(MEMBER_SIZE_WRONG) ? 1 : 0);
    var view =
        Json.object()
            .put("id", group.id(organisation))
            .put("displayName", group.name())
            .put("orgId", IdType.ORGANIZATION.of(organisation))
            .put("created", StampManner.usualForm(since))
            .put("lastModified", StampManner.usualForm(since))
            .put("memberSize", Math.max(0, size));
    if (withMembers) {
      view.set("members", views(group.members().stream().limit(MOST_INCLUDED).toList()));
    }
    return view;
  }

  /** One page of members, counted from 1, in their group. */
  ObjectNode members(Group group, int asked, int count) {
    var start = manners.draw(MEMBERS_REPEATED) ? 1 : asked;
    var there = group.members();
    if (manners.draw(MEMBERS_SHORT)) {
      there = there.subList(0, there.size() / 2);
    }
    var from = Math.min(there.size(), start - 1);
    var page = there.subList(from, Math.min(there.size(), from + count));
    var view = group(group, false).put("startIndex", asked).put("itemsPerPage", page.size());
    return view.set("members", views(page));
  }

  private ArrayNode views(List<Member> members) {
    var views = Json.array(members.stream().map(GroupViews::view).toList());
    if (manners.draw(MEMBERS_TWICE)) {
      members.forEach(member -> views.add(view(member)));
    }
    if (manners.draw(MEMBERS_WITH_NULL)) {
      views.insertNull(0);
    }
    return views;
  }

  private static ObjectNode view(Member member) {
    return Json.object()
        .put("id", member.id())
        .put("type", member.kind().name().toLowerCase(ROOT))
        .put("displayName", member.name());
  }
}
