package belfry.simulator.directory;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A group space: many members, one of the rooms one can post to. */
public final class Space {
  private final int index;
  private final String title;
  private final Instant created;
  private final boolean announcementOnly;
  private final boolean readOnly;
  private final Roster roster;
  private final Set<Principal> moderators;

  Space(int index, String title, Instant created, Rules rules, Roster roster) {
    this.index = index;
    this.title = title;
    this.created = created;
    this.roster = roster;
    announcementOnly = rules.announcementOnly();
    readOnly = rules.readOnly();
    moderators = ConcurrentHashMap.newKeySet();
    moderators.addAll(rules.moderators());
  }

  /** Who may post: everybody, moderators, or nobody. */
  record Rules(boolean announcementOnly, boolean readOnly, Set<Principal> moderators) {}

  public int index() {
    return index;
  }

  public String title() {
    return title;
  }

  public Instant created() {
    return created;
  }

  public boolean isAnnouncementOnly() {
    return announcementOnly;
  }

  public boolean isReadOnly() {
    return readOnly;
  }

  public boolean isModerator(Principal principal) {
    return moderators.contains(principal);
  }

  public int size() {
    return roster.size();
  }

  public boolean contains(Principal principal) {
    return roster.contains(principal);
  }

  public List<Principal> members(int from, int count) {
    return roster.page(from, count);
  }

  /** Says whether this changed anything. */
  public boolean add(Principal principal, boolean moderator) {
    if (moderator) {
      moderators.add(principal);
    }
    return roster.add(principal);
  }

  /** Says whether this changed anything. */
  public boolean remove(Principal principal) {
    moderators.remove(principal);
    return roster.remove(principal);
  }
}
