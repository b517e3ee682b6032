package belfry.hooks;

import belfry.apps.AppName;
import belfry.base.Id;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What programs are to be told, as rows. They are written together with what they tell, and kept
 * for a week after they were taken or given up.
 */
final class HookQueue {
  /** Of one program: a program that takes nothing fills no disk. */
  static final int MOST_WAITING = 10_000;

  private static final Duration REMEMBERED = Duration.ofDays(7);
  private static final int SWEPT_AT_ONCE = 500;

  private static final String COLUMNS =
      "id, hook, event, body, created, due, tries, taken, settled, answer";

  private final HookEnds ends;

  HookQueue(HookEnds ends) {
    this.ends = ends;
  }

  /** Whether any enabled program of this app is told of this. */
  static boolean isWanted(Handle handle, AppName app, HookEvent event) {
    return HookStore.of(handle, app).stream().anyMatch(hook -> wants(hook, event));
  }

  static boolean wants(Hook hook, HookEvent event) {
    return hook.isEnabled() && hook.events().contains(event);
  }

  /**
   * Writes it for each program that is told of this.
   *
   * @param at when it happened
   * @param data what happened; the app's name is added
   */
  void add(Handle handle, AppName app, HookEvent event, Instant at, Map<String, ?> data) {
    for (var hook : HookStore.of(handle, app)) {
      if (wants(hook, event)) {
        add(handle, hook, event, at, data);
      }
    }
  }

  /** Writes it for this program, or disables it if too much is waiting. */
  Optional<HookMessage> add(
      Handle handle, Hook hook, HookEvent event, Instant at, Map<String, ?> data) {
    if (isFull(handle, hook.id())) {
      ends.disable(handle, hook, Hook.State.FULL);
      return Optional.empty();
    }
    var all = new LinkedHashMap<String, Object>();
    all.put("app", hook.app().value());
    all.putAll(data);
    var letter = new LinkedHashMap<String, Object>();
    letter.put("type", event.word());
    letter.put("timestamp", at.toString());
    letter.put("data", all);
    return handle
        .createQuery(
            "INSERT INTO hook_message (id, hook, event, body, created, due) VALUES (?, ?, ?, ?, ?, ?) RETURNING "
                + COLUMNS)
        .bind(0, Id.next().value())
        .bind(1, hook.id().value())
        .bind(2, event.word())
        .bind(3, Json.write(letter))
        .bind(4, at)
        .bind(5, at)
        .map((row, _) -> read(row))
        .findOne();
  }

  private static boolean isFull(Handle handle, HookId hook) {
    return waiting(handle, hook) >= MOST_WAITING;
  }

  static long waiting(Handle handle, HookId hook) {
    return handle
        .createQuery("SELECT COUNT(*) FROM hook_message WHERE hook = ? AND due IS NOT NULL")
        .bind(0, hook.value())
        .mapTo(Long.class)
        .one();
  }

  /** Since when the first of these waits. */
  static Optional<Instant> oldestWaiting(Handle handle, HookId hook) {
    return handle
        .createQuery("SELECT MIN(created) FROM hook_message WHERE hook = ? AND due IS NOT NULL")
        .bind(0, hook.value())
        .mapTo(Long.class)
        .findOne()
        .map(Instant::ofEpochMilli);
  }

  /** What is due for this program, the longest overdue first. */
  static List<HookMessage> due(Handle handle, HookId hook, Instant now, int most) {
    return handle
        .createQuery(
            "SELECT "
                + COLUMNS
                + """
                 FROM hook_message WHERE hook = ? AND due IS NOT NULL AND due <= ?
                ORDER BY due, id LIMIT ?
                """)
        .bind(0, hook.value())
        .bind(1, now)
        .bind(2, most)
        .map((row, _) -> read(row))
        .list();
  }

  /** A test of this program that was not tried yet; only the newest events may be one. */
  static Optional<HookMessage> newTest(Handle handle, HookId hook) {
    return latest(handle, hook, Hooks.SHOWN).stream()
        .filter(one -> one.event().equals(HookEvent.TEST.word()))
        .filter(one -> one.due().isPresent() && one.tries() == 0)
        .findFirst();
  }

