package belfry.base;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text in the form used for searching: without case, accents, superfluous spaces and what cannot be
 * seen, so that "vaino" finds "Väinö". Computed here because SQLite folds ASCII only.
 */
public final class Folded {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\p{Cc}]+");
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final int LONGEST_WORD = 40;

  private Folded() {}

  public static String of(String text) {
    if (isPlain(text)) {
      return text.toLowerCase(Locale.ROOT);
    }
    var decomposed = Normalizer.normalize(Bare.seen(text), Normalizer.Form.NFKD);
    var bare = MARKS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
    return BLANKS.matcher(bare).replaceAll(" ").strip();
  }

  /**
   * Its words, folded and each once: letters and digits in a row, of very long ones the beginning.
   */
  public static Set<String> words(String text) {
    return NO_WORD
        .splitAsStream(of(text))
        .filter(word -> !word.isEmpty())
        .map(Folded::start)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** What is looked for: its words, or the signs that are all there is; none only of a blank. */
  public static Set<String> sought(String typed) {
    var words = words(typed);
    var signs = of(typed);
    return words.isEmpty() && !signs.isEmpty() ? Set.of(start(signs)) : words;
  }

  private static String start(String word) {
    var length = Math.min(LONGEST_WORD, word.codePointCount(0, word.length()));
    return word.substring(0, word.offsetByCodePoints(0, length));
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

  /**
   * The first text, by code points, after all those that begin with {@code beginning}; empty if
   * there is none, as after those that begin with nothing.
   */
  public static Optional<String> after(String beginning) {
    var end = beginning.length();
    while (end > 0) {
      var last = beginning.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        // Surrogates stand for nothing alone, and no database stores them.
        var next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        return Optional.of(beginning.substring(0, end) + Character.toString(next));
      }
    }
    return Optional.empty();
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
