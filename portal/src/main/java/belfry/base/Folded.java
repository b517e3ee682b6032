package belfry.base;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text in the form used for searching: without case, accents and superfluous spaces, so that
 * "vaino" finds "Väinö". Computed here because SQLite folds ASCII only.
 */
public final class Folded {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private Folded() {}

  public static String of(String text) {
    if (isPlain(text)) {
      return text.toLowerCase(Locale.ROOT);
    }
    var decomposed = Normalizer.normalize(text, Normalizer.Form.NFKD);
    var bare = MARKS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
    return BLANKS.matcher(bare).replaceAll(" ").strip();
  }

  /** Visible ASCII with single spaces. Most names are, and up to a million are folded at a time. */
  private static boolean isPlain(String text) {
    var before = ' ';
    for (var i = 0; i < text.length(); i++) {
      var one = text.charAt(i);
      if (one > '~' || one < ' ' || (one == ' ' && before == ' ')) {
        return false;
      }
      before = one;
    }
    return before != ' ' || text.isEmpty();
  }

  /** A LIKE pattern that finds {@code text} anywhere, to be used with {@code ESCAPE '!'}. */
  public static String anywhere(String text) {
    return "%" + beginning(text);
  }

  /** A LIKE pattern that finds {@code text} at the beginning, also with {@code ESCAPE '!'}. */
  public static String beginning(String text) {
    return of(text).replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
  }
}
