package belfry.delivery.evidence;

import belfry.base.Secret;
import belfry.platform.MessagesApi;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.SpacesApi;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.runs.recipients.Causes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads 1:1 conversations: completely back to a moment, or without a result. For its listing of 1:1
 * messages, the platform guarantees neither an order, nor a number, nor a next page. What is shown
 * must be this conversation and no other.
 */
public final class Conversations {
  /** More messages than anybody gets from a bot in the time in question. */
  private static final int MOST_MESSAGES = 5_000;

  /** How many consecutive listings are enough for any conversation. */
  private static final int MOST_LISTINGS = 60;

  private final MessagesApi messages;
  private final SpacesApi spaces;

  public Conversations(Platform platform) {
    messages = platform.messages();
    spaces = platform.spaces();
  }

  /**
   * The two parties of a conversation.
   *
   * @param room their room, as reported earlier; empty if unknown
   */
  public record Pair(PersonRef bot, PersonRef person, Optional<SpaceId> room) {
    /** Whether this is the person; of one address alone, another may be theirs as well. */
    private Likeness person(PersonRef other) {
      var likeness = other.compare(person);
      return likeness == Likeness.OTHER && person.id().isEmpty() ? Likeness.UNCLEAR : likeness;
    }

    Pair in(SpaceId known) {
      return new Pair(bot, person, Optional.of(known));
    }
  }

  /** Everything in their conversation that may have been written since. */
  public Response<List<Posted>> since(Secret token, Pair pair, Instant since) {
    return read(token, pair, pair.person.byId(), posted -> reaches(posted, since));
  }

  /**
   * Reads it in all ways (by id, by room, by address), because each may omit something. A message
   * that was shown once exists.
   */
  public Response<List<Posted>> inAllWays(Secret token, Pair pair, Instant since) {
    var byId = since(token, pair, since);
    if (!(byId instanceof Response.Got<List<Posted>>(var first))) {
      return byId;
    }
    var room = first.isEmpty() ? pair.room : first.getFirst().roomId();
    var byRoom =
        room.isEmpty()
            ? since(token, pair, since)
            : completed(token, pair, room.get(), List.of(), posted -> reaches(posted, since));
    if (!(byRoom instanceof Response.Got<List<Posted>>(var second))) {
      return laterPart(byRoom);
    }
    var byEmail =
        pair.person.email().isEmpty()
            ? since(token, pair, since)
            : read(token, pair, pair.person.byEmail(), posted -> reaches(posted, since));
    return byEmail instanceof Response.Got<List<Posted>>(var third)
        ? theirs(token, pair, joined(joined(first, second), third))
        : byEmail;
  }

  /**
   * If neither a message nor our record says who the other party is, asks the platform who is in
   * the room.
   */
  private Response<List<Posted>> theirs(Secret token, Pair pair, List<Posted> posted) {
    if (posted.stream().allMatch(message -> testifies(message, pair))) {
      return new Response.Got<>(posted);
    }
    return switch (spaces.holds(token, posted.getFirst().roomId(), pair.person)) {
      case Response.Got<Boolean>(var holds) ->
          holds ? new Response.Got<>(posted) : new Response.Unreadable<>(Causes.WITH_SOMEBODY_ELSE);
      case Response<Boolean> nothing -> laterPart(nothing.without());
    };
  }

  private static boolean testifies(Posted message, Pair pair) {
    return PlatformId.compare(message.roomId(), pair.room) == Likeness.SAME
        || message.author().compare(pair.person) == Likeness.SAME
        || message.to().compare(pair.person) == Likeness.SAME;
  }

  /** One message by its id; a successful but empty answer if the conversation does not show it. */
  public Response<Optional<Posted>> one(Secret token, Pair pair, String messageId) {
    return read(token, pair, pair.person.byId(), posted -> find(posted, messageId).isPresent())
        .map(posted -> find(posted, messageId));
  }

  private static Optional<Posted> find(List<Posted> posted, String messageId) {
    return posted.stream()
        .filter(message -> PlatformId.compare(message.id(), messageId) == Likeness.SAME)
        .findFirst();
  }

  private Response<List<Posted>> read(
      Secret token, Pair pair, PersonRef person, Predicate<List<Posted>> isEnough) {
    var listed =
        messages.direct(token, person, posted -> !isEnough.test(posted) && isBounded(posted));
    if (!(listed instanceof Response.Got<List<Posted>>(var posted))
        || posted.isEmpty()
        || isEnough.test(posted)) {
      return sound(listed, pair);
    }
    var room = posted.getFirst().roomId();
    return room.isEmpty()
        ? new Response.Unreadable<>(Causes.NO_ROOM)
        : completed(token, pair, room.get(), posted, isEnough);
  }

