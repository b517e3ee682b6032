package belfry.base;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads English that was kept back into the phrases that it was made of, so that rows of earlier
 * versions are said in the reader's language, too.
 */
public final class PhraseBook {
  /** An argument of this name may be a phrase of the book itself. */
  private static final String PHRASE_WITHIN = "why";

  private static final Pattern FULL_STOP = Pattern.compile("\\.(?= )");

  private final List<Entry> entries;

  /** What fits several is read as the first. */
  public PhraseBook(List<Phrase> phrases) {
    entries = phrases.stream().map(Entry::of).toList();
  }

  /** What these words say; empty where they are no phrase of this book. */
  public Optional<Phrase> read(String words) {
    return entries.stream().flatMap(entry -> read(words, entry).stream()).findFirst();
  }

  /** The same, or the words themselves where somebody else said them. */
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
    return Optional.of(new Phrase(entry.phrase.code(), entry.phrase.english(), named));
  }

  private Object argument(String name, boolean isNumber, String words) {
    if (isNumber) {
      return Long.valueOf(words.replace(",", ""));
    }
    return name.equals(PHRASE_WITHIN) ? readOrQuote(words) : words;
  }

  /**
   * Several sentences, one after the other. Each ends at the first full stop where it is one of
   * this book: a name within may have a stop, too.
   *
   * @return empty where not all of them are of this book
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

  /** A phrase, and the form of what is made of it. */
  private record Entry(Phrase phrase, Pattern form, List<MatchResult> places) {
    static Entry of(Phrase phrase) {
      var english = phrase.english();
      var places = Phrase.PLACE.matcher(english).results().toList();
      var form = new StringBuilder();
      var from = 0;
      for (var place : places) {
        form.append(Pattern.quote(english.substring(from, place.start())));
        form.append(place.group(2) == null ? "(.+?)" : "(\\d[\\d,]{0,14})");
        from = place.end();
      }
      form.append(Pattern.quote(english.substring(from)));
      return new Entry(phrase, Pattern.compile(form.toString(), Pattern.DOTALL), places);
    }
  }
}
