package belfry.standin.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A conversation of two or of many; its own lock keeps its messages in their order. */
public final class Room {
  private final UUID uuid;
  private final Kind kind;
  private final String title;
  private final Stamp made;
  private final Set<Person> members = ConcurrentHashMap.newKeySet();
  private final List<Message> messages = new ArrayList<>();

  /** Who talks there, and who may. */
  public enum Kind {
    DIRECT,
    GROUP,
    /** A group in which only moderators write. */
    ANNOUNCEMENTS,
    /** A group in which nobody writes any more. */
    READ_ONLY
  }

  /** When it was made: by the platform's clock, and in truth. */
  public record Stamp(Instant created, Instant truly) {}

  Room(UUID uuid, Kind kind, String title, Stamp made) {
    this.uuid = uuid;
    this.kind = kind;
    this.title = title;
    this.made = made;
  }

  public UUID uuid() {
    return uuid;
  }

  /** Under which it is known after it has moved to another cluster. */
  public UUID uuidElsewhere() {
    return UUID.nameUUIDFromBytes(("moved " + uuid).getBytes(UTF_8));
  }

  public Kind kind() {
    return kind;
  }

  public boolean isDirect() {
    return kind == Kind.DIRECT;
  }

  public String title() {
    return title;
  }

  public Stamp made() {
    return made;
  }

  public Set<Person> members() {
    return Set.copyOf(members);
  }

  public boolean has(Person person) {
    return members.contains(person);
  }

  /** False when the person is there already. */
  public boolean admit(Person person) {
    return members.add(person);
  }

  /** Whom somebody talks to in a conversation of two. */
  public Optional<Person> other(Person one) {
    return isDirect()
        ? members.stream().filter(member -> !member.equals(one)).findFirst()
        : Optional.empty();
  }

  /** Makes a message and stores it behind all others. */
  synchronized Message add(Supplier<Message> made) {
    var message = made.get();
    messages.add(message);
    return message;
  }

  synchronized void replace(Message other) {
    messages.replaceAll(one -> one.uuid().equals(other.uuid()) ? other : one);
  }

  synchronized void remove(UUID message) {
    messages.removeIf(one -> one.uuid().equals(message));
  }

  public synchronized List<Message> newestFirst() {
    return List.copyOf(messages.reversed());
  }

  public synchronized Optional<Message> last() {
    return messages.isEmpty() ? Optional.empty() : Optional.of(messages.getLast());
  }
}
