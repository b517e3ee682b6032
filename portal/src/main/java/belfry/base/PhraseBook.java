package belfry.base;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Turns stored English text back into the phrases it was made of, so that stored rows can be shown
 * in the reader's language, including those of earlier versions.
 */
public final class PhraseBook {
  /** An argument of this name may be a phrase of the book itself. */
  private static final String PHRASE_WITHIN = "why";

  private static final Pattern FULL_STOP = Pattern.compile("\\.(?= )");

  private final List<Entry> entries;

  /** If a text fits several phrases, the first one counts. */
  public PhraseBook(List<Phrase> phrases) {
    entries = phrases.stream().map(Entry::of).toList();
  }

  /** The phrase of these words; empty if the book has none that fits. */
  public Optional<Phrase> read(String words) {
    return entries.stream().flatMap(entry -> read(words, entry).stream()).findFirst();
  }

  /** The same, or the words themselves as a quotation. */
  public Phrase readOrQuote(String words) {
    return read(words).orElseGet(() -> Phrase.quoted(words));
  }

  private Optional<Phrase> read(String words, Entry entry) {
    var read = entry.form.matcher(words);
    if (!read.matches()) {
      return Optional.empty();
    }
    var named = new LinkedHashMap<String, Object>();
    for (var i = 0; i < entry.places.size(); i++) {
      var name = entry.places.get(i).group(1);
      var isNumber = entry.places.get(i).group(2) != null;
      named.put(name, argument(name, isNumber, read.group(i + 1)));
    }
    return Optional.of(new Phrase(entry.phrase.code(), entry.phrase.template(), named));
  }

  private Object argument(String name, boolean isNumber, String words) {
    if (isNumber) {
      return Long.valueOf(words.replace(",", ""));
    }
    return name.equals(PHRASE_WITHIN) ? readOrQuote(words) : words;
  }

  /**
   * Reads several sentences. Each ends at the first full stop that makes it a phrase of this book,
   * because a name in it may contain a full stop too.
   *
   * @return empty unless all of them are phrases of this book
   */
  public Optional<List<Phrase>> readAll(String words) {
    var sentences = new ArrayList<Phrase>();
    var from = 0;
    for (var stop : stops(words)) {
      var sentence = read(words.substring(from, stop));
      if (sentence.isPresent()) {
        sentences.add(sentence.get());
        from = stop + 1;
      }
    }
    return from > words.length() ? Optional.of(sentences) : Optional.empty();
  }

  private static List<Integer> stops(String words) {
    var stops = FULL_STOP.matcher(words).results().map(MatchResult::end);
    return Stream.concat(stops, Stream.of(words.length())).toList();
  }

  /** A phrase, and the pattern of the texts made from it. */
  private record Entry(Phrase phrase, Pattern form, List<MatchResult> places) {
    static Entry of(Phrase phrase) {
      var template = phrase.template();
      var places = Phrase.PLACE.matcher(template).results().toList();
      var form = new StringBuilder();
      var from = 0;
      for (var place : places) {
        form.append(Pattern.quote(template.substring(from, place.start())));
        form.append(place.group(2) == null ? "(.+?)" : "(\\d[\\d,]{0,14})");
        from = place.end();
      }
      form.append(Pattern.quote(template.substring(from)));
      return new Entry(phrase, Pattern.compile(form.toString(), Pattern.DOTALL), places);
    }
  }
}
