package belfry.people;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Whom a message is for, as it was chosen; who that is in the end is found when it is sent. */
public record Audience(List<Entry> entries) {
  public static final Audience NOBODY = new Audience(List.of());

  public Audience {
    entries = List.copyOf(entries);
  }

  /** One choice. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Group.class, name = "group"),
    @JsonSubTypes.Type(value = One.class, name = "person"),
    @JsonSubTypes.Type(value = Room.class, name = "space"),
    @JsonSubTypes.Type(value = Addresses.class, name = "list")
  })
  public sealed interface Entry {
    String name();
  }

  /** All members of a group. */
  public record Group(String id, String name) implements Entry {}

  public record One(String id, String name) implements Entry {}

  /** A space: one message for all in it. */
  public record Room(String id, String name) implements Entry {}

  /** E-mail addresses, pasted or uploaded. */
  public record Addresses(String name, List<String> emails) implements Entry {
    public Addresses {
      emails = List.copyOf(emails);
    }
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  <T extends Entry> List<T> all(Class<T> kind) {
    var found = new ArrayList<T>();
    for (var entry : entries) {
      if (kind.isInstance(entry)) {
        found.add(kind.cast(entry));
      }
    }
    return found;
  }

  /** For lists: {@code All staff, General and 3 others}. */
  public String summary() {
    var names = entries.stream().map(Entry::name).toList();
    if (names.size() <= 3) {
      return String.join(", ", names);
    }
    return names.stream().limit(2).collect(Collectors.joining(", "))
        + " and %d others".formatted(names.size() - 2);
  }
}
