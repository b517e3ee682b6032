package belfry.hooks;

import belfry.apps.AppName;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Programs that are told what happens, as rows; their secrets are {@link HookSecrets}. */
final class HookStore {
  private static final String SELECT =
      """
      SELECT id, app, name, url, events, state, created, old_until, failing_since, failure, last_taken
      FROM hook
      """;

  private static final Duration TAKEN_STEP = Duration.ofMinutes(1);

  private HookStore() {}

  /** Inserts one; it needs a secret in the same transaction. */
  static void insert(Handle handle, Hook hook, String sealed) {
    handle.execute(
        """
        INSERT INTO hook (id, app, name, url, events, state, secret, created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        hook.id().value(),
        hook.app(),
        hook.name(),
        hook.url().toString(),
        words(hook.events()),
        hook.state().word(),
        sealed,
        hook.created());
  }

  /** Saves what an administrator may change, and what that makes of it. */
  static void save(Handle handle, Hook hook) {
    handle.execute(
        """
        UPDATE hook SET name = ?, url = ?, events = ?, state = ?, failing_since = ?, failure = ?
        WHERE id = ?
        """,
        hook.name(),
        hook.url().toString(),
        words(hook.events()),
        hook.state().word(),
        hook.failingSince().orElse(null),
        hook.failure(),
        hook.id().value());
  }

  private static final RowMapper<Optional<Hook>> EACH =
      UnreadableRows.each("hook", HookStore::read);

  private static final RowMapper<Hook> WHOLE = UnreadableRows.whole("hook", HookStore::read);

  /** Those of all apps that can be read. */
  static List<Hook> all(Handle handle) {
    return handle.createQuery(SELECT).map(EACH).stream().flatMap(Optional::stream).toList();
  }

  /** Those of this app, oldest first. */
  static List<Hook> of(Handle handle, AppName app) {
    return handle.createQuery(SELECT + "WHERE app = ? ORDER BY id").bind(0, app).map(EACH).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  static Optional<Hook> find(Handle handle, HookId id) {
    return handle.createQuery(SELECT + "WHERE id = ?").bind(0, id.value()).map(WHOLE).findOne();
  }

  /**
   * Reads one of this app and locks it until the transaction ends. An update that changes nothing
   * takes the row's lock, on both engines.
   */
  static Optional<Hook> lock(Handle handle, AppName app, HookId id) {
    handle.execute("UPDATE hook SET state = state WHERE id = ?", id.value());
    return find(handle, id).filter(hook -> hook.app().equals(app));
  }

  /** What was written for it is deleted later, in steps. */
  static void delete(Handle handle, HookId id) {
    handle.execute("DELETE FROM hook WHERE id = ?", id.value());
  }

  /** Enabled ones for which something is due. */
  static List<Hook> due(Database database, Instant now) {
    return database.read(handle ->
        handle
            .createQuery(
                SELECT
                    + """
                    WHERE state = 'enabled' AND EXISTS (
                      SELECT 1 FROM hook_message m
                      WHERE m.hook = hook.id AND m.due IS NOT NULL AND m.due <= ?)
                    """)
            .bind(0, now)
            .map(EACH)
            .stream()
            .flatMap(Optional::stream)
            .toList());
  }

  /** It has taken something. */
  static void took(Handle handle, HookId id, Instant now) {
    handle.execute(
        """
        UPDATE hook SET failing_since = NULL, failure = '', last_taken = ?
        WHERE id = ? AND (failing_since IS NOT NULL OR last_taken IS NULL OR last_taken <= ?)
        """,
        now,
        id.value(),
        now.minus(TAKEN_STEP));
  }

  /** It has not taken what was sent to it. */
  static void failed(Handle handle, HookId id, String failure, Instant now) {
    handle.execute(
        "UPDATE hook SET failing_since = COALESCE(failing_since, ?), failure = ? WHERE id = ?",
        now,
        failure,
        id.value());
  }

  /** Tells it nothing from now on; false if it is told nothing already. */
  static boolean disable(Handle handle, HookId id, Hook.State why) {
    return handle.execute(
            "UPDATE hook SET state = ? WHERE id = ? AND state = 'enabled'", why.word(), id.value())
        == 1;
  }

  private static String words(Set<HookEvent> events) {
    return events.stream().sorted().map(HookEvent::word).collect(Collectors.joining(" "));
  }

  private static Hook read(ResultSet row) throws SQLException {
    return new Hook(
        new HookId(row.getLong("id")),
        new AppName(row.getString("app")),
        row.getString("name"),
        URI.create(row.getString("url")),
        Arrays.stream(row.getString("events").split(" ", -1))
            .map(HookEvent::choice)
            .flatMap(Optional::stream)
            .collect(Collectors.toSet()),
        Hook.State.read(row.getString("state")),
        Moments.at(row, "created"),
        Moments.find(row, "old_until"),
        Moments.find(row, "failing_since"),
        row.getString("failure"),
        Moments.find(row, "last_taken"));
  }
}
