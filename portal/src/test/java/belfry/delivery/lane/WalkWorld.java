package belfry.delivery.lane;

import belfry.runs.recipients.RecipientState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * One moment of the walk: what the ledger holds, what the platform holds, and what the processes
 * have in memory or on the wire. Every run here goes to the same person with the same content.
 *
 * @param rows the person's row in each run
 * @param owner the process whose epoch is current
 * @param flights attempts somebody still works on, or whose bytes may still arrive
 * @param doubts what the owner looks for in the platform's record
 * @param messages what the platform holds
 * @param strange how many answers in a row were nothing of the platform's, in the owner's memory
 */
record WalkWorld(
    List<Row> rows,
    Owner owner,
    List<Flight> flights,
    List<Doubt> doubts,
    List<Message> messages,
    int strange) {

  /** The owner of the lane. */
  enum Owner {
    NONE,
    /** It has the epoch but has not asked for what others left. */
    NEW,
    WORKING
  }

  /** Whose memory something is in. */
  enum Side {
    OWNER,
    /** Alive, and its epoch is no longer current: it was paused or slow. */
    FORMER
  }

  /** How far the claims by range have come. */
  enum Cursor {
    BEFORE,
    /** Behind the row, and the owner remembers that the row is its own. */
    IN_HAND,
    BEHIND
  }

  /**
   * A recipient as the ledger has it.
   *
   * @param current whether it is sending under the lane's current epoch
   * @param message the run whose message is recorded as this one's; -1 when none is
   */
  record Row(RecipientState state, boolean cancelled, boolean current, Cursor cursor, int message) {
    static final Row FRESH = new Row(RecipientState.PENDING, false, false, Cursor.BEFORE, -1);

    Row to(RecipientState next) {
      return new Row(next, cancelled, false, cursor, message);
    }

    Row intended(RecipientState next) {
      return new Row(next, cancelled, true, Cursor.BEHIND, message);
    }

    Row recorded(RecipientState next, int of) {
      return new Row(next, cancelled, false, cursor, next == RecipientState.SENT ? of : -1);
    }

    Row cursor(Cursor next) {
      return new Row(state, cancelled, current, next, message);
    }

    /** The lane has a new epoch. */
    Row outlived() {
      return new Row(state, cancelled, false, cursor, message);
    }

    Row cancel() {
      return new Row(state, true, current, cursor, message);
    }

    private int code() {
      return new Code()
          .add(3, Code.of(state))
          .add(cancelled)
          .add(current)
          .add(2, Code.of(cursor))
          .add(2, message + 1)
          .value();
    }

    boolean isWaiting() {
      return state == RecipientState.PENDING || state == RecipientState.RETRY;
    }

    boolean isUnsettled() {
      return state == RecipientState.SENDING || state == RecipientState.UNKNOWN;
    }
  }

  /** Where the body is. */
  enum Body {
    IN_HAND,
    UNDERWAY,
    STORED,
    GONE
  }

  /**
   * One attempt.
   *
   * @param side empty when nobody waits for its answer any more
   * @param latest whether the row's attempt is still this one
   * @param age ticks since the intent; once the body is released, since then
   * @param to what its process made of the answer, in memory and not yet in the ledger
   */
  record Flight(
      int run,
      Optional<Side> side,
      boolean latest,
      Body body,
      int age,
      Optional<RecipientState> to) {
    Flight body(Body next) {
      return new Flight(run, side, latest, next, 0, to);
    }

    Flight answered(RecipientState next) {
      return new Flight(run, side, latest, body, age, Optional.of(next));
    }

    Flight of(Side next) {
      return new Flight(run, Optional.of(next), latest, body, age, to);
    }

    /** Nobody waits for its answer any more; a body that has not left never will. */
    Flight orphaned() {
      var left = body == Body.UNDERWAY ? body : Body.GONE;
      return new Flight(run, Optional.empty(), latest, left, age, Optional.empty());
    }

    Flight outdated() {
      return new Flight(run, side, false, body, age, to);
    }

    Flight older() {
      return switch (body) {
        case IN_HAND ->
            new Flight(run, side, latest, body, Math.min(age, WalkRules.DEADLINE) + 1, to);
        case UNDERWAY ->
            age == WalkRules.TRANSIT
                ? body(Body.GONE)
                : new Flight(run, side, latest, body, age + 1, to);
        case STORED, GONE -> this;
      };
    }

    private int code() {
      return new Code()
          .add(1, run)
          .add(2, Code.of(side))
          .add(latest)
          .add(2, Code.of(body))
          .add(2, age)
          .add(4, Code.of(to))
          .value();
    }

    /** Whether the process waits for an answer. */
    boolean waits() {
      return side.isPresent() && to.isEmpty();
    }

    boolean isOwners() {
      return side.isPresent() && side.get() == Side.OWNER;
    }

    /**
     * Nothing can come of it: no byte is or will be on its way, and nobody writes anything down
     * that counts. An owner's counts as long as the owner waits for it.
     */
    private boolean isOver(int deadline) {
      var mayArrive = body == Body.UNDERWAY || (body == Body.IN_HAND && age <= deadline);
      var idle = side.isEmpty() || (!latest && (to.isPresent() || !isOwners()));
      return idle && !mayArrive;
    }

    private Flight normal() {
      return body == Body.STORED && to.isPresent() ? body(Body.GONE) : this;
    }
  }

  /**
   * What the owner is unsure of.
   *
   * @param age ticks since it first held the doubt
   * @param unclear whether something was shown that may be it
   * @param to what a look made of it, in memory and not yet in the ledger
   * @param message the run whose message was found; -1 when none was
   */
  record Doubt(
      int run, boolean latest, int age, boolean unclear, Optional<RecipientState> to, int message) {
    static Doubt begun(int run, boolean latest) {
      return new Doubt(run, latest, 0, false, Optional.empty(), -1);
    }

    Doubt looked(RecipientState next, int found) {
      return new Doubt(run, latest, 0, false, Optional.of(next), found);
    }

    Doubt seen() {
      return new Doubt(run, latest, age, true, to, message);
    }

    Doubt outdated() {
      return new Doubt(run, false, age, unclear, to, message);
    }

    private int code() {
      return new Code()
          .add(1, run)
          .add(latest)
          .add(3, age)
          .add(unclear)
          .add(4, Code.of(to))
          .add(2, message + 1)
          .value();
    }

    Doubt older(int most) {
      return to.isPresent()
          ? this
          : new Doubt(run, latest, Math.min(age + 1, most), unclear, to, -1);
    }
  }

  /**
   * A message the platform holds.
   *
   * @param hidden ticks in which a listing may still leave it out
   */
  record Message(int run, int hidden) {
    private int code() {
      return new Code().add(1, run).add(1, hidden).value();
    }

    Message older() {
      return new Message(run, Math.max(0, hidden - 1));
    }
  }

  static WalkWorld fresh(int runs) {
    return new WalkWorld(
        Collections.nCopies(runs, Row.FRESH), Owner.NONE, List.of(), List.of(), List.of(), 0);
  }

  int held(int run) {
    var held = 0;
    for (var message : messages) {
      held += message.run() == run ? 1 : 0;
    }
    return held;
  }

  boolean hasNoFormerOwner() {
    return flights.stream().noneMatch(flight -> flight.side().equals(Optional.of(Side.FORMER)));
  }

  WalkWorld row(int run, Row next) {
    var changed = new ArrayList<>(rows);
    changed.set(run, next);
    return new WalkWorld(changed, owner, flights, doubts, messages, strange);
  }

  WalkWorld rows(List<Row> next) {
    return new WalkWorld(next, owner, flights, doubts, messages, strange);
  }

  WalkWorld owner(Owner next) {
    return new WalkWorld(rows, next, flights, doubts, messages, strange);
  }

  WalkWorld flights(List<Flight> next) {
    return new WalkWorld(rows, owner, next, doubts, messages, strange);
  }

  WalkWorld doubts(List<Doubt> next) {
    return new WalkWorld(rows, owner, flights, next, messages, strange);
  }

  WalkWorld messages(List<Message> next) {
    return new WalkWorld(rows, owner, flights, doubts, next, strange);
  }

  WalkWorld strange(int next) {
    return new WalkWorld(rows, owner, flights, doubts, messages, next);
  }

  WalkWorld with(Flight flight) {
    return flights(plus(flights, flight));
  }

  WalkWorld with(Doubt doubt) {
    return doubts(plus(doubts, doubt));
  }

  WalkWorld with(Message message) {
    return messages(plus(messages, message));
  }

  WalkWorld without(Predicate<Doubt> settled) {
    var left = new ArrayList<>(doubts);
    return left.removeIf(settled) ? doubts(left) : this;
  }

  static <T> List<T> each(List<T> some, UnaryOperator<T> change) {
    var changed = new ArrayList<>(some);
    changed.replaceAll(change);
    return changed;
  }

  WalkWorld replace(Flight flight, Flight next) {
    var changed = new ArrayList<>(flights);
    changed.set(changed.indexOf(flight), next);
    return flights(changed);
  }

  WalkWorld replace(Doubt doubt, Doubt next) {
    var changed = new ArrayList<>(doubts);
    changed.set(changed.indexOf(doubt), next);
    return doubts(changed);
  }

  private static <T> List<T> plus(List<T> some, T one) {
    var more = new ArrayList<>(some);
    more.add(one);
    return more;
  }

  /** The same world in the one form that stands for all its like. */
  WalkWorld normal(int deadline) {
    var open = new ArrayList<Flight>(flights.size());
    for (var flight : flights) {
      if (!flight.isOver(deadline)) {
        open.add(flight.normal());
      }
    }
    var unsure = doubts.stream().distinct().toList();
    return new WalkWorld(
        rows,
        owner,
        sorted(open, Flight::code),
        sorted(unsure, Doubt::code),
        sorted(messages, Message::code),
        strange);
  }

  private static <T> List<T> sorted(List<T> some, ToIntFunction<T> order) {
    if (some.size() < 2) {
      return some;
    }
    var sorted = new ArrayList<>(some);
    sorted.sort(Comparator.comparingInt(order));
    return sorted;
  }

  /** The whole world in a few characters, so that hundreds of thousands fit into a map. */
  String key() {
    var key = new StringBuilder(16);
    key.append((char) (strange << 2 | Code.of(owner)));
    rows.forEach(row -> key.append((char) row.code()));
    key.append((char) (flights.size() << 8 | doubts.size()));
    flights.forEach(flight -> key.append((char) flight.code()));
    doubts.forEach(doubt -> key.append((char) doubt.code()));
    messages.forEach(message -> key.append((char) message.code()));
    return key.toString();
  }

  /** Small numbers for what has few values; they mean something only within one walk. */
  private static final class Code {
    private int value;

    @SuppressWarnings("EnumOrdinal")
    static int of(Enum<?> one) {
      return one.ordinal();
    }

    static int of(Optional<? extends Enum<?>> one) {
      return one.isPresent() ? of(one.get()) + 1 : 0;
    }

    Code add(int bits, int next) {
      value = value << bits | next;
      return this;
    }

    Code add(boolean next) {
      return add(1, next ? 1 : 0);
    }

    int value() {
      return value;
    }
  }
}
