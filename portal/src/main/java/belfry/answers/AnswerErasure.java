package belfry.answers;

import belfry.platform.Identity;
import org.jdbi.v3.core.Handle;

/** Erases what a person answered. That somebody answered, and when, is kept. */
public final class AnswerErasure {
  private AnswerErasure() {}

  /** How many answers there were. */
  public static int erase(Handle handle, Identity who, String pseudonym) {
    handle
        .createUpdate("DELETE FROM answer_event WHERE person_key IN (<keys>)")
        .bindList("keys", who.keys())
        .execute();
    handle
        .createUpdate(
            "UPDATE reply SET person_key = :pseudonym || '-' || run WHERE person_key IN (<keys>)")
        .bindList("keys", who.keys())
        .bind("pseudonym", pseudonym)
        .execute();
    return handle
        .createUpdate(
            """
            UPDATE answer SET person = :pseudonym, person_key = :pseudonym, name = '', name_key = '',
              email = '', text = '', inputs = ''
            WHERE person_key IN (<keys>)
            """)
        .bindList("keys", who.keys())
        .bind("pseudonym", pseudonym)
        .execute();
  }
}
