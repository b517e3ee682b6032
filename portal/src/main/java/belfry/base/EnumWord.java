package belfry.base;

import java.util.Locale;

/** What a constant is called where it is stored and in the API: its name in small letters. */
public final class EnumWord {
  private EnumWord() {}

  public static String of(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  /** Reads what {@link #of} wrote. */
  public static <E extends Enum<E>> E read(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }
}
