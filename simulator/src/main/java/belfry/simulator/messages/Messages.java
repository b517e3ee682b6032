package belfry.simulator.messages;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every accepted message: a million, each in a room of its own, take some 70 MB. One lock owns all
 * of it; what is done inside takes about a microsecond.
 */
public final class Messages {
  /** "at most 10 edits": platform-api.md 4.2. */
  public static final int MOST_EDITS = 10;

  private final Directory directory;
  private final Time time;
  private final MessageIds ids;
  private Columns columns = new Columns();
  private volatile Vocabulary vocabulary = new Vocabulary();
  private volatile Duration listingLag = Duration.ZERO;
  private volatile Consumer<News> listener = _ -> {};

  public Messages(Directory directory, Time time, long seed) {
    this.directory = directory;
    this.time = time;
    ids = new MessageIds(seed);
  }

  public Message post(Draft draft) {
    var asked = vocabulary;
    var words = asked.of(draft.content());
    var late = draft.laggingAlso(listingLag);
    Message message;
    synchronized (this) {
      // Everything may have been forgotten in between, this content too.
      var known = asked == vocabulary ? words : vocabulary.of(draft.content());
      message = message(columns.add(late, known, time));
    }
    listener.accept(new News.Said(message));
    return message;
  }

  /** Who is told what happens, on the thread that made it happen and outside the lock. */
  public void listen(Consumer<News> to) {
    listener = to;
  }

  public synchronized Optional<Message> byId(String id) {
    return ids.mark(id)
        .filter(it -> it.number() < columns.size())
        .filter(it -> columns.created.get(it.number()) == it.created())
        .filter(it -> !columns.isDeleted(it.number()))
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

  /** Empty when the message was edited too often already. */
  public Optional<Message> edit(Message message, Content content) {
    var edited = edited(message.number(), content);
    edited.ifPresent(it -> listener.accept(new News.Edited(it)));
    return edited;
  }

  private synchronized Optional<Message> edited(int number, Content content) {
    if (columns.edits(number) >= MOST_EDITS) {
      return Optional.empty();
    }
    columns.edit(number, vocabulary.of(content), Instant.ofEpochMilli(time.millis()));
    return Optional.of(message(number));
  }

  public void delete(Message message) {
    synchronized (this) {
      columns.delete(message.number());
    }
    listener.accept(new News.Deleted(message));
  }

  /** Whether anything was ever said in this room. */
  public synchronized boolean exists(Room room) {
    return columns.newestInRoom.get(room.code()) != LongIntTable.ABSENT;
  }

  public synchronized Optional<Instant> lastActivity(Room room) {
    return exists(room)
        ? Optional.of(created(columns.newestInRoom.get(room.code())))
        : Optional.empty();
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
    return columns.roomsOfBot(bot.code());
  }

  /** The 1:1 rooms of a person: with bots, then with other people. */
  public synchronized List<Room> directRoomsOfPerson(Principal person) {
    var withBots =
        directory.bots().stream()
            .<Room>map(bot -> Room.Direct.of(person, new Principal.Bot(bot.index())))
            .filter(this::exists);
    return Stream.concat(withBots, columns.roomsAmongPeople(person.code()).stream()).toList();
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
    return columns.size();
  }

  Directory directory() {
    return directory;
  }

  /** Calls for each number from {@code from} on, at most {@code most}, while nothing changes. */
  synchronized int each(int from, int most, IntConsumer action) {
    var end = Math.min(columns.size(), from + most);
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
    return columns.isDeleted(number);
  }

  synchronized boolean isRival(int number) {
    return columns.isRival(number);
  }

  synchronized String id(int number) {
    return ids.id(number, columns.created.get(number));
  }

  private boolean matches(int number, History asked) {
    return !columns.isDeleted(number)
        && isVisible(number)
        && (asked.before().isEmpty() || columns.created.get(number) < asked.before().getAsLong())
        && (asked.parent().isEmpty() || isReply(number, asked.parent().getAsInt()))
        && (asked.mentioned() == null
            || words(number).mentions().include(asked.mentioned(), directory));
  }

  private boolean isReply(int number, int to) {
    var parent = columns.parent.get(number);
    return parent != null && parent == to;
  }

  private boolean isVisible(int number) {
    var from = columns.shownFrom.get(number);
    return from == Long.MIN_VALUE || time.nanos() - from >= 0;
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

  private @Nullable String parentId(int number) {
    var parent = columns.parent.get(number);
    return parent == null ? null : id(parent);
  }

  private Instant created(int number) {
    return Instant.ofEpochMilli(columns.created.get(number));
  }
}
