package belfry.people;

import belfry.people.audience.Audience;
import belfry.people.directory.Person;
import belfry.people.lists.ListId;
import belfry.people.lists.SkippedLines;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Identity;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Rewriting;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Erases what is stored about a person in groups, lists, saved audiences and the names of people.
 */
public final class PersonErasure {
  private static final Rewriting SAVED = new Rewriting("audience", "id");
  private static final Rewriting FILES = new Rewriting("list", "id");
  private static final Rewriting ROWS = new Rewriting("list_row", List.of("list", "line"), "", "");

  private static final Pattern LIST = Pattern.compile("\"listId\":\"([^\"]*)\"");

  private static final List<String> LINE = List.of("list", "line");

  /** What was wrong with a line can quote it. */
  private static final Rewriting WRONG =
      new Rewriting("list_skipped", LINE, "why <> '{}'", "said = ''");

  private static final Rewriting SAID = new Rewriting("list_skipped", LINE, "said <> ''", "");

  /** What every text has: an address that is written otherwise is not found by the database. */
  private static final List<String> ANY = List.of("");

  private PersonErasure() {}

  /**
   * Erases them from what was chosen by others, and as somebody who chose.
   *
   * @param chosen the lists whose values may still be sent, and stay as they are, as do those of
   *     saved audiences
   * @return how many texts named them
   */
  public static int fromChoices(Database database, Forgotten forgotten, Set<ListId> chosen) {
    var who = forgotten.who();
    var lists = new HashSet<>(chosen);
    lists.addAll(database.read(PersonErasure::saved));
    var kept = lists.stream().map(ListId::value).toList();
    var marks = who.marks();
    var written = who.written();
    return SAVED.apply(
            database, List.of("choices"), who.marksAndNames(), json -> without(json, forgotten))
        + FILES.apply(database, List.of("name"), who.marksAndNames(), forgotten::called)
        // As the names of the values in its rows.
        + FILES
            .where(Rewriting.notAmong("id", kept.stream()))
            .apply(database, List.of("columns"), marks, forgotten::in)
        + ROWS.where(Rewriting.notAmong("list", kept.stream()))
            .apply(database, List.of("fields"), marks, json -> values(json, forgotten))
        + WRONG.apply(database, List.of("why"), who.marksAndNames(), PersonErasure::unquoted)
        + WRONG.apply(
            database,
            List.of("why"),
            ANY,
            json -> Json.read(json, SkippedLines.Why.class).quotes(written) ? unquoted(json) : json)
        + SAID.apply(database, List.of("said"), who.marksAndNames(), _ -> "")
        + SAID.apply(database, List.of("said"), ANY, said -> written.test(said) ? "" : said)
        + database.<Integer>write(handle ->
            by(handle, "list", "person", forgotten)
                + by(handle, "audience", "changed_by", forgotten));
  }

  private static Set<ListId> saved(Handle handle) {
    return handle.createQuery("SELECT choices FROM audience").mapTo(String.class).stream()
        .flatMap(PersonErasure::lists)
        .collect(Collectors.toSet());
  }

  /** The lists in a stored audience, also in one that cannot be read. */
  public static Stream<ListId> lists(String audience) {
    return LIST.matcher(audience).results().flatMap(found -> ListId.parse(found.group(1)).stream());
  }

  /**
   * Stored values without those that name them. Nobody reads all values before they are sent, but
   * is told of those that are missing.
   */
  public static String values(String json, Forgotten forgotten) {
    @SuppressWarnings("unchecked")
    Map<String, String> values = Json.read(json, LinkedHashMap.class);
    values.values().removeIf(value -> !forgotten.in(value).equals(value));
    return forgotten.in(Json.write(values));
  }

