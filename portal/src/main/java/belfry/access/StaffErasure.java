package belfry.access;

import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Identity;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What is stored about a person who is to be forgotten and had rights once. */
public final class StaffErasure {
  private StaffErasure() {}

  /** An app in which they still have rights. */
  public static Optional<String> appOf(Handle handle, Identity who) {
    return handle
        .createQuery(
            "SELECT app FROM staff WHERE person IN (<ids>) OR LOWER(email) IN (<emails>) LIMIT 1")
        .bindList("ids", who.ids())
        .bindList("emails", who.emails())
        .mapTo(String.class)
        .findOne();
  }

  /**
   * Who they were as an administrator of the configuration, whom they added, and their language;
   * how many rows.
   */
  public static int erase(Handle handle, Forgotten forgotten) {
    var who = forgotten.who();
    return Languages.erase(handle, who)
        + handle
            .createUpdate(
                "DELETE FROM pinned_admin WHERE person IN (<ids>) OR LOWER(email) IN (<emails>)")
            .bindList("ids", who.ids())
            .bindList("emails", who.emails())
            .execute()
        + handle
            .createUpdate("UPDATE staff SET added_by = :pseudonym WHERE added_by IN (<ids>)")
            .bindList("ids", who.ids())
            .bind("pseudonym", forgotten.pseudonym())
            .execute();
  }
}
