package belfry.answers;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.App;
import belfry.apps.Bot;
import belfry.base.Secret;
import belfry.platform.AnswersApi.Conversation;
import belfry.platform.AnswersApi.Written;
import belfry.platform.Platform;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what people wrote to one bot without being told: the list of conversations shows which have
 * moved, and only these are read. What is found becomes an event like those that a webhook tells
 * of. Presses cannot be found in this way; no list shows them.
 */
final class ConversationPoll {
  private static final Logger LOG = LoggerFactory.getLogger(ConversationPoll.class);

  /** By how much two dates of the platform may disagree. */
  private static final Duration OVERLAP = Duration.ofMinutes(2);

  /** How much our clock and the platform's may disagree about the end of a run. */
  private static final Duration CLOCKS = Duration.ofHours(1);

  /** More of one conversation are not read at once; nobody writes more between two looks. */
  private static final int MOST_MESSAGES = 2_000;

  private static final int AT_ONCE = 500;

  private final App app;
  private final Platform platform;
  private final Database database;
  private final Instant since;
  private final Duration shown;

  /** The latest activity that was seen when all that had moved by then was read. */
  private Instant upTo;

  /**
   * Begins with everything since then.
   *
   * @param since what was written before is no answer
   * @param shown after how long a message that is not shown will not be shown any more
   */
  ConversationPoll(App app, Platform platform, Database database, Instant since, Duration shown) {
    this.shown = shown;
    this.app = app;
    this.platform = platform;
    this.database = database;
    this.since = since;
    upTo = since;
  }

  /** What a caller does between two reads. */
  interface Breath {
    /** False if it should stop. */
    boolean goesOn();

    /** Whether there is time for what is not urgent as well. */
    boolean hasTime();
  }

  /**
   * The result of a look.
   *
   * @param found when those messages were written that were found, and no webhook had told of
   * @param complete whether everything that moved was read
   * @param answered whether everything was that somebody else moved last
   * @param trouble why not even their list could be read; empty if it could
   */
  record Looked(List<Instant> found, boolean complete, boolean answered, Optional<String> trouble) {
    Looked(List<Instant> found, boolean complete, boolean answered) {
      this(found, complete, answered, Optional.empty());
    }
  }

  /**
   * Reads the conversations that moved.
   *
   * @param token the bot's
   * @param all whether the whole list is read, because its order is not reliable
   */
  Looked look(Bot bot, Secret token, boolean all, Instant now, Breath breath) {
    var bound = upTo.minus(OVERLAP);
    var listed = platform.answers().conversations(token, soFar -> all || goesBackTo(soFar, bound));
    if (!(listed instanceof Response.Got<List<Conversation>>(var conversations))) {
      LOG.debug("App {}: no list of conversations: {}", app.name(), listed.trouble().english());
      return new Looked(List.of(), false, false, Optional.of(listed.trouble().english()));
    }
    var reading = reading(conversations, all);
    var found = new ArrayList<Instant>();
    var complete = true;
    var answered = true;
    for (var i = 0; i < reading.moved.size(); i++) {
      if (i < reading.urgent ? !breath.goesOn() : !breath.hasTime()) {
        return new Looked(found, false, i >= reading.urgent && answered);
      }
      var here = read(bot, token, reading.moved.get(i), now);
      here.ifPresent(found::addAll);
      complete &= here.isPresent();
      answered &= here.isPresent() || i >= reading.urgent;
    }
    if (complete) {
      conversations.stream()
          .flatMap(one -> one.activity().stream())
          .max(Comparator.naturalOrder())
          .filter(latest -> latest.isAfter(upTo))
          .ifPresent(latest -> upTo = latest);
    }
    return new Looked(found, complete, answered);
  }

  /** Whether the list has not come to conversations that were looked at before, as far as known. */
  private static boolean goesBackTo(List<Conversation> soFar, Instant bound) {
    return soFar.isEmpty()
        || !isSorted(soFar)
        || soFar.getLast().activity().orElse(Instant.MAX).isAfter(bound);
  }

  private static boolean isSorted(List<Conversation> soFar) {
    var dates = soFar.stream().flatMap(one -> one.activity().stream()).toList();
    return IntStream.range(1, dates.size()).noneMatch(i -> dates.get(i).isAfter(dates.get(i - 1)));
  }

  /** A conversation with activity that was not read. */
  private record Moved(SpaceId room, Instant activity, Instant seen) {}

  /**
   * What is to be read, in order.
   *
   * @param urgent how many of the first were last moved by somebody else
   */
  private record Reading(List<Moved> moved, int urgent) {}

  /**
   * After an announcement to ten thousand, ten thousand have moved. Those that we moved last are
   * read last: somebody may have written before our message, but most have not.
   */
  private Reading reading(List<Conversation> conversations, boolean all) {
    var candidates =
        conversations.stream()
            .filter(one -> one.activity().map(at -> at.isAfter(since)).orElse(all))
            .toList();
    var seen = seen(candidates);
    var moved = new ArrayList<Moved>();
    for (var one : candidates) {
      var known = seen.getOrDefault(AnswerIntake.key(one.room()), since);
      // Without a date it may have moved each time.
      var activity = one.activity().orElse(known);
      if (one.activity().isEmpty() || activity.isAfter(known)) {
        moved.add(new Moved(one.room(), activity, known));
      }
    }
    var ours = ours(moved);
    // False comes before true.
    moved.sort(
        Comparator.<Moved, Boolean>comparing(one -> isOurs(one, ours))
            .thenComparing(Moved::activity));
    return new Reading(moved, (int) moved.stream().filter(one -> !isOurs(one, ours)).count());
  }

