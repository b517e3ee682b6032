package belfry.runs.recipients;

import belfry.apps.AppName;
import belfry.platform.ids.Identity;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * From which of an app's bots each person hears, by the bot's number. It is written down when an
 * app with several bots first writes to them.
 */
public final class PersonBots {
  /** In how many of the latest runs it is looked up who wrote to those of whom it is not known. */
  private static final int LATEST_RUNS = 20;

  private PersonBots() {}

  /** Of these people, those for whom it is known and who have not been shared out anew since. */
  public static Map<String, Integer> kept(Handle handle, AppName app, Collection<String> targets) {
    var byKey = new HashMap<String, String>();
    targets.forEach(target -> byKey.put(PlatformId.key(target), target));
    return handle
        .createQuery(
            """
            SELECT person_key, bot FROM person_bot
            WHERE app = :app AND person_key IN (<keys>)
              AND chosen >= COALESCE((SELECT at FROM bots_spread WHERE app = :app), 0)
            """)
        .bind("app", app)
        .bindList("keys", List.copyOf(byKey.keySet()))
        .map((row, _) -> Map.entry(byKey.get(row.getString("person_key")), row.getInt("bot")))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Of these people, those to whom one of the app's latest messages went: they hear from the bot
   * that sent it, as long as nobody has everybody shared out anew.
   */
  public static Map<String, Integer> heardFrom(
      Handle handle, AppName app, Collection<String> targets) {
    return inRuns(
        handle,
        """
        run.id IN (SELECT id FROM run WHERE app = :app AND expanded = 1 AND kind = 'job'
          AND created >= COALESCE((SELECT at FROM bots_spread WHERE app = :app), 0)
          ORDER BY id DESC LIMIT :most)
        AND r.state IN ('sent', 'sending', 'unknown', 'held')
        """,
        Map.of("app", app, "most", LATEST_RUNS),
        targets);
  }

  /** Of these people, those who got this run's message. */
  public static Map<String, Integer> got(Handle handle, RunId run, Collection<String> targets) {
    return inRuns(handle, "run.id = :run", Map.of("run", run.value()), targets);
  }

  /** Of these people, those to whom something is under way or in doubt. */
  public static Map<String, Integer> unsettled(
      Handle handle, AppName app, Collection<String> targets) {
    return inRuns(
        handle,
        """
        run.app = :app AND run.gate <> 'closed'
        AND r.state IN ('sending', 'unknown', 'held')
        """,
        Map.of("app", app),
        targets);
  }

  /** Who these are, some of them, after one and in order. */
  static List<String> unsettled(Handle handle, AppName app, String after, int most) {
    // With each state as a literal both engines may also use the partial index.
    return handle
        .createQuery(
            Stream.of("sending", "unknown", "held")
                    .map(
                        """
                        SELECT r.target FROM run
                        JOIN recipient r ON r.run = run.id AND r.state = '%s' AND r.target > :after
                        WHERE run.app = :app AND run.gate <> 'closed'
                        """
                            ::formatted)
                    .collect(Collectors.joining("UNION "))
                + "ORDER BY target LIMIT :most")
        .bind("app", app)
        .bind("after", after)
        .bind("most", most)
        .mapTo(String.class)
        .list();
  }

  private static Map<String, Integer> inRuns(
      Handle handle, String which, Map<String, ?> values, Collection<String> targets) {
    var found = new HashMap<String, Integer>();
    if (targets.isEmpty()) {
      return found;
    }
    handle
        .createQuery(
            """
            SELECT r.target, r.lane FROM run
            JOIN recipient r ON r.run = run.id AND r.target IN (<targets>)
            WHERE %s ORDER BY run.id
            """
                .formatted(which))
        .bindMap(values)
        .bindList("targets", List.copyOf(targets))
        .map((row, _) -> found.put(row.getString("target"), row.getInt("lane")) == null)
        .list();
    return found;
  }

  /** Writes down from which bots these people hear from now on. */
  public static void keep(Handle handle, AppName app, Map<String, Integer> bots, Instant now) {
    var batch =
        handle.prepareBatch(
            """
            INSERT INTO person_bot (app, person_key, bot, chosen) VALUES (:app, :key, :bot, :now)
            ON CONFLICT (app, person_key) DO UPDATE SET bot = excluded.bot, chosen = excluded.chosen
            """);
    bots.forEach((target, bot) ->
        batch
            .bind("app", app)
            .bind("key", PlatformId.key(target))
            .bind("bot", bot)
            .bind("now", now)
            .add());
    if (batch.size() > 0) {
      batch.execute();
    }
  }

  /** They hear from whichever bot is chosen, should anybody write to them again. */
  public static int erase(Handle handle, Identity who) {
    return handle
        .createUpdate("DELETE FROM person_bot WHERE person_key IN (<keys>)")
        // Of whoever is known by an address only, that is in the id.
        .bindList(
            "keys",
            Stream.of(
                    who.keys().stream(),
                    who.ids().stream(),
                    who.emails().stream().map(email -> PersonId.at(email).value()))
                .flatMap(all -> all)
                .toList())
        .execute();
  }
}
