package belfry.base;

import java.util.regex.Pattern;

/** Somebody else's sentence as a part of a longer one, which ends with a full stop of its own. */
public final class Clause {
  private static final Pattern FULL_STOP = Pattern.compile("(?<!\\.)\\.$");

  private Clause() {}

  /** Without the full stop at its end. */
  public static String of(String sentence) {
    return FULL_STOP.matcher(sentence).replaceFirst("");
  }
}