  private static boolean isOurs(Moved one, Map<String, Instant> ours) {
    var dated = ours.get(AnswerIntake.key(one.room));
    return dated != null && !one.activity.isAfter(dated);
  }

  private Map<String, Instant> seen(List<Conversation> conversations) {
    var seen = new HashMap<String, Instant>();
    database.read(handle -> {
      for (var from = 0; from < conversations.size(); from += AT_ONCE) {
        var keys =
            conversations.subList(from, Math.min(from + AT_ONCE, conversations.size())).stream()
                .map(one -> AnswerIntake.key(one.room()))
                .toList();
        handle
            .createQuery(
                "SELECT room_key, seen FROM answer_room WHERE app = :app AND room_key IN (<keys>)")
            .bind("app", app.name())
            .bindList("keys", keys)
            .map((row, _) -> seen.put(row.getString("room_key"), Moments.at(row, "seen")))
            .list();
      }
      return seen;
    });
    return seen;
  }

  /** When the platform dated our own latest message in each of these rooms. */
  private Map<String, Instant> ours(List<Moved> moved) {
    if (moved.isEmpty()) {
      return Map.of();
    }
    var rooms = new HashSet<String>();
    moved.forEach(one -> rooms.add(AnswerIntake.key(one.room)));
    var earliest = moved.stream().map(Moved::activity).min(Comparator.naturalOrder()).orElse(since);
    var ours = new HashMap<String, Instant>();
    database.read(handle ->
        handle
            .createQuery(
                """
                SELECT r.room_id, r.dated FROM run JOIN recipient r ON r.run = run.id
                WHERE run.app = :app AND (run.finished IS NULL OR run.finished >= :finished)
                  AND r.dated >= :dated AND r.room_id IS NOT NULL
                """)
            .bind("app", app.name())
            .bind("finished", earliest.minus(CLOCKS))
            .bind("dated", earliest)
            .map((row, _) -> {
              keep(ours, rooms, row.getString("room_id"), row.getLong("dated"));
              return true;
            })
            .list()
            .size());
    return ours;
  }

  private static void keep(Map<String, Instant> ours, Set<String> rooms, String room, long dated) {
    var key = AnswerIntake.key(new SpaceId(room));
    if (rooms.contains(key)) {
      ours.merge(
          key, Instant.ofEpochMilli(dated), (one, other) -> one.isAfter(other) ? one : other);
    }
  }

  /** When the new messages were written; empty if the conversation could not be read. */
  private Optional<List<Instant>> read(Bot bot, Secret token, Moved moved, Instant now) {
    var from = moved.seen.minus(OVERLAP);
    var answer =
        platform
            .answers()
            .in(
                token,
                moved.room,
                messages ->
                    messages.isEmpty()
                        || (messages.size() < MOST_MESSAGES
                            && messages.getLast().created().orElse(Instant.MAX).isAfter(from)));
    return switch (answer) {
      case Response.Got<List<Written>>(var messages) ->
          Optional.of(keep(bot, moved, messages, now));
      case Response.Absent<List<Written>> _ -> Optional.of(keep(bot, moved, List.of(), now));
      default -> {
        LOG.debug("App {}: a conversation cannot be read: {}", app.name(), answer.trouble());
        yield Optional.empty();
      }
    };
  }

  private List<Instant> keep(Bot bot, Moved moved, List<Written> messages, Instant now) {
    var self = new PersonRef(bot.personId(), bot.email());
    return database.write(handle -> {
      var found = new ArrayList<Instant>();
      for (var message : messages) {
        var created = message.created().orElse(moved.activity);
        if (created.isAfter(since)
            && !created.isBefore(moved.seen.minus(OVERLAP))
            && self.compare(message.author()) != Likeness.SAME) {
          var event =
              new AnswerEvent(
                  bot.number(),
                  Kind.WRITTEN,
                  message.id(),
                  message.author().id(),
                  Optional.of(moved.room),
                  false,
                  created);
          switch (AnswerEvents.add(handle, app.name(), event, now)) {
            case STORED -> found.add(created);
            case KNOWN -> {}
            // What is not marked as seen is read again when there is room.
            case FULL -> {
              return found;
            }
          }
        }
      }
      if (isShown(moved, messages, now)) {
        seen(handle, moved);
      }
      return found;
    });
  }

  /**
   * Whether the messages show what moved the conversation: they may be shown later than the list
   * tells of them. After a while, what moved it was deleted.
   */
  private boolean isShown(Moved moved, List<Written> messages, Instant now) {
    return moved.activity.isBefore(now.minus(shown))
        || messages.stream()
            .anyMatch(message ->
                message.created().filter(at -> !at.isBefore(moved.activity)).isPresent());
  }

  private void seen(Handle handle, Moved moved) {
    handle.execute(
        """
        INSERT INTO answer_room (app, room_key, seen) VALUES (?, ?, ?)
        ON CONFLICT (app, room_key) DO UPDATE SET seen = excluded.seen
        """,
        app.name(),
        AnswerIntake.key(moved.room),
        moved.activity);
  }
}
