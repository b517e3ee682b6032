package belfry.people.groups;

import belfry.base.Secret;
import belfry.people.directory.DirectoryToken;
import belfry.people.directory.Person;
import belfry.platform.GroupMember;
import belfry.platform.GroupState;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a group of the directory, and those within it, each once, because the platform does not
 * expand them.
 */
final class GroupReading {
  private static final Logger LOG = LoggerFactory.getLogger(GroupReading.class);

  private final Platform platform;
  private final DirectoryToken token;
  private final GroupStore store;
  private final Secret access;
  private final GroupStore.Row row;
  private final List<GroupParts.Part> parts = new ArrayList<>();
  private int missing;

  /** For a copy of {@code row}, with what the directory takes. */
  GroupReading(
      Platform platform,
      DirectoryToken token,
      GroupStore store,
      Secret access,
      GroupStore.Row row) {
    this.platform = platform;
    this.token = token;
    this.store = store;
    this.access = access;
    this.row = row;
  }

  /** What was read, as the directory described it. */
  GroupParts parts(long generation) {
    return new GroupParts(generation, 0, parts);
  }

  /** How many more members the directory reported than it listed. */
  int missing() {
    return missing;
  }

  /** Writes all members into an unfinished copy; returns why not, if they cannot be read. */
  Optional<GroupCopies.Copy> read(long generation, AtomicLong read) {
    read.set(0);
    var waiting = new ArrayDeque<String>(List.of(row.group().id()));
    var seen = new HashSet<>(waiting);
    while (!waiting.isEmpty()) {
      var group = waiting.remove();
      var isItself = group.equals(row.group().id());
      var others = new HashSet<String>();
      var nested = new HashSet<String>();
      var listed = new int[1];
      var answer =
          platform
              .groups()
              .members(
                  access,
                  group,
                  members -> {
                    listed[0] += members.size();
                    read.addAndGet(members.size());
                    store.copy(row, generation, people(members));
                    if (!isItself) {
                      members.forEach(member -> nested.add(member.id()));
                    }
                    members.stream()
                        .filter(member -> member.kind() != GroupMember.Kind.PERSON)
                        .map(GroupMember::id)
                        .forEach(others::add);
                    members.stream()
                        .filter(member -> member.kind() == GroupMember.Kind.GROUP)
                        .map(GroupMember::id)
                        .filter(seen::add)
                        .forEach(waiting::add);
                  });
      if (answer instanceof Response.Absent && listed[0] == 0) {
        if (isItself) {
          LOG.warn(
              "Group {}: it no longer exists in the directory. Anybody who sends to it is asked first",
              row.group().name());
          return Optional.of(new GroupCopies.Copy.Gone());
        }
        // Listed as a member but not found: a person must look at that, so it counts as missing.
        missing++;
        parts.add(GroupParts.Part.gone(group));
        continue;
      }
      token.heard(answer);
      if (!(answer instanceof Response.Got<GroupState>(var told))) {
        LOG.debug(
            "Group {}: its members could not be copied: {}. The earlier copy stays in use",
            row.group().name(),
            answer.trouble());
        return Optional.of(new GroupCopies.Copy.Failed(answer.trouble()));
      }
      parts.add(GroupParts.Part.of(group, told));
      // Pages may overlap, so distinct people are counted: in the copy, or here those of a nested
      // group, which cannot be told from the group's own there.
      var counted = isItself ? store.size(row, generation) + others.size() : nested.size();
      missing += Math.max(0, told.size().orElse(listed[0]) - counted);
    }
    if (missing > 0) {
      LOG.warn(
          "Group {}: the directory reports {} more members than it lists. Anybody who sends to it is asked first",
          row.group().name(),
          missing);
    }
    return Optional.empty();
  }

  private static List<Person> people(Collection<GroupMember> members) {
    return members.stream()
        .filter(member -> member.kind() == GroupMember.Kind.PERSON)
        .map(member -> new Person(new PersonId(member.id()), member.displayName(), ""))
        .toList();
  }
}
