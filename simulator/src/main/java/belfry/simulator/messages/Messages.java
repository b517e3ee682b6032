package belfry.simulator.messages;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every accepted message, in columns of numbers: a million take some 60 MB. One lock owns all of
 * it; what is done inside takes about a microsecond.
 */
public final class Messages {
  /** "at most 10 edits": platform-api.md 4.2. */
  public static final int MOST_EDITS = 10;

  private static final int DELETED = 1;
  private static final int ONE_EDIT = 2;

  private final Directory directory;
  private final Time time;
  private final MessageIds ids;
  private Columns columns = new Columns();
  private volatile Vocabulary vocabulary = new Vocabulary();
  private volatile Duration listingLag = Duration.ZERO;

  public Messages(Directory directory, Time time, long seed) {
    this.directory = directory;
    this.time = time;
    ids = new MessageIds(seed);
  }

  /** What is kept of each message, by its number; and what leads there. */
  private static final class Columns {
    final LongColumn created = new LongColumn();
    final LongColumn room = new LongColumn();
    final IntColumn author = new IntColumn();
    final IntColumn words = new IntColumn();
    final IntColumn previousInRoom = new IntColumn();
    final IntColumn lagMillis = new IntColumn();
    final IntColumn state = new IntColumn();
    final Map<Integer, Instant> updated = new HashMap<>();
    final Map<Integer, Integer> parent = new HashMap<>();
    final LongIntTable newestInRoom = new LongIntTable();
    final Map<Integer, IntColumn> roomsOfBots = new HashMap<>();
    final Map<Integer, List<Room>> roomsAmongPeople = new HashMap<>();
  }

  public Message post(Draft draft) {
    var asked = vocabulary;
    var words = asked.of(draft.content());
    synchronized (this) {
      // Everything may have been forgotten in between, this content too.
      return store(draft, asked == vocabulary ? words : vocabulary.of(draft.content()));
    }
  }

  private Message store(Draft draft, Words words) {
    var number = columns.created.size();
    var latest = number == 0 ? Long.MIN_VALUE : columns.created.get(number - 1);
    var code = draft.room().code();
    var newest = columns.newestInRoom.get(code);
    if (newest == LongIntTable.ABSENT && draft.room() instanceof Room.Direct direct) {
      opened(direct, number);
    }
    // The clock of the machine may step back; the order of acceptance must not.
    columns.created.add(Math.max(latest, time.millis()));
    columns.room.add(code);
    columns.author.add(draft.author().code());
    columns.words.add(words.number());
    columns.previousInRoom.add(newest);
    columns.lagMillis.add((int) draft.lag().plus(listingLag).toMillis());
    columns.state.add(0);
    draft.parent().ifPresent(parent -> columns.parent.put(number, parent));
    columns.newestInRoom.put(code, number);
    return message(number);
  }

  public synchronized Optional<Message> byId(String id) {
    return ids.mark(id)
        .filter(it -> it.number() < columns.created.size())
        .filter(it -> columns.created.get(it.number()) == it.created())
        .filter(it -> !isDeleted(it.number()))
        .map(it -> message(it.number()));
  }

  /** Whether listings show this message by now. */
  public synchronized boolean isVisible(Message message) {
    return isVisible(message.number());
  }

  public synchronized List<Message> history(Room room, History asked) {
    var found = new ArrayList<Message>();
    var number =
        asked.beforeNumber().isPresent()
            ? columns.previousInRoom.get(asked.beforeNumber().getAsInt())
            : columns.newestInRoom.get(room.code());
    while (number >= 0 && found.size() < asked.max()) {
      if (matches(number, asked)) {
        found.add(message(number));
      }
      number = columns.previousInRoom.get(number);
    }
    return found;
  }

  /** The newest messages of a room, as many as one page shows. */
  public List<Message> history(Room room) {
    return history(room, History.newest(50));
  }

  /** Empty when the message was edited too often already. */
  public synchronized Optional<Message> edit(Message message, Content content) {
    var words = vocabulary.of(content);
    var number = message.number();
    var state = columns.state.get(number);
    if (state / ONE_EDIT >= MOST_EDITS) {
      return Optional.empty();
    }
    columns.state.set(number, state + ONE_EDIT);
    columns.words.set(number, words.number());
    columns.updated.put(number, Instant.ofEpochMilli(time.millis()));
    return Optional.of(message(number));
  }

  public synchronized void delete(Message message) {
    columns.state.set(message.number(), columns.state.get(message.number()) | DELETED);
  }

  public synchronized boolean exists(Room room) {
    return columns.newestInRoom.get(room.code()) != LongIntTable.ABSENT;
  }