  static void taken(Handle handle, HookMessage one, String answer, Instant now) {
    handle.execute(
        """
        UPDATE hook_message SET due = NULL, tries = tries + 1, taken = 1, settled = ?, answer = ?
        WHERE id = ? AND due IS NOT NULL
        """,
        now,
        answer,
        one.id());
  }

  /** It is tried again then. */
  static void again(Handle handle, HookMessage one, String answer, Instant due) {
    handle.execute(
        """
        UPDATE hook_message SET due = ?, tries = tries + 1, answer = ?
        WHERE id = ? AND due IS NOT NULL AND tries = ?
        """,
        due,
        answer,
        one.id(),
        one.tries());
  }

  static void givenUp(Handle handle, HookMessage one, String answer, Instant now) {
    handle.execute(
        """
        UPDATE hook_message SET due = NULL, tries = tries + 1, settled = ?, answer = ?
        WHERE id = ? AND due IS NOT NULL
        """,
        now,
        answer,
        one.id());
  }

  /** How many were given up, of those that are still kept. */
  static long givenUp(Handle handle, HookId hook) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM hook_message WHERE hook = ? AND due IS NULL AND taken = 0")
        .bind(0, hook.value())
        .mapTo(Long.class)
        .one();
  }

  /**
   * Has those that were given up sent again, under their ids, as if they were new.
   *
   * @param only empty for all of them, the oldest first
   * @return how many
   */
  static int replay(Handle handle, HookId hook, Optional<Long> only, Instant now) {
    return handle
        .createUpdate(
            """
            UPDATE hook_message SET due = :now, tries = 0, settled = NULL, answer = ''
            WHERE id IN (
              SELECT id FROM hook_message
              WHERE hook = :hook AND due IS NULL AND taken = 0 AND (:only = 0 OR id = :only)
              ORDER BY id LIMIT :most)
            """)
        .bind("now", now)
        .bind("hook", hook.value())
        .bind("only", only.orElse(0L))
        .bind("most", Math.max(0, MOST_WAITING - waiting(handle, hook)))
        .execute();
  }

  /** The newest of this program, newest first. */
  static List<HookMessage> latest(Handle handle, HookId hook, int most) {
    return handle
        .createQuery(
            "SELECT " + COLUMNS + " FROM hook_message WHERE hook = ? ORDER BY id DESC LIMIT ?")
        .bind(0, hook.value())
        .bind(1, most)
        .map((row, _) -> read(row))
        .list();
  }

  /**
   * Deletes a step of what was settled long ago, of what waits for a disabled program for too long,
   * and of what was for a deleted one; false if there is no more.
   */
  static boolean sweep(Database database, Instant now) {
    var before = now.minus(REMEMBERED);
    return database.write(handle -> {
      var settled =
          handle.execute(
              """
              DELETE FROM hook_message WHERE id IN (
                SELECT id FROM hook_message WHERE settled IS NOT NULL AND settled <= ? LIMIT ?)
              """,
              before,
              SWEPT_AT_ONCE);
      var useless =
          handle.execute(
              """
              DELETE FROM hook_message WHERE id IN (
                SELECT m.id FROM hook_message m LEFT JOIN hook ON hook.id = m.hook
                WHERE hook.id IS NULL OR (hook.state <> 'enabled' AND m.created <= ?) LIMIT ?)
              """,
              before,
              SWEPT_AT_ONCE);
      return settled == SWEPT_AT_ONCE || useless == SWEPT_AT_ONCE;
    });
  }

  private static HookMessage read(ResultSet row) throws SQLException {
    return new HookMessage(
        row.getLong("id"),
        new HookId(row.getLong("hook")),
        row.getString("event"),
        row.getString("body"),
        Moments.at(row, "created"),
        Moments.find(row, "due"),
        row.getInt("tries"),
        row.getInt("taken") == 1,
        Moments.find(row, "settled"),
        row.getString("answer"));
  }
}
