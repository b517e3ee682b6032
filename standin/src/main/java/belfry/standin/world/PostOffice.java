package belfry.standin.world;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Stores messages, changes them and takes them back. */
public final class PostOffice {
  private final Rooms rooms;
  private final PlatformClock clock;
  private final MessageIds ids = new MessageIds();
  private final Ledger ledger = new Ledger();
  private final Map<UUID, Message> byId = new ConcurrentHashMap<>();
  private final AtomicInteger pending = new AtomicInteger();
  private volatile BiConsumer<String, Message> listener = (_, _) -> {};

  PostOffice(Rooms rooms, PlatformClock clock) {
    this.rooms = rooms;
    this.clock = clock;
  }

  /** From now on this learns what was created, updated and deleted, by these words. */
  public void onChange(BiConsumer<String, Message> wanted) {
    listener = wanted;
  }

  public Ledger ledger() {
    return ledger;
  }

  public Message store(Letter letter, Message.Origin origin) {
    var room =
        switch (letter.destination()) {
          case Destination.ToPerson(var person, _) -> rooms.direct(letter.author(), person);
          case Destination.ToRoom(var given) -> given;
        };
    var message =
        room.add(() -> {
          var stamp = new Message.Stamp(clock.now(), clock.truth());
          var uuid = ids.next(stamp.created());
          return new Message(uuid, room, letter, stamp, origin, Optional.empty());
        });
    byId.put(message.uuid(), message);
    if (letter.author().isBot()) {
      ledger.note(message);
    }
    listener.accept("created", message);
    return message;
  }

  /** What stores the letter when it is run; until then the letter is pending. */
  public Runnable later(Letter letter) {
    pending.incrementAndGet();
    return () -> {
      store(letter, Message.Origin.CLIENT);
      pending.decrementAndGet();
    };
  }

  /** How many letters are to be stored yet. */
  public int pending() {
    return pending.get();
  }

  /** By an id as it came over the wire; empty when it was taken back. */
  public Optional<Message> byId(String id) {
    return IdType.uuidIn(id).flatMap(uuid -> Optional.ofNullable(byId.get(uuid)));
  }

  /** The last that somebody wrote to anybody. */
  public Optional<Message> lastOf(Person author) {
    return ledger.messages().reversed().stream()
        .filter(one -> one.author().equals(author))
        .findFirst();
  }

  /** How often its words were changed before. */
  public int edits(Message message) {
    return message.edits();
  }

  public Message reword(Message message, Optional<String> text, Optional<String> markdown) {
    var letter = message.letter();
    var reworded =
        new Letter(
            letter.author(),
            letter.destination(),
            letter.content().reworded(text, markdown),
            letter.accepted());
    var edit = new Message.Edit(message.edits() + 1, clock.now());
    var other =
        new Message(
            message.uuid(),
            message.room(),
            reworded,
            message.stamp(),
            message.origin(),
            Optional.of(edit));
    byId.put(other.uuid(), other);
    other.room().replace(other);
    listener.accept("updated", other);
    return other;
  }

  public void takeBack(Message message) {
    byId.remove(message.uuid());
    message.room().remove(message.uuid());
    listener.accept("deleted", message);
  }
}
