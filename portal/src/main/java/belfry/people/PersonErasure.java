package belfry.people;

import belfry.base.Folded;
import belfry.platform.Identity;
import belfry.storage.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Erases what is stored about a person in groups, lists, saved audiences and the names of people.
 */
public final class PersonErasure {
  private PersonErasure() {}

  /**
   * Erases it.
   *
   * @return how many rows were about them
   */
  public static int erase(Handle handle, Identity who) {
    return groups(handle, who) + lists(handle, who) + audiences(handle, who) + names(handle, who);
  }

  private static int groups(Handle handle, Identity who) {
    handle
        .createUpdate(
            """
            UPDATE people_group SET size = size - 1 WHERE EXISTS (
              SELECT 1 FROM group_member m WHERE m.group_number = people_group.number
                AND m.generation = people_group.generation AND m.person IN (<ids>))
            """)
        .bindList("ids", who.ids())
        .execute();
    return handle
        .createUpdate("DELETE FROM group_member WHERE person IN (<ids>)")
        .bindList("ids", who.ids())
        .execute();
  }

  private static int lists(Handle handle, Identity who) {
    handle
        .createUpdate(
            "UPDATE list SET people = people - 1 WHERE id IN (SELECT list FROM list_row WHERE email = :email)")
        .bind("email", who.email())
        .execute();
    return handle
            .createUpdate("DELETE FROM list_row WHERE email = :email")
            .bind("email", who.email())
            .execute()
        + handle
            .createUpdate(
                "UPDATE list_skipped SET said = '' WHERE LOWER(said) LIKE :anywhere ESCAPE '!'")
            .bind("anywhere", Folded.anywhere(who.email()))
            .execute();
  }

  private static int audiences(Handle handle, Identity who) {
    var changed = 0;
    var saved =
        handle
            .createQuery("SELECT id, choices FROM audience ORDER BY id")
            .map((row, _) -> new Stored(row.getLong("id"), row.getString("choices")))
            .list();
    for (var one : saved) {
      var without = without(one.json, who);
      if (!without.equals(one.json)) {
        changed += handle.execute("UPDATE audience SET choices = ? WHERE id = ?", without, one.id);
      }
    }
    return changed;
  }

  private record Stored(long id, String json) {}

  private static int names(Handle handle, Identity who) {
    handle
        .createUpdate("DELETE FROM person_word WHERE person IN (<ids>)")
        .bindList("ids", who.ids())
        .execute();
    return handle
            .createUpdate("DELETE FROM person WHERE id IN (<ids>)")
            .bindList("ids", who.ids())
            .execute()
        + handle
            .createUpdate("DELETE FROM address WHERE email = :email OR person IN (<ids>)")
            .bind("email", who.email())
            .bindList("ids", who.ids())
            .execute();
  }

  /** A stored audience without them; the same text if it does not name them. */
  public static String without(String json, Identity who) {
    var folded = json.toLowerCase(Locale.ROOT);
    if (!folded.contains(who.email()) && who.ids().stream().noneMatch(json::contains)) {
      return json;
    }
    var audience = Json.read(json, Audience.class);
    return Json.write(
        new Audience(without(audience.entries(), who), without(audience.excluded(), who)));
  }

  private static List<Audience.Entry> without(List<Audience.Entry> entries, Identity who) {
    return entries.stream().flatMap(entry -> without(entry, who)).toList();
  }

  private static Stream<Audience.Entry> without(Audience.Entry entry, Identity who) {
    return switch (entry) {
      case Audience.Person(var id, _) when who.ids().contains(id.value()) -> Stream.empty();
      case Audience.Addresses(var name, var emails) -> {
        var left = emails.stream().filter(one -> !one.equalsIgnoreCase(who.email())).toList();
        yield left.isEmpty() ? Stream.empty() : Stream.of(new Audience.Addresses(name, left));
      }
      case Audience.Entry other -> Stream.of(other);
    };
  }
}
