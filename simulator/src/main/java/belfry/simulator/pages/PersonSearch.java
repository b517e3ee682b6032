package belfry.simulator.pages;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import java.util.List;

/** Finds people for a search field: by the beginning of the name or by the whole address. */
final class PersonSearch {
  private static final int MOST = 12;

  private final Directory directory;

  PersonSearch(Directory directory) {
    this.directory = directory;
  }

  /** The suggested ones for no words. */
  List<Person> found(String words) {
    if (words.isBlank()) {
      return directory.suggested();
    }
    if (words.contains("@")) {
      return directory.personByEmail(words.strip()).stream().toList();
    }
    return directory.byNamePrefix(words.strip(), 0, MOST);
  }

  /** What to say under a search that found nothing, or more than it shows. */
  static Html remark(String words, List<Person> found) {
    if (words.isBlank()) {
      return Html.NOTHING;
    }
    if (found.isEmpty()) {
      return Html.of("<p class=\"quiet\">Nobody’s name begins with “{}”.</p>", words);
    }
    return found.size() == MOST
        ? Html.of("<p class=\"quiet\">The first {}. More letters find fewer people.</p>", MOST)
        : Html.NOTHING;
  }
}
