package belfry.answers;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Events that were heard of and are not worked off yet, as rows. What turned out to be no answer is
 * remembered for a week, so that it is not asked for again when it is told of again.
 */
final class AnswerEvents {
  /** Waiting ones of each app and kind; a person who writes endlessly fills no disk. */
  static final int MOST_WAITING = 20_000;

  private static final Duration REMEMBERED = Duration.ofDays(7);

  private final Database database;

  AnswerEvents(Database database) {
    this.database = database;
  }

  /** What became of an event that was told of. */
  enum Taken {
    STORED,
    /** It is waiting, or settled, already. */
    KNOWN,
    /** Too many are waiting. */
    FULL
  }

  Taken add(AppName app, AnswerEvent event, Instant now) {
    return database.write(handle -> add(handle, app, event, now));
  }

  static Taken add(Handle handle, AppName app, AnswerEvent event, Instant now) {
    var key = PlatformId.key(event.source());
    var stored =
        handle
            .createUpdate(
                """
                INSERT INTO answer_event (app, kind, source_key, source, person, person_key, room, in_space,
                  created, received, due, tries, outcome, lane)
                SELECT :app, :kind, :key, :source, :person, :personKey, :room, :inSpace,
                  :created, :now, :now, 0, '', :bot
                WHERE NOT EXISTS (SELECT 1 FROM answer WHERE app = :app AND kind = :kind AND source = :key)
                  AND (SELECT COUNT(*) FROM answer_event
                    WHERE app = :app AND due IS NOT NULL AND kind = :kind) < :most
                ON CONFLICT (app, kind, source_key) DO NOTHING
                """)
            .bind("app", app)
            .bind("kind", EnumWord.of(event.kind()))
            .bind("key", key)
            .bind("source", event.source())
            .bind("person", event.person().map(PersonId::value).orElse(""))
            .bind("personKey", event.person().map(PlatformId::key).orElse(""))
            .bind("room", event.room().map(SpaceId::value).orElse(""))
            .bind("inSpace", event.inSpace() ? 1 : 0)
            .bind("created", event.created())
            .bind("now", now)
            .bind("bot", event.bot())
            .bind("most", MOST_WAITING)
            .execute();
    if (stored == 1) {
      return Taken.STORED;
    }
    return AnswerStore.isKnown(handle, app, event.kind(), event.source())
            || isListed(handle, app, event.kind(), key)
        ? Taken.KNOWN
        : Taken.FULL;
  }

  private static boolean isListed(Handle handle, AppName app, Kind kind, String key) {
    return handle
        .createQuery("SELECT 1 FROM answer_event WHERE app = ? AND kind = ? AND source_key = ?")
        .bind(0, app)
        .bind(1, EnumWord.of(kind))
        .bind(2, key)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** What a newer version hears of waits for it. */
  private static final String KNOWN =
      Arrays.stream(Kind.values())
          .map(kind -> "'" + EnumWord.of(kind) + "'")
          .collect(Collectors.joining(", ", "kind IN (", ")"));

  /** One that is to be asked for. */
  record Waiting(AnswerEvent event, Instant received, int tries) {}

  /** Those whose turn has come, the longest overdue first. */
  List<Waiting> due(AppName app, Instant now, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT kind, source, person, room, in_space, created, received, tries, lane FROM answer_event
                WHERE app = ? AND due IS NOT NULL AND due <= ? AND %s ORDER BY due LIMIT ?
                """
                    .formatted(KNOWN))
            .bind(0, app)
            .bind(1, now)
            .bind(2, most)
            .map((row, _) -> read(row))
            .list());
  }

  /** When the first of those was written that wait, of what was heard of since then. */
  static Optional<Instant> firstWaiting(Handle handle, AppName app, Instant since) {
    return handle
        .createQuery(
            """
            SELECT MIN(created) AS first FROM answer_event
            WHERE app = ? AND due IS NOT NULL AND received >= ? AND %s
            """
                .formatted(KNOWN))
        .bind(0, app)
        .bind(1, since)
        .map((row, _) -> Moments.find(row, "first"))
        .one();
  }

  /** It became an answer, or is one already. */
  static void remove(Handle handle, AppName app, AnswerEvent event) {
    handle.execute(
        "DELETE FROM answer_event WHERE app = ? AND kind = ? AND source_key = ?",
        app,
        EnumWord.of(event.kind()),
        PlatformId.key(event.source()));
  }

  /** It is no answer, for this reason: whose it was is of no use any more. */
  static void settle(Handle handle, AppName app, AnswerEvent event, Enum<?> outcome) {
    handle.execute(
        """
        UPDATE answer_event SET due = NULL, outcome = ?, person = '', person_key = '', room = ''
        WHERE app = ? AND kind = ? AND source_key = ?
        """,
        EnumWord.of(outcome),
        app,
        EnumWord.of(event.kind()),
        PlatformId.key(event.source()));
  }

  /** It is asked for again at {@code due}. */
  static void retry(Handle handle, AppName app, AnswerEvent event, Instant due, boolean counted) {
    handle.execute(
        """
        UPDATE answer_event SET due = ?, tries = tries + ?
        WHERE app = ? AND kind = ? AND source_key = ? AND due IS NOT NULL
        """,
        due,
        counted ? 1 : 0,
        app,
        EnumWord.of(event.kind()),
        PlatformId.key(event.source()));
  }

  /** Forgets what was settled long ago. */
  void forget(Instant now) {
    database.write(handle ->
        handle.execute(
            "DELETE FROM answer_event WHERE due IS NULL AND received < ?", now.minus(REMEMBERED)));
  }

  private static Waiting read(ResultSet row) throws SQLException {
    return new Waiting(
        new AnswerEvent(
            row.getInt("lane"),
            EnumWord.read(Kind.class, row.getString("kind")),
            row.getString("source"),
            PersonId.parse(row.getString("person")),
            SpaceId.parse(row.getString("room")),
            row.getInt("in_space") == 1,
            Moments.at(row, "created")),
        Moments.at(row, "received"),
        row.getInt("tries"));
  }
}
