package belfry.standin.world;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** All conversations; one of two is opened when the first message goes there. */
public final class Rooms {
  private static final List<String> GROUPS =
      List.of("Canteen", "Cargo watch", "Lost and found", "Night shift", "Tides");
  private static final int SOME = 20;
  private static final Duration LONG_AGO = Duration.ofDays(30);

  private final Seeded seeded;
  private final PlatformClock clock;
  private final Map<UUID, Room> byId = new ConcurrentHashMap<>();
  private final Map<Pair, Room> direct = new ConcurrentHashMap<>();
  private final Map<UUID, Queue<Room>> byMember = new ConcurrentHashMap<>();

  /** Two people, in whatever order they are named. */
  private record Pair(UUID one, UUID other) {
    static Pair of(Person one, Person other) {
      return one.uuid().compareTo(other.uuid()) < 0
          ? new Pair(one.uuid(), other.uuid())
          : new Pair(other.uuid(), one.uuid());
    }
  }

  private Rooms(Seeded seeded, PlatformClock clock) {
    this.seeded = seeded;
    this.clock = clock;
  }

  /** Some group rooms, all bots and a few of the staff in each. */
  static Rooms made(People people, Seeded seeded, PlatformClock clock) {
    var rooms = new Rooms(seeded, clock);
    GROUPS.forEach(title -> rooms.furnish(Room.Kind.GROUP, title, people));
    rooms.furnish(Room.Kind.ANNOUNCEMENTS, "From the harbour office", people);
    rooms.furnish(Room.Kind.READ_ONLY, "Old quay (closed)", people);
    return rooms;
  }

  private void furnish(Room.Kind kind, String title, People people) {
    var truly = clock.truth().minus(LONG_AGO);
    var room = new Room(seeded.uuid(), kind, title, new Room.Stamp(truly, truly));
    keep(room);
    people.staff().stream().limit(SOME).forEach(person -> admit(room, person));
    people.bots().forEach(bot -> admit(room, bot));
  }

  private void keep(Room room) {
    byId.put(room.uuid(), room);
    byId.put(room.uuidElsewhere(), room);
  }

  /** False when the person is there already. */
  public boolean admit(Room room, Person person) {
    if (!room.admit(person)) {
      return false;
    }
    byMember.computeIfAbsent(person.uuid(), _ -> new ConcurrentLinkedQueue<>()).add(room);
    return true;
  }

  /** By its id, or by the one that it has after a move. */
  public Optional<Room> byId(UUID uuid) {
    return Optional.ofNullable(byId.get(uuid));
  }

  public List<Room> of(Person person) {
    return List.copyOf(byMember.getOrDefault(person.uuid(), new ConcurrentLinkedQueue<>()));
  }

  public Optional<Room> directIfAny(Person one, Person other) {
    return Optional.ofNullable(direct.get(Pair.of(one, other)));
  }

  Room direct(Person one, Person other) {
    return direct.computeIfAbsent(
        Pair.of(one, other),
        _ -> {
          var made = new Room.Stamp(clock.now(), clock.truth());
          var title = one.isBot() ? other.displayName() : one.displayName();
          var room = new Room(seeded.uuid(), Room.Kind.DIRECT, title, made);
          keep(room);
          admit(room, one);
          admit(room, other);
          return room;
        });
  }
}