  /** A reason that was stored, without the words of the line that it is about. */
  private static String unquoted(String json) {
    var why = Json.read(json, SkippedLines.Why.class);
    Map<String, Object> hidden =
        why.arguments().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    one -> one.getValue() instanceof String ? "…" : one.getValue()));
    return Json.write(new SkippedLines.Why(why.code(), why.template(), hidden));
  }

  private static int by(Handle handle, String table, String column, Forgotten forgotten) {
    return handle
        .createUpdate(
            "UPDATE %s SET %s = :pseudonym WHERE %2$s IN (<ids>)".formatted(table, column))
        .bind("pseudonym", forgotten.pseudonym())
        .bindList("ids", forgotten.who().ids())
        .execute();
  }

  /** Takes them out of groups and lists; how many rows were about them. */
  public static int fromGroups(Handle handle, Identity who) {
    return groups(handle, who) + lists(handle, who);
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
            """
            UPDATE list SET people = people - (
              SELECT COUNT(*) FROM list_row WHERE list_row.list = list.id AND email IN (<emails>))
            WHERE id IN (SELECT list FROM list_row WHERE email IN (<emails>))
            """)
        .bindList("emails", who.emails())
        .execute();
    return handle
        .createUpdate("DELETE FROM list_row WHERE email IN (<emails>)")
        .bindList("emails", who.emails())
        .execute();
  }

  /** Erases what tells who they are; how many rows were about them. */
  public static int erase(Handle handle, Identity who) {
    return handle
            .createUpdate("DELETE FROM person_word WHERE person IN (<ids>)")
            .bindList("ids", who.ids())
            .execute()
        + handle
            .createUpdate("DELETE FROM person WHERE id IN (<ids>)")
            .bindList("ids", who.ids())
            .execute()
        + handle
            .createUpdate(
                "DELETE FROM address WHERE email IN (<emails>) OR email IN (<ids>) OR person IN (<ids>)")
            .bindList("emails", who.emails())
            .bindList("ids", who.ids())
            .execute();
  }

  /**
   * A stored audience without them, also in the names that it has copied; the same text if it does
   * not name them. A person who is called like them stays.
   */
  public static String without(String json, Forgotten forgotten) {
    if (json.isEmpty()) {
      return json;
    }
    var audience = Json.read(json, Audience.class);
    var entries = without(audience.entries(), forgotten);
    var excluded = without(audience.excluded(), forgotten);
    return forgotten.in(
        entries.equals(audience.entries()) && excluded.equals(audience.excluded())
            ? json
            : Json.write(new Audience(entries, excluded, audience.outside())));
  }

  /** What of a stored audience is about them alone. */
  public static String only(String json, Identity who) {
    var audience = Json.read(json, Audience.class);
    return Json.write(
        new Audience(
            only(audience.entries(), who), only(audience.excluded(), who), audience.outside()));
  }

  private static List<Audience.Entry> only(List<Audience.Entry> entries, Identity who) {
    return entries.stream()
        .<Audience.Entry>mapMulti((entry, out) -> {
          if (entry instanceof Audience.Person(var id, _) && who.ids().contains(id.value())) {
            out.accept(entry);
          } else if (entry instanceof Audience.Addresses(_, var emails)) {
            var theirs = emails.stream().filter(one -> isTheirs(one, who)).toList();
            if (!theirs.isEmpty()) {
              out.accept(new Audience.Addresses("", theirs));
            }
          }
        })
        .toList();
  }

  private static List<Audience.Entry> without(List<Audience.Entry> entries, Forgotten forgotten) {
    return entries.stream().flatMap(entry -> without(entry, forgotten)).toList();
  }

  private static Stream<Audience.Entry> without(Audience.Entry entry, Forgotten forgotten) {
    var who = forgotten.who();
    var name = forgotten.called(entry.name());
    return switch (entry) {
      case Audience.Person(var id, _) ->
          who.ids().contains(id.value()) ? Stream.empty() : Stream.of(entry);
      case Audience.Addresses(_, var emails) -> {
        var left = emails.stream().filter(one -> !isTheirs(one, who)).toList();
        yield left.isEmpty() ? Stream.empty() : Stream.of(new Audience.Addresses(name, left));
      }
      case Audience.Group(var id, _) -> Stream.of(new Audience.Group(id, name));
      case Audience.Space(var id, _) -> Stream.of(new Audience.Space(id, name));
      case Audience.FromFile(var id, _) -> Stream.of(new Audience.FromFile(id, name));
      case Audience.Saved(var id, _) -> Stream.of(new Audience.Saved(id, name));
      case Audience.Recipients(var job, var which, _, var recall) ->
          Stream.of(new Audience.Recipients(job, which, name, recall));
    };
  }

  private static boolean isTheirs(String email, Identity who) {
    return who.emails().contains(Person.address(email));
  }
}
