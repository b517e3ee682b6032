package belfry.standin.messages;

import static belfry.standin.manners.ListManner.DIRECT_FORGETS;
import static belfry.standin.manners.ListManner.LIST_CAPPED;
import static belfry.standin.manners.ListManner.LIST_FALSELY_EMPTY;
import static belfry.standin.manners.ListManner.LIST_HIDES_NEWEST;
import static belfry.standin.manners.ListManner.LIST_HIDES_OWN;
import static belfry.standin.manners.ListManner.LIST_LAG;
import static belfry.standin.manners.ListManner.LIST_OF_ANOTHER;
import static belfry.standin.manners.ListManner.LIST_REPLICA_BEHIND;
import static belfry.standin.manners.ListManner.LIST_RETENTION;
import static belfry.standin.manners.ListManner.LIST_UNFILTERED;

import belfry.standin.manners.ListManner;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.World;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which messages a listing shows, newest first. */
final class Selection {
  private final World world;
  private final Switchboard<Manner> manners;

  Selection(World world, Switchboard<Manner> manners) {
    this.world = world;
    this.manners = manners;
  }

  /** What the listing of two shows; that of the room may show more. */
  List<Message> ofTwo(Room room, Person caller) {
    return of(room, caller).stream().filter(message -> !isForgotten(message)).toList();
  }

  private boolean isForgotten(Message message) {
    var forgotten = manners.holdsFor(DIRECT_FORGETS, message.uuid());
    if (forgotten) {
      manners.count(DIRECT_FORGETS);
    }
    return forgotten;
  }

  List<Message> of(Room room, Person caller) {
    if (manners.draw(LIST_FALSELY_EMPTY)) {
      return List.of();
    }
    var lag = manners.draw(LIST_LAG);
    var behind = manners.draw(LIST_REPLICA_BEHIND) && manners.turn(LIST_REPLICA_BEHIND, 2) == 1;
    var retention = manners.draw(LIST_RETENTION);
    var hidesOwn = manners.draw(LIST_HIDES_OWN);
    var cap = manners.draw(LIST_CAPPED) ? manners.value(LIST_CAPPED) : Long.MAX_VALUE;
    return source(room, caller).stream()
        .filter(message -> !lag || storedBefore(message, LIST_LAG))
        .filter(message -> !behind || storedBefore(message, LIST_REPLICA_BEHIND))
        .filter(message -> !retention || !storedBefore(message, LIST_RETENTION))
        .filter(message -> !hidesOwn || !message.author().equals(caller))
        .skip(manners.draw(LIST_HIDES_NEWEST) ? 1 : 0)
        .limit(cap)
        .toList();
  }

  /** Whether a single message can be read yet. */
  boolean shows(Message message) {
    return storedBefore(message, LIST_LAG) || !manners.draw(LIST_LAG);
  }

  private boolean storedBefore(Message message, ListManner manner) {
    var limit = world.clock().truth().minusMillis(manners.value(manner));
    return !message.stamp().stored().isAfter(limit);
  }

  private List<Message> source(Room room, Person caller) {
    if (manners.draw(LIST_UNFILTERED)) {
      return world.rooms().of(caller).stream()
          .filter(Room::isDirect)
          .flatMap(one -> one.newestFirst().stream())
          .sorted(Comparator.comparing((Message one) -> one.stamp().stored()).reversed())
          .toList();
    }
    var shown = manners.isOn(LIST_OF_ANOTHER) ? another(room, caller) : Optional.<Room>empty();
    return shown.filter(_ -> manners.draw(LIST_OF_ANOTHER)).orElse(room).newestFirst();
  }

  /** The conversation in which the bot wrote last, apart from this one. */
  private Optional<Room> another(Room room, Person caller) {
    return world.rooms().of(caller).stream()
        .filter(one -> one.isDirect() && !one.equals(room))
        .max(Comparator.comparing(Selection::lastStored));
  }

  private static Instant lastStored(Room room) {
    return room.last().map(message -> message.stamp().stored()).orElse(Instant.MIN);
  }
}
