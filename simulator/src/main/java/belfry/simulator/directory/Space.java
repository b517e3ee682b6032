package belfry.simulator.directory;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A group space: many members, one of the rooms one can post to. */
public final class Space {
  private final int index;
  private final Instant created;
  private final Roster roster;
  private final Set<Principal> moderators = ConcurrentHashMap.newKeySet();
  private volatile String title;
  private volatile Rules rules;
  private volatile boolean gone;

  Space(int index, String title, Instant created, Rules rules, Roster roster) {
    this.index = index;
    this.title = title;
    this.created = created;
    this.rules = rules;
    this.roster = roster;
  }

  /** Who may post and change: everybody, moderators, or nobody. */
  record Rules(boolean locked, boolean announcementOnly, boolean readOnly) {
    static final Rules OPEN = new Rules(false, false, false);
    static final Rules ANNOUNCEMENTS = new Rules(true, true, false);
    static final Rules READ_ONLY = new Rules(false, false, true);
  }

  public int index() {
    return index;
  }

  public String title() {
    return title;
  }

  public Instant created() {
    return created;
  }

  /** Whether only moderators may change it. */
  public boolean isLocked() {
    return rules.locked() || rules.announcementOnly();
  }

  public boolean isAnnouncementOnly() {
    return rules.announcementOnly();
  }

  public boolean isReadOnly() {
    return rules.readOnly();
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
    return !gone && roster.add(principal);
  }

  /** Says whether this changed anything. */
  public boolean remove(Principal principal) {
    moderators.remove(principal);
    return roster.remove(principal);
  }

  /** What a change of a space may ask for; what is absent stays as it is. */
  public record Change(
      @Nullable String title,
      @Nullable Boolean locked,
      @Nullable Boolean announcementOnly,
      @Nullable Boolean readOnly) {}

  /** Whoever makes a space moderated becomes its moderator. */
  public void change(Change change, Principal by) {
    title = change.title() == null ? title : change.title();
    rules =
        new Rules(
            change.locked() == null ? rules.locked() : change.locked(),
            change.announcementOnly() == null
                ? rules.announcementOnly()
                : change.announcementOnly(),
            change.readOnly() == null ? rules.readOnly() : change.readOnly());
    if (isLocked()) {
      moderators.add(by);
    }
  }

  /** Nobody is in it any more, so nobody finds it. */
  void close() {
    gone = true;
    roster.clear();
  }

  boolean isGone() {
    return gone;
  }
}
