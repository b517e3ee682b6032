package belfry.access;

import belfry.platform.ids.Identity;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** In which language each person last used the page, so that a bot can write to them in it. */
public final class Languages {
  /** Those of the page's catalogues; whoever speaks none of them reads the first. */
  public static final List<String> ALL = List.of("en", "es", "de");

  private static final int LONGEST_HEADER = 200;

  private final Database database;

  public Languages(Database database) {
    this.database = database;
  }

  /** Remembers what a request of this person accepts; the page sends the language it is in. */
  public void note(PersonId person, Optional<String> acceptLanguage) {
    var language = acceptLanguage.flatMap(Languages::spoken);
    if (language.isEmpty() || language.equals(database.read(handle -> find(handle, person)))) {
      return;
    }
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO person_language (person, language) VALUES (?, ?)
            ON CONFLICT (person) DO UPDATE SET language = excluded.language
            """,
            person,
            language.get()));
  }

  /** The first of ours that is accepted; empty if the header names none, or is none. */
  static Optional<String> spoken(String acceptLanguage) {
    if (acceptLanguage.length() > LONGEST_HEADER) {
      return Optional.empty();
    }
    try {
      var ranges = Locale.LanguageRange.parse(acceptLanguage);
      return Optional.ofNullable(Locale.lookupTag(ranges, ALL));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** The language in which to write to this person. */
  public static String of(Handle handle, PersonId person) {
    return find(handle, person).orElse(ALL.getFirst());
  }

  private static Optional<String> find(Handle handle, PersonId person) {
    return handle
        .createQuery("SELECT language FROM person_language WHERE person = ?")
        .bind(0, person)
        .mapTo(String.class)
        .findOne()
        .filter(ALL::contains);
  }

  static int erase(Handle handle, Identity who) {
    return handle
        .createUpdate("DELETE FROM person_language WHERE person IN (<ids>)")
        .bindList("ids", who.ids())
        .execute();
  }
}
