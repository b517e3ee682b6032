package belfry.people;

import belfry.base.Folded;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * People out of a file, by their addresses; what it holds never changes.
 *
 * @param columns what else its lines say of them, by the names of the file's columns
 * @param people how many addresses it has, each once
 */
public record PeopleList(ListId id, String name, List<String> columns, int people) {
  public PeopleList {
    columns = List.copyOf(columns);
  }

  /**
   * One of them.
   *
   * @param line of the file, from 1
   * @param email in lower case
   * @param fields by column; what is empty in the file is not there
   */
  public record Row(int line, String email, Map<String, String> fields) {
    public Row {
      fields = Map.copyOf(fields);
    }

    /** By the names in the form in which names are compared. */
    Map<String, String> byKey() {
      var byKey = new HashMap<String, String>();
      fields.forEach((name, value) -> byKey.put(Folded.of(name), value));
      return byKey;
    }
  }
}
