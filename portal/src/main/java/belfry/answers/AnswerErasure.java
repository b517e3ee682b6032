package belfry.answers;

import belfry.platform.ids.Forgotten;
import belfry.storage.Database;
import belfry.storage.Rewriting;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Erases what a person answered. That somebody answered, and when, is kept, and so is what may
 * still be replied by itself.
 */
public final class AnswerErasure {
  private static final Rewriting ANSWERS = new Rewriting("answer", "id");

  private AnswerErasure() {}

  /**
   * Erases it.
   *
   * @param rooms the keys of their 1:1 conversations
   * @return how many answers there were
   */
  public static int erase(Database database, Forgotten forgotten, Collection<String> rooms) {
    var marks = forgotten.who().marks();
    return database.<Integer>write(handle -> erase(handle, forgotten, rooms))
        + ANSWERS.apply(database, List.of("text", "inputs"), marks, forgotten::in);
  }

  private static int erase(Handle handle, Forgotten forgotten, Collection<String> rooms) {
    var who = forgotten.who();
    if (!rooms.isEmpty()) {
      handle
          .createUpdate("DELETE FROM answer_room WHERE room_key IN (<rooms>)")
          .bindList("rooms", List.copyOf(rooms))
          .execute();
    }
    var keys = Stream.concat(who.keys().stream(), who.ids().stream()).distinct().toList();
    handle
        .createUpdate("DELETE FROM answer_event WHERE person_key IN (<keys>) OR person IN (<keys>)")
        .bindList("keys", keys)
        .execute();
    handle
        .createUpdate(
            "UPDATE reply SET person_key = :pseudonym || '-' || run WHERE person_key IN (<keys>)")
        .bindList("keys", keys)
        .bind("pseudonym", forgotten.pseudonym())
        .execute();
    handle
        .createUpdate(
            "UPDATE reply SET sent_by = :pseudonym, sent_by_name = :pseudonym WHERE sent_by IN"
                + " (<keys>)")
        .bindList("keys", keys)
        .bind("pseudonym", forgotten.pseudonym())
        .execute();
    handle
        .createUpdate(
            "UPDATE answer SET done_by = :pseudonym, done_by_name = :pseudonym WHERE done_by IN"
                + " (<keys>)")
        .bindList("keys", keys)
        .bind("pseudonym", forgotten.pseudonym())
        .execute();
    handle
        .createUpdate("UPDATE automatic_reply SET person = :pseudonym WHERE person IN (<keys>)")
        .bindList("keys", keys)
        .bind("pseudonym", forgotten.pseudonym())
        .execute();
    return handle
        .createUpdate(
            """
            UPDATE answer SET person = :pseudonym, person_key = :pseudonym, name = '', name_key = '',
              email = '', text = '', inputs = ''
            WHERE person_key IN (<keys>) OR person IN (<keys>)
            """)
        .bindList("keys", keys)
        .bind("pseudonym", forgotten.pseudonym())
        .execute();
  }
}
