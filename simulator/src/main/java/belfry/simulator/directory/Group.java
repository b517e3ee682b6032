package belfry.simulator.directory;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A group of the directory as it stands now; its members are read in pages. */
public final class Group {
  private final int index;
  private final UUID uuid;
  private final String id;
  private final Instant created;
  private final Roster roster;
  private volatile String displayName;
  private volatile @Nullable String description;
  private volatile Instant lastModified;

  Group(int index, UUID uuid, String id, String displayName, Instant created, Roster roster) {
    this.index = index;
    this.uuid = uuid;
    this.id = id;
    this.displayName = displayName;
    this.created = created;
    this.roster = roster;
    lastModified = created;
  }

  public int index() {
    return index;
  }

  UUID uuid() {
    return uuid;
  }

  public String id() {
    return id;
  }

  public String displayName() {
    return displayName;
  }

  public @Nullable String description() {
    return description;
  }

  public Instant created() {
    return created;
  }

  public Instant lastModified() {
    return lastModified;
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

  /** What a change of a group may ask for; absent words stay as they are. */
  public record Change(
      @Nullable String displayName,
      @Nullable String description,
      List<Principal> added,
      List<Principal> removed) {}

  public void change(Change change, Instant at) {
    if (change.displayName() != null) {
      displayName = change.displayName();
    }
    if (change.description() != null) {
      description = change.description();
    }
    change.added().forEach(roster::add);
    change.removed().forEach(roster::remove);
    lastModified = at;
  }
}
