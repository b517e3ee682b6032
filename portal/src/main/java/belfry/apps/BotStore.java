package belfry.apps;

import belfry.platform.Profile;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/** The bots of apps as rows: the first of each app in a table of its own, the others by number. */
final class BotStore {
  private static final String ALL =
      """
      SELECT app, number, person, name, email, avatar, gone FROM bot %1$s
      UNION ALL SELECT app, number, person, name, email, avatar, gone FROM further_bot %1$s
      """;

  /** Whoever else has that number keeps it, unless {@code :replaces}. */
  private static final String KEEP =
      """
      INSERT INTO %1$s (app, number, person, name, email, avatar)
      VALUES (:app, :number, :person, :name, :email, :avatar)
      ON CONFLICT (%2$s) DO UPDATE SET person = excluded.person, name = excluded.name,
        email = excluded.email, avatar = excluded.avatar, gone = 0
      WHERE %1$s.person = excluded.person OR :replaces
      """;

  private BotStore() {}

  /** The bots of all apps, by number. */
  static Map<AppName, SortedMap<Integer, Bot>> all(Handle handle) {
    var found = new LinkedHashMap<AppName, SortedMap<Integer, Bot>>();
    handle
        .createQuery(ALL.formatted(""))
        .map((row, _) -> Map.entry(new AppName(row.getString("app")), read(row)))
        .forEach(one ->
            found
                .computeIfAbsent(one.getKey(), _ -> new TreeMap<>())
                .put(one.getValue().number(), one.getValue()));
    return found;
  }

  /** The bots of this app, by number. */
  static SortedMap<Integer, Bot> of(Handle handle, AppName app) {
    var found = new TreeMap<Integer, Bot>();
    handle
        .createQuery(ALL.formatted("WHERE app = :app"))
        .bind("app", app)
        .map((row, _) -> read(row))
        .forEach(bot -> found.put(bot.number(), bot));
    return found;
  }

  private static Bot read(ResultSet row) throws SQLException {
    return new Bot(
        row.getInt("number"),
        new PersonId(row.getString("person")),
        row.getString("name"),
        row.getString("email"),
        row.getString("avatar"),
        row.getInt("gone") != 0);
  }

  /** The number that this person has among these bots. */
  static Optional<Integer> number(SortedMap<Integer, Bot> bots, PersonId bot) {
    return bots.values().stream()
        .filter(one -> PlatformId.compare(one.personId(), bot) == Likeness.SAME)
        .map(Bot::number)
        .findFirst();
  }

  /**
   * Writes down what the platform shows of a bot, and returns its number; empty if another process
   * gave away that number meanwhile.
   *
   * @param isOnly whether it takes the place of whatever bot the app had before
   */
  static Optional<Integer> keep(Handle handle, AppName app, Profile shown, boolean isOnly) {
    var known = of(handle, app);
    var number =
        (isOnly ? Optional.of(0) : number(known, shown.id()))
            .orElseGet(() -> known.isEmpty() ? 0 : known.lastKey() + 1);
    var kept =
        handle
            .createUpdate(
                number == 0
                    ? KEEP.formatted("bot", "app")
                    : KEEP.formatted("further_bot", "app, number"))
            .bind("app", app)
            .bind("number", number)
            .bind("person", shown.id())
            .bind("name", shown.displayName())
            .bind("email", shown.email())
            .bind("avatar", shown.avatar())
            .bind("replaces", isOnly || known.containsKey(number))
            .execute();
    return kept == 1 ? Optional.of(number) : Optional.empty();
  }

  /** Writes down whether the settings have this bot's token. */
  static void gone(Handle handle, AppName app, int number, boolean gone) {
    handle.execute(
        "UPDATE %s SET gone = ? WHERE app = ? AND number = ?"
            .formatted(number == 0 ? "bot" : "further_bot"),
        gone ? 1 : 0,
        app,
        number);
  }
}