  /** Continues where a listing ended, until it reaches far enough or nothing older exists. */
  private Response<List<Posted>> completed(
      Secret token, Pair pair, SpaceId room, List<Posted> begun, Predicate<List<Posted>> isEnough) {
    var known = pair.in(room);
    var all = begun;
    for (var listing = 0; listing < MOST_LISTINGS; listing++) {
      // In a listing in another order, it is unknown which end is missing.
      if (!isNewestFirst(all)) {
        return sound(laterPart(messages.in(token, room, Conversations::isBounded)), known);
      }
      var next = older(token, room, all, isEnough);
      if (!(next instanceof Response.Got<List<Posted>>(var older))) {
        return laterPart(next);
      }
      var longer = joined(all, older);
      if (older.isEmpty() || isEnough.test(longer)) {
        return sound(new Response.Got<>(longer), known);
      }
      if (longer.size() == all.size()) {
        return new Response.Unreadable<>(Causes.SHOWN_BEFORE);
      }
      all = longer;
    }
    return new Response.Unreadable<>(Causes.TOO_MANY_LISTINGS.with("most", MOST_LISTINGS));
  }

  private Response<List<Posted>> older(
      Secret token, SpaceId room, List<Posted> than, Predicate<List<Posted>> isEnough) {
    Predicate<List<Posted>> further = posted -> !isEnough.test(posted) && isBounded(posted);
    if (than.isEmpty()) {
      return messages.in(token, room, further);
    }
    var last = than.getLast().id();
    return last.isEmpty()
        ? new Response.Unreadable<>(Causes.NO_ID)
        : messages.before(token, room, last, further);
  }

  /**
   * If a later part of a conversation is missing or forbidden, this says nothing about the whole.
   */
  private static Response<List<Posted>> laterPart(Response<List<Posted>> answer) {
    return switch (answer) {
      case Response.Absent<List<Posted>> _, Response.Denied<List<Posted>> _ ->
          new Response.Unreadable<>(Causes.LATER_PART.with("why", answer.trouble()));
      case Response<List<Posted>> _ -> answer;
    };
  }

  /** Requires that the listing shows their conversation, and is not too long to be complete. */
  private static Response<List<Posted>> sound(Response<List<Posted>> answer, Pair pair) {
    if (!(answer instanceof Response.Got<List<Posted>>(var posted))) {
      return answer;
    }
    if (!isBounded(posted)) {
      return new Response.Unreadable<>(Causes.TOO_MANY_MESSAGES.with("most", MOST_MESSAGES));
    }
    var rooms = posted.stream().map(Posted::roomId).flatMap(Optional::stream).distinct();
    return rooms.count() > 1 || posted.stream().anyMatch(message -> isAnothers(message, pair))
        ? new Response.Unreadable<>(Causes.ANOTHER_CONVERSATION)
        : answer;
  }

  private static boolean isAnothers(Posted message, Pair pair) {
    var byBot = message.author().compare(pair.bot);
    var byPerson = pair.person(message.author());
    return (byBot == Likeness.OTHER && byPerson == Likeness.OTHER)
        || (byBot == Likeness.SAME && pair.person(message.to()) == Likeness.OTHER)
        || PlatformId.compare(message.roomId(), pair.room) == Likeness.OTHER;
  }

  private static boolean isBounded(List<Posted> posted) {
    return posted.size() <= MOST_MESSAGES;
  }

  /** Both lists joined, each message once. */
  private static List<Posted> joined(List<Posted> newer, List<Posted> older) {
    Map<List<Object>, Posted> all = new LinkedHashMap<>();
    newer.forEach(message -> all.put(key(message), message));
    older.forEach(message -> all.putIfAbsent(key(message), message));
    return new ArrayList<>(all.values());
  }

  private static List<Object> key(Posted message) {
    return message.id().isEmpty() ? List.of(message) : List.of(message.id());
  }

  /** Whether everything older than the last of these was written before then. */
  private static boolean reaches(List<Posted> posted, Instant since) {
    return isNewestFirst(posted)
        && !posted.isEmpty()
        && posted.getLast().created().filter(at -> at.isBefore(since)).isPresent();
  }

  private static boolean isNewestFirst(List<Posted> posted) {
    Optional<Instant> before = Optional.empty();
    for (var message : posted) {
      var at = message.created();
      if (at.isEmpty() || before.filter(at.get()::isAfter).isPresent()) {
        return false;
      }
      before = at;
    }
    return true;
  }
}
