package belfry.people.lists;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the author of a list says about its file, where that leaves it open.
 *
 * @param column the column with the addresses
 * @param encoding how it is written
 */
public record ListChoices(Optional<String> column, Optional<Encoding> encoding) {
  public static final ListChoices NONE = new ListChoices(Optional.empty(), Optional.empty());

  /** How a file may be written that has no mark of it. */
  public enum Encoding {
    UTF_8,
    WINDOWS_1252;

    /** By its usual name; empty if it is another one. */
    public static Optional<Encoding> named(String name) {
      var wanted = name.toUpperCase(Locale.ROOT).replace('-', '_');
      return Stream.of(values()).filter(one -> one.name().equals(wanted)).findFirst();
    }
  }
}
