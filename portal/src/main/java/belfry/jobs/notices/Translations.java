package belfry.jobs.notices;

import belfry.base.Phrase;
import belfry.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.NumberFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;

/** The server's sentences in the languages of the page, out of the page's own catalogues. */
final class Translations {
  private static final String ENGLISH = "en";
  private static final Map<String, Map<?, ?>> CATALOGUES = new ConcurrentHashMap<>();

  private Translations() {}

  /** The sentence; in English if the catalogue does not have it. */
  static String in(String language, Phrase phrase) {
    var numbers = NumberFormat.getIntegerInstance(Locale.forLanguageTag(language));
    return Phrase.PLACE
        .matcher(template(language, phrase))
        .replaceAll(place -> {
          var value = phrase.arguments().getOrDefault(place.group(1), "");
          var words =
              switch (value) {
                case Phrase inner -> in(language, inner);
                case Number number when place.group(2) != null ->
                    numbers.format(number.longValue());
                default -> String.valueOf(value);
              };
          return Matcher.quoteReplacement(words);
        });
  }

  /** The same with its places still open. */
  static String template(String language, Phrase phrase) {
    return phrase.isQuoted() || language.equals(ENGLISH)
        ? phrase.template()
        : translated(language, phrase).orElseGet(phrase::template);
  }

  private static Optional<String> translated(String language, Phrase phrase) {
    Object at = CATALOGUES.computeIfAbsent(language, Translations::load);
    for (var key : plural(phrase).split("\\.", -1)) {
      at = at instanceof Map<?, ?> map ? Objects.<Object>requireNonNullElse(map.get(key), "") : "";
    }
    return at instanceof String words && !words.isEmpty() ? Optional.of(words) : Optional.empty();
  }

  /** As i18next names the texts of a {@link Phrase.Counted}. */
  private static String plural(Phrase phrase) {
    return switch (phrase.arguments().get("count")) {
      case Number count -> phrase.code() + (count.longValue() == 1 ? "_one" : "_other");
      case null, default -> phrase.code();
    };
  }

  private static Map<?, ?> load(String language) {
    var name = "/web/app/locales/" + language + ".json";
    try (var file = Translations.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is not among the program's files");
      }
      var catalogue = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return Json.read(catalogue, Map.class).get("problem") instanceof Map<?, ?> problem
          ? problem
          : Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
