package belfry.people.lists;

import belfry.base.Folded;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A list of people from a file, by address; its content never changes.
 *
 * @param columns the names of the file's other columns
 * @param people the number of distinct addresses
 */
public record PeopleList(ListId id, String name, List<String> columns, int people) {
  public PeopleList {
    columns = List.copyOf(columns);
  }

  /** The columns by name, without case and accents. */
  Set<String> keys() {
    return columns.stream().map(Folded::of).collect(Collectors.toSet());
  }

  /**
   * A person of the list.
   *
   * @param line the line in the file, from 1; where a line has several addresses, their order
   * @param email the address in lower case
   * @param fields the values by column, without empty ones
   */
  public record Row(int line, String email, Map<String, String> fields) {
    public Row {
      fields = Map.copyOf(fields);
    }

    /** The values by name, without case and accents. */
    Map<String, String> byKey() {
      var byKey = new HashMap<String, String>();
      fields.forEach((name, value) -> byKey.put(Folded.of(name), value));
      return byKey;
    }
  }
}
