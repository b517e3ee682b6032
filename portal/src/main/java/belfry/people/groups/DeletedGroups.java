package belfry.people.groups;

import belfry.storage.Database;
import org.jdbi.v3.core.Handle;

/** Deletes groups whose members are many: the group is hidden at once, its members go in steps. */
final class DeletedGroups {
  /** In place of an app's name. No app can be called that. */
  private static final String DELETED = "?";

  private DeletedGroups() {}

  /**
   * From now on there is no such group; {@link #drop} then deletes its members. Whoever is reading
   * them learns at the end that they are not the group's any more.
   */
  static void hide(Handle handle, GroupStore.Row row) {
    handle.execute(
        "UPDATE people_group SET app = ?, id = ? || number, generation = -1 WHERE number = ?",
        DELETED,
        DELETED,
        row.number());
  }

  /** In steps, so that nobody waits long for the deletion of a large group. */
  static void drop(Database database) {
    while (true) {
      var deleted =
          database.read(handle ->
              handle
                  .createQuery("SELECT number FROM people_group WHERE app = ? LIMIT 1")
                  .bind(0, DELETED)
                  .mapTo(Long.class)
                  .findOne());
      if (deleted.isEmpty()) {
        return;
      }
      database.write(handle -> dropSome(handle, deleted.get()));
    }
  }

  /** With the last members, the group. */
  private static int dropSome(Handle handle, long number) {
    var dropped =
        handle.execute(
            """
            DELETE FROM group_member WHERE group_number = ? AND (generation, person) IN (
              SELECT generation, person FROM group_member WHERE group_number = ? LIMIT 5000)
            """,
            number,
            number);
    return dropped > 0
        ? dropped
        : handle.execute("DELETE FROM people_group WHERE number = ?", number);
  }
}
