package belfry.standin.switches;

import static java.util.Locale.ROOT;

/** Something that a trial can switch on by its name; each is a constant of an enumeration. */
public interface Switch {
  /** The constant's own name. */
  String name();

  /** One line on what it does. */
  String says();

  /** The number it works with unless a trial gives another. */
  default long usual() {
    return 0;
  }

  /** What a trial calls it. */
  default String label() {
    return name().toLowerCase(ROOT).replace('_', '-');
  }
}