  public synchronized Optional<Instant> lastActivity(Room room) {
    var newest = columns.newestInRoom.get(room.code());
    return newest < 0 ? Optional.empty() : Optional.of(created(newest));
  }

  /** When a 1:1 room came into being. */
  public synchronized Optional<Instant> firstActivity(Room room) {
    var number = columns.newestInRoom.get(room.code());
    while (number >= 0 && columns.previousInRoom.get(number) >= 0) {
      number = columns.previousInRoom.get(number);
    }
    return number < 0 ? Optional.empty() : Optional.of(created(number));
  }

  /** The 1:1 rooms of a bot, oldest first. There may be one for each person of the company. */
  public synchronized List<Room> directRoomsOfBot(Principal.Bot bot) {
    var first = columns.roomsOfBots.getOrDefault(bot.code(), new IntColumn());
    var rooms = new ArrayList<Room>(first.size());
    for (var place = 0; place < first.size(); place++) {
      rooms.add(Room.of(columns.room.get(first.get(place))));
    }
    return rooms;
  }

  /** The 1:1 rooms of a person: with bots, then with other people. */
  public synchronized List<Room> directRoomsOfPerson(Principal person) {
    return Stream.concat(
            directory.bots().stream()
                .<Room>map(bot -> Room.Direct.of(person, new Principal.Bot(bot.index())))
                .filter(this::exists),
            columns.roomsAmongPeople.getOrDefault(person.code(), List.of()).stream())
        .toList();
  }

  /** How long listings do not show messages stored from now on. */
  public void setListingLag(Duration lag) {
    listingLag = lag;
  }

  public Duration listingLag() {
    return listingLag;
  }

  /** Forgets everything that was ever said. */
  public synchronized void forget() {
    columns = new Columns();
    vocabulary = new Vocabulary();
  }

  public synchronized int size() {
    return columns.created.size();
  }

  Directory directory() {
    return directory;
  }

  /** Calls for each number from {@code from} on, at most {@code most}, while nothing changes. */
  synchronized int each(int from, int most, IntConsumer action) {
    var end = Math.min(columns.created.size(), from + most);
    for (var number = from; number < end; number++) {
      action.accept(number);
    }
    return Math.max(from, end);
  }

  synchronized int authorCode(int number) {
    return columns.author.get(number);
  }

  synchronized long roomCode(int number) {
    return columns.room.get(number);
  }

  synchronized Words words(int number) {
    return vocabulary.at(columns.words.get(number));
  }

  synchronized long createdMillis(int number) {
    return columns.created.get(number);
  }

  synchronized boolean isDeleted(int number) {
    return (columns.state.get(number) & DELETED) != 0;
  }

  synchronized String id(int number) {
    return ids.id(number, columns.created.get(number));
  }

  private boolean matches(int number, History asked) {
    return !isDeleted(number)
        && isVisible(number)
        && (asked.before().isEmpty() || columns.created.get(number) < asked.before().getAsLong())
        && (asked.parent().isEmpty() || parent(number).equals(asked.parent()))
        && (asked.mentioned() == null || mentions(number, asked.mentioned()));
  }

  private boolean mentions(int number, Principal whom) {
    var mentions = words(number).mentions();
    var byId = !mentions.ids().isEmpty() && mentions.ids().contains(directory.id(whom));
    return byId
        || (!mentions.emails().isEmpty() && mentions.emails().contains(directory.email(whom)));
  }

  private boolean isVisible(int number) {
    return time.millis() >= columns.created.get(number) + columns.lagMillis.get(number);
  }

  private Message message(int number) {
    return new Message(
        number,
        id(number),
        Room.of(columns.room.get(number)),
        Principal.of(columns.author.get(number)),
        words(number),
        created(number),
        columns.updated.get(number),
        parentId(number));
  }

  private OptionalInt parent(int number) {
    var parent = columns.parent.get(number);
    return parent == null ? OptionalInt.empty() : OptionalInt.of(parent);
  }

  private @Nullable String parentId(int number) {
    var parent = columns.parent.get(number);
    return parent == null ? null : id(parent);
  }

  private Instant created(int number) {
    return Instant.ofEpochMilli(columns.created.get(number));
  }

  /** A list per person would cost more than all messages, so rooms with bots are kept by bot. */
  private void opened(Room.Direct room, int firstMessage) {
    var bots = IntStream.of(room.low(), room.high()).filter(Principal::isBot).toArray();
    for (var bot : bots) {
      columns.roomsOfBots.computeIfAbsent(bot, _ -> new IntColumn()).add(firstMessage);
    }
    if (bots.length == 0) {
      IntStream.of(room.low(), room.high())
          .forEach(
              it -> columns.roomsAmongPeople.computeIfAbsent(it, _ -> new ArrayList<>()).add(room));
    }
  }
}
