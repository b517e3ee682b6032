package belfry.simulator.messages;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What is kept of each message, by its number, and what leads there; 40 bytes a message, and what
 * is rare beside it. {@link Messages} owns it under its lock.
 */
final class Columns {
  private static final int DELETED = 1;
  private static final int RIVAL = 2;
  private static final int ONE_EDIT = 4;

  final LongColumn created = new LongColumn();
  final LongColumn room = new LongColumn();
  final IntColumn author = new IntColumn();
  final IntColumn words = new IntColumn();
  final IntColumn previousInRoom = new IntColumn();

  /** From which nanosecond on listings show it: the wall clock may jump. */
  final LongColumn shownFrom = new LongColumn();

  final Map<Integer, Instant> updated = new HashMap<>();
  final Map<Integer, Integer> parent = new HashMap<>();
  final LongIntTable newestInRoom = new LongIntTable();
  private final IntColumn state = new IntColumn();
  private final Map<Integer, IntColumn> roomsOfBots = new HashMap<>();
  private final Map<Integer, List<Room>> roomsAmongPeople = new HashMap<>();
  private long latest = Long.MIN_VALUE;

  int size() {
    return created.size();
  }

  /** Adds a message and says its number. */
  int add(Draft draft, Words said, Time time) {
    var number = size();
    var newest = newestInRoom.get(draft.room().code());
    if (newest == LongIntTable.ABSENT && draft.room() instanceof Room.Direct direct) {
      opened(direct, number);
    }
    // The machine's clock may step back by itself, the order of acceptance must not; a clock that
    // is moved on purpose may take it along.
    latest = Math.max(latest, time.unmovedMillis());
    created.add(latest + time.shiftMillis());
    room.add(draft.room().code());
    author.add(draft.author().code());
    words.add(said.number());
    previousInRoom.add(newest);
    shownFrom.add(draft.lag().isZero() ? Long.MIN_VALUE : time.nanos() + draft.lag().toNanos());
    state.add(draft.rival() ? RIVAL : 0);
    draft.parent().ifPresent(it -> parent.put(number, it));
    newestInRoom.put(draft.room().code(), number);
    return number;
  }

  boolean isDeleted(int number) {
    return (state.get(number) & DELETED) != 0;
  }

  void delete(int number) {
    state.set(number, state.get(number) | DELETED);
  }

  boolean isRival(int number) {
    return (state.get(number) & RIVAL) != 0;
  }

  int edits(int number) {
    return state.get(number) / ONE_EDIT;
  }

  void edit(int number, Words said, Instant at) {
    state.set(number, state.get(number) + ONE_EDIT);
    words.set(number, said.number());
    updated.put(number, at);
  }

  /** Oldest first. */
  List<Room> roomsOfBot(int bot) {
    var first = roomsOfBots.getOrDefault(bot, new IntColumn());
    return IntStream.range(0, first.size())
        .mapToObj(place -> Room.of(room.get(first.get(place))))
        .toList();
  }

  List<Room> roomsAmongPeople(int person) {
    return List.copyOf(roomsAmongPeople.getOrDefault(person, List.of()));
  }

  /** A list per person would cost more than all messages, so rooms with bots are kept by bot. */
  private void opened(Room.Direct direct, int firstMessage) {
    var bots = IntStream.of(direct.low(), direct.high()).filter(Principal::isBot).toArray();
    for (var bot : bots) {
      roomsOfBots.computeIfAbsent(bot, _ -> new IntColumn()).add(firstMessage);
    }
    if (bots.length == 0) {
      IntStream.of(direct.low(), direct.high())
          .forEach(it -> roomsAmongPeople.computeIfAbsent(it, _ -> new ArrayList<>()).add(direct));
    }
  }
}
