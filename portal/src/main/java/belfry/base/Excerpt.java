package belfry.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A text, or a piece of it, in which the words that were searched for are marked. */
public record Excerpt(List<Part> parts) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}\\p{M}]+");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** How much stands before the first marked word, at most. */
  private static final int BEFORE = 40;

  private static final String MORE = "…";

  /** Beyond this nothing is looked for: no message that can be sent is as long. */
  private static final int LONGEST = 20_000;

  /** A part of the text. */
  public record Part(String text, boolean marked) {}

  /** From a place in the text to another. */
  private record Range(int from, int until) {}

  /** The whole text; {@code words} are folded. */
  public static Excerpt whole(String text, Collection<String> words) {
    return new Excerpt(parts(text, marked(text, words).toList(), 0, text.length()));
  }

  /** What stands around the first of these folded words; empty if the text has none of them. */
  public static Optional<Excerpt> around(String text, Collection<String> words, int most) {
    var looked = Shortened.to(text, LONGEST);
    var line = BLANKS.matcher(looked).replaceAll(" ").strip();
    return marked(line, words).findFirst().map(first -> around(line, words, first, most));
  }

  private static Excerpt around(String line, Collection<String> words, Range first, int most) {
    var from = beginning(line, first.from);
    var until = end(line, from, most);
    // Whatever follows is not shown, and may be long.
    var ranges = marked(line, words).takeWhile(range -> range.from < until).toList();
    var parts = new ArrayList<Part>();
    if (from > 0) {
      parts.add(new Part(MORE, false));
    }
    parts.addAll(parts(line, ranges, from, until));
    if (until < line.length()) {
      parts.add(new Part(MORE, false));
    }
    return new Excerpt(parts);
  }

  /** Which of these words the text has. */
  public static List<String> found(String text, Collection<String> words) {
    return words.stream()
        .filter(word -> marked(text, List.of(word)).findAny().isPresent())
        .toList();
  }

  /** At the beginning of a word. */
  private static int beginning(String line, int marked) {
    if (marked <= BEFORE) {
      return 0;
    }
    var blank = line.indexOf(' ', marked - BEFORE);
    return blank < 0 || blank >= marked ? marked : blank + 1;
  }

  private static int end(String line, int from, int most) {
    return from + Shortened.to(line.substring(from), most).length();
  }

  /** In order, each found when it is asked for. */
  private static Stream<Range> marked(String text, Collection<String> words) {
    return WORD.matcher(text).results().flatMap(word -> range(word, words).stream());
  }

  /** The longest beginning of this word that was searched for. */
  private static Optional<Range> range(MatchResult word, Collection<String> words) {
    if (words.stream().noneMatch(asked -> mayBegin(word.group(), asked))) {
      return Optional.empty();
    }
    var folded = Folded.of(word.group());
    return words.stream()
        .filter(asked -> !asked.isEmpty() && folded.startsWith(asked))
        .mapToInt(String::length)
        .max()
        .stream()
        .mapToObj(length -> new Range(word.start(), word.start() + written(word.group(), length)))
        .findFirst();
  }

  /** What begins with another ASCII letter need not be folded, and that is most of a text. */
  private static boolean mayBegin(String word, String asked) {
    var first = word.charAt(0);
    return first > '~' || asked.indexOf(Character.toLowerCase(first)) == 0;
  }

  /** How many characters of a word become so many folded ones. */
  private static int written(String word, int folded) {
    var end = 0;
    while (end < word.length() && Folded.of(word.substring(0, end)).length() < folded) {
      end = word.offsetByCodePoints(end, 1);
    }
    // Accents belong to the letter before them.
    while (end < word.length() && isMark(word.codePointAt(end))) {
      end = word.offsetByCodePoints(end, 1);
    }
    return end;
  }

  private static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  private static List<Part> parts(String text, List<Range> ranges, int from, int until) {
    var parts = new ArrayList<Part>();
    var at = from;
    for (var range : ranges) {
      var begin = Math.clamp(range.from, at, until);
      var end = Math.clamp(range.until, begin, until);
      if (end > begin) {
        if (begin > at) {
          parts.add(new Part(text.substring(at, begin), false));
        }
        parts.add(new Part(text.substring(begin, end), true));
        at = end;
      }
    }
    if (at < until) {
      parts.add(new Part(text.substring(at, until), false));
    }
    return parts;
  }
}
