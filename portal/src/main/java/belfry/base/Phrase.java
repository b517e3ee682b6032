package belfry.base;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the program says to people: a code and arguments, from which the page makes a sentence in
 * its reader's language, and the English for everybody else.
 *
 * @param code where the page's catalogues have it, under {@code problem}: {@code job.isDraft}
 * @param english with a place for each argument as the catalogues write it: {@code {{name}}}, and
 *     {@code {{most, number}}} for a number with separators
 */
public record Phrase(String code, String english, Map<String, Object> arguments) {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)(, number)?}}");

  /** The arguments come as pairs of name and value. */
  public static Phrase of(String code, String english, Object... arguments) {
    var named = new LinkedHashMap<String, Object>();
    for (var i = 0; i < arguments.length; i += 2) {
      named.put((String) arguments[i], arguments[i + 1]);
    }
    return new Phrase(code, english, named);
  }

  /** Reads words that were made of this English back: what they say, with their arguments. */
  public Function<String, Optional<Phrase>> reader() {
    var places = PLACE.matcher(english).results().toList();
    var expression = new StringBuilder();
    var from = 0;
    for (var place : places) {
      expression.append(Pattern.quote(english.substring(from, place.start()))).append("(.+)");
      from = place.end();
    }
    expression.append(Pattern.quote(english.substring(from)));
    var pattern = Pattern.compile(expression.toString(), Pattern.DOTALL);
    return words -> {
      var read = pattern.matcher(words);
      if (!read.matches()) {
        return Optional.empty();
      }
      var named = new LinkedHashMap<String, Object>();
      for (var i = 0; i < places.size(); i++) {
        named.put(places.get(i).group(1), read.group(i + 1));
      }
      return Optional.of(new Phrase(code, english, named));
    };
  }

  /** The same sentence about something else; arguments come as pairs of name and value. */
  public Phrase with(Object... values) {
    return of(code, english, values);
  }

  /** The English sentence. */
  public String words() {
    return PLACE
        .matcher(english)
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
    return words();
  }
}
