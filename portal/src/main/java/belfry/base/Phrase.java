package belfry.base;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message for people: a code with arguments, from which the page makes a sentence in the reader's
 * language, and the English text for everybody else.
 *
 * @param code its key in the page's catalogues, under {@code problem}: {@code job.isDraft}; empty
 *     for quoted words
 * @param template the English text, with a place for each argument as in the catalogues: {@code
 *     {{name}}}, and {@code {{most, number}}} for a number with separators
 * @param arguments by name; one may be a phrase itself
 */
public record Phrase(String code, String template, Map<String, Object> arguments) {
  public static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)(, number)?}}");

  /** A phrase; the arguments are pairs of name and value. */
  public static Phrase of(String code, String template, Object... arguments) {
    var named = new LinkedHashMap<String, Object>();
    for (var i = 0; i < arguments.length; i += 2) {
      named.put((String) arguments[i], arguments[i + 1]);
    }
    return new Phrase(code, template, named);
  }

  /** Somebody else's words, which are in no catalogue. */
  public static Phrase quoted(String words) {
    return of("", "{{words}}", "words", words);
  }

  /** Whether these are somebody else's words. */
  public boolean isQuoted() {
    return code.isEmpty();
  }

  /** The same sentence with other arguments, which are pairs of name and value. */
  public Phrase with(Object... values) {
    return of(code, template, values);
  }

  private Phrase and(String name, Object value) {
    var named = new LinkedHashMap<>(arguments);
    named.put(name, value);
    return new Phrase(code, template, named);
  }

  /** The English sentence. */
  public String english() {
    return PLACE
        .matcher(template)
        .replaceAll(place -> {
          var value = arguments.getOrDefault(place.group(1), "");
          var words =
              place.group(2) == null
                  ? String.valueOf(value)
                  : String.format(Locale.ENGLISH, "%,d", ((Number) value).longValue());
          return Matcher.quoteReplacement(words);
        });
  }

  @Override
  public String toString() {
    return english();
  }

  /**
   * A sentence about a number of things: one code, with one English text for the number one and
   * another for all other numbers.
   */
  public record Counted(Phrase one, Phrase other) {
    /** Both texts have a place for {@code count}. */
    public static Counted of(String code, String one, String other) {
      return new Counted(Phrase.of(code, one), Phrase.of(code, other));
    }

    /** The sentence for this number; further arguments are pairs of name and value. */
    public Phrase with(long count, Object... values) {
      return (count == 1 ? one : other).with(values).and("count", count);
    }
  }
}
