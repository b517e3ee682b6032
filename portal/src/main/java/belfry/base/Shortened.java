package belfry.base;

import java.text.BreakIterator;
import java.util.Locale;

/**
 * Texts of people, shortened so that whatever is seen as one character stays whole: an emoji of
 * several people, a letter with its accents. Lengths are counted in code points.
 */
public final class Shortened {
  private Shortened() {}

  /** The beginning of a text. */
  public static String to(String text, int most) {
    return isShort(text, most) ? text : text.substring(0, before(text, most));
  }

  /** The beginning of a text, with a sign where something is left out. */
  public static String marked(String text, int most) {
    return isShort(text, most) ? text : to(text, most - 1) + "…";
  }

  /** The end of a text. */
  public static String toEnd(String text, int most) {
    if (isShort(text, most)) {
      return text;
    }
    var from = text.offsetByCodePoints(text.length(), -most);
    var whole = whole(text);
    var next = whole.isBoundary(from) ? from : whole.following(from);
    return text.substring(next == BreakIterator.DONE || next == text.length() ? from : next);
  }

  /** Whether it has at most so many characters. */
  public static boolean isShort(String text, int most) {
    return text.length() <= most || text.codePointCount(0, text.length()) <= most;
  }

  private static int before(String text, int most) {
    var end = text.offsetByCodePoints(0, most);
    var whole = whole(text);
    var last = whole.isBoundary(end) ? end : whole.preceding(end);
    // One that is longer than all there may be: marks can be piled up without end.
    return last <= 0 ? end : last;
  }

  private static BreakIterator whole(String text) {
    var whole = BreakIterator.getCharacterInstance(Locale.ROOT);
    whole.setText(text);
    return whole;
  }
}
