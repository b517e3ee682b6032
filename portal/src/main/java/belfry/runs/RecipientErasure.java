package belfry.runs;

import belfry.people.PersonErasure;
import belfry.platform.Identity;
import belfry.storage.Database;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Erases who a recipient was: states, times and counts stay, under a name that says nothing. Goes
 * through the runs a few at a time.
 */
public final class RecipientErasure {
  private static final int RUNS_AT_ONCE = 200;

  private RecipientErasure() {}

  /** Whether something to them is being sent, recalled or corrected. */
  public static boolean isUnderWay(Handle handle, Identity who) {
    return handle
        .createQuery(
            """
            SELECT 1 FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<ids>)
            WHERE run.gate <> 'closed' OR EXISTS (
              SELECT 1 FROM follow_up f WHERE f.run = run.id AND f.gate <> 'closed')
            LIMIT 1
            """)
        .bindList("ids", who.ids())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Erases it in all runs.
   *
   * @param pseudonym what they are called from now on
   * @return in how many runs they were
   */
  public static int erase(Database database, Identity who, String pseudonym) {
    var erased = 0;
    var after = 0L;
    while (true) {
      var from = after;
      var runs = database.read(handle -> runs(handle, from));
      if (runs.isEmpty()) {
        return erased;
      }
      erased += database.<Integer>write(handle -> erase(handle, runs, who, pseudonym));
      after = runs.getLast();
    }
  }

  private static List<Long> runs(Handle handle, long after) {
    return handle
        .createQuery("SELECT id FROM run WHERE id > ? ORDER BY id LIMIT ?")
        .bind(0, after)
        .bind(1, RUNS_AT_ONCE)
        .mapTo(Long.class)
        .list();
  }

  private static int erase(Handle handle, List<Long> runs, Identity who, String pseudonym) {
    handle
        .createUpdate(
            """
            UPDATE run SET markdown = '' WHERE id IN (<runs>) AND kind = 'reply' AND EXISTS (
              SELECT 1 FROM recipient r WHERE r.run = run.id AND r.target IN (<ids>))
            """)
        .bindList("runs", runs)
        .bindList("ids", who.ids())
        .execute();
    audiences(handle, runs, who);
    return handle
        .createUpdate(
            """
            UPDATE recipient SET target = :pseudonym || '-' || seq, name = '', name_key = '',
              email = '', personal = NULL, message_id = NULL, room_id = NULL
            WHERE run IN (<runs>) AND target IN (<ids>)
            """)
        .bind("pseudonym", pseudonym)
        .bindList("runs", runs)
        .bindList("ids", who.ids())
        .execute();
  }

  private static void audiences(Handle handle, List<Long> runs, Identity who) {
    handle
        .createQuery("SELECT id, audience FROM run WHERE id IN (<runs>)")
        .bindList("runs", runs)
        .map((row, _) -> new Stored(row.getLong("id"), row.getString("audience")))
        .list()
        .forEach(one -> {
          var without = PersonErasure.without(one.json, who);
          if (!without.equals(one.json)) {
            handle.execute("UPDATE run SET audience = ? WHERE id = ?", without, one.id);
          }
        });
  }

  private record Stored(long id, String json) {}
}
