package belfry.delivery.evidence;

import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.messages.PersonalValues;
import belfry.platform.ShownContent;
import belfry.platform.ids.Likeness;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides whether the content that the platform shows is the content that was sent. The platform
 * may change it: mentions become elements with a name, blanks and line ends disappear, Unicode is
 * composed differently, HTML is escaped or dropped, {@code markdown} is missing. So content is
 * compared first with how this platform showed the same content before, then by its letters alone.
 * Only readable content with clearly different words is another message. Pure.
 */
public final class ContentComparison {
  /** Placeholder for a mentioned person, whose name the platform chooses. */
  private static final String MENTIONED = "\uFFFC";

  private static final Pattern ENTITY =
      Pattern.compile(
          "&(?:#(\\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));",
          Pattern.CASE_INSENSITIVE);
  private static final Map<String, String> NAMED =
      Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", "\u00A0");

  /** How many times a text may have been escaped on its way. */
  private static final int MOST_ESCAPES = 3;

  private static final Pattern MENTION =
      Pattern.compile(
          "<spark-mention\\b[^<>]*>[^<]{0,200}</spark-mention>|<@[^<>]{1,300}>",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^<>]*>");

  private static final Pattern LINK = Pattern.compile("\\]\\([^()\\s]*\\)");

  /** The longest name that a mention may stand for, in letters. */
  private static final int LONGEST_NAME = 100;

  /** How many letters besides names are needed to recognize a text. */
  private static final int FEWEST_LETTERS = 4;

  /** A single word of this length is not text but some kind of code. */
  private static final int LONGEST_WORD = 60;

  /** With a smaller share of common words than this, two texts are certainly different. */
  private static final double RELATED = 0.4;

  /** Only a part of a text may be shown; this is the share of its words that must match. */
  private static final double CONTAINED = 0.7;

  private final Content ours;
  private final Optional<CardComparison> card;
  private final String canonical;
  private final List<String> letters;
  private final Map<String, Integer> words;
  private final List<ShownContent> echoes;

  /** The words of our content, and of the forms in which the platform has shown it. */
  private final List<Map<String, Integer>> accounts;

  /** Whether different words prove that it is a different message. */
  private final boolean tellsByWords;

  /**
   * Compares other content with {@code ours}.
   *
   * @param echoes how the platform has shown this very content elsewhere
   */
  public ContentComparison(Content ours, Collection<ShownContent> echoes) {
    this(ours, echoes, true);
  }

  /**
   * Compares with what a run says to one person. How the platform shows another person's message
   * proves nothing about this one, with one exception: if it changes words at all, words cannot
   * distinguish messages.
   *
   * @param values this person's values; empty if the run has the same text for everybody
   * @param echo how the platform first showed this content; of a personal run, only if it changed
   *     the words
   * @param elsewhere how the platform shows this content in another conversation
   */
  public static ContentComparison with(
      Content content,
      Optional<PersonalValues> values,
      Optional<ShownContent> echo,
      Optional<ShownContent> elsewhere) {
    return values.isPresent()
        ? new ContentComparison(content.filled(values), List.of(), echo.isEmpty())
        : new ContentComparison(content, Stream.concat(echo.stream(), elsewhere.stream()).toList());
  }

  private ContentComparison(Content ours, Collection<ShownContent> echoes, boolean tellsByWords) {
    this.ours = ours;
    card = ours.card().map(CardComparison::new);
    this.tellsByWords = tellsByWords;
    canonical = canonical(ours.markdown());
    var read =
        canonical(
            new MessageText(MENTION.matcher(ours.markdown()).replaceAll(MENTIONED)).plainText());
    var addressless = LINK.matcher(canonical).replaceAll("]");
    letters =
        Stream.of(canonical, addressless, read).map(ContentComparison::letters).distinct().toList();
    words = wordCounts(canonical);
    this.echoes = echoes.stream().filter(ShownContent::whole).toList();
    accounts =
        Stream.concat(
                Stream.of(words),
                this.echoes.stream().flatMap(ContentComparison::texts).map(ContentComparison::read))
            .toList();
  }

  private static Map<String, Integer> read(String text) {
    return wordCounts(canonical(text));
  }

  public Likeness with(ShownContent shown) {
    var likeness =
        card.map(own -> with(own, shown))
            .orElseGet(
                () -> shown.card().isEmpty() ? compareText(shown) : unless(compareText(shown)));
    var fileIsAsIs = shown.files() > 0 == ours.attachment().isPresent();
    // A listing may omit a file, and whether another program's message had one says little.
    return fileIsAsIs ? likeness : unless(likeness);
  }

  /** With a part that ours does not have, or without one that it has, nothing is ours for sure. */
  private static Likeness unless(Likeness likeness) {
    return likeness == Likeness.SAME ? Likeness.UNCLEAR : likeness;
  }

  /**
   * Both the words and the card must be ours. If the words are missing, the card is enough if it
   * says them; if the card is missing or changed, words alone make nothing ours, and other words
   * are another message only if the card is another as well.
   */
  private Likeness with(CardComparison own, ShownContent shown) {
    var asCard = card(own, shown);
    if (!shown.hasWords()) {
      return asCard == Likeness.SAME && isContained(words, read(own.plainText()))
          ? Likeness.SAME
          : Likeness.UNCLEAR;
    }
    return switch (compareText(shown)) {
      case SAME -> asCard == Likeness.SAME ? Likeness.SAME : Likeness.UNCLEAR;
      case OTHER ->
          shown.card().isEmpty() || asCard == Likeness.OTHER ? Likeness.OTHER : Likeness.UNCLEAR;
      case UNCLEAR -> Likeness.UNCLEAR;
    };
  }

  /** Also the same if this platform has shown the same card in this way before. */
  private Likeness card(CardComparison own, ShownContent shown) {
    var likeness = own.with(shown.card());
    return likeness == Likeness.UNCLEAR
            && echoes.stream().anyMatch(echo -> CardComparison.isSame(echo.card(), shown.card()))
            && isRelated(own.plainText(), CardComparison.plainText(shown.card()))
        ? Likeness.SAME
        : likeness;
  }

  /**
   * Whether the platform has given back what it was given. That it did not give back the card says
   * nothing.
   */
  public boolean isFaithful(ShownContent shown) {
    return compareText(shown) == Likeness.SAME
        && shown.files() > 0 == ours.attachment().isPresent()
        && (shown.card().isEmpty()
            || card.filter(own -> own.with(shown.card()) == Likeness.SAME).isPresent());
  }

  private Likeness compareText(ShownContent shown) {
    // A placeholder for unreadable content is the same for every message.
    if (echoes.stream().anyMatch(echo -> isSame(echo, shown))) {
      return texts(shown).anyMatch(text -> isRelated(words, read(text)))
          ? Likeness.SAME
          : Likeness.UNCLEAR;
    }
    var texts = texts(shown).toList();
    if (texts.stream().anyMatch(this::isOurs)) {
      return Likeness.SAME;
    }
    var readable =
        shown.whole() && !texts.isEmpty() && texts.stream().allMatch(ContentComparison::isWriting);
    return readable && tellsByWords && texts.stream().noneMatch(this::mayBeOurs)
        ? Likeness.OTHER
        : Likeness.UNCLEAR;
  }

  private static Stream<String> texts(ShownContent shown) {
    return Stream.of(shown.markdown(), shown.html(), shown.text()).filter(text -> !text.isBlank());
  }

  /** Content that the platform shows in the same way is the same. */
  private static boolean isSame(ShownContent echo, ShownContent shown) {
    return echo.hasWords()
        && (same(echo.markdown(), shown.markdown())
            || same(echo.html(), shown.html())
            || same(echo.text(), shown.text()));
  }

  private static boolean same(String one, String other) {
    return !one.isBlank() && canonical(one).equals(canonical(other));
  }

  private boolean isOurs(String text) {
    var shown = canonical(text);
    if (shown.equals(canonical)) {
      return true;
    }
    var shownLetters = letters(shown);
    return letters.stream().anyMatch(own -> !own.isEmpty() && fits(own, shownLetters));
  }

  /** The same letters, with any name in place of a mention. */
  private static boolean fits(String own, String shown) {
    if (own.equals(shown)) {
      return true;
    }
    var parts = List.of(own.split(MENTIONED, -1));
    var literal = own.length() - parts.size() + 1;
    if (parts.size() == 1 || literal < FEWEST_LETTERS || !shown.startsWith(parts.getFirst())) {
      return false;
    }
    var at = parts.getFirst().length();
    for (var i = 1; i < parts.size(); i++) {
      var last = i == parts.size() - 1;
      var next = last ? shown.length() - parts.get(i).length() : shown.indexOf(parts.get(i), at);
      if (next < at || next - at > LONGEST_NAME || (last && !shown.endsWith(parts.get(i)))) {
        return false;
      }
      at = next + parts.get(i).length();
    }
    return at == shown.length();
  }

  private boolean mayBeOurs(String text) {
    var shown = read(text);
    return isBeginning(text) || accounts.stream().anyMatch(account -> isRelated(account, shown));
  }

  /** It may be cut off anywhere, also within a word. */
  private boolean isBeginning(String text) {
    var shown = letters(canonical(text));
    return letters.stream().anyMatch(own -> own.startsWith(shown));
  }

  /** Whether all of these words are among the others. */
  private static boolean isContained(Map<String, Integer> one, Map<String, Integer> other) {
    return !one.isEmpty()
        && one.entrySet().stream()
            .allMatch(word -> other.getOrDefault(word.getKey(), 0) >= word.getValue());
  }

  /** Whether one of two texts may be what became of the other. */
  static boolean isRelated(String one, String other) {
    return isRelated(read(one), read(other));
  }

  private static boolean isRelated(Map<String, Integer> one, Map<String, Integer> other) {
    var common =
        other.entrySet().stream()
            .mapToInt(word -> Math.min(word.getValue(), one.getOrDefault(word.getKey(), 0)))
            .sum();
    var theirs = count(other);
    var own = count(one);
    return theirs == 0
        || own == 0
        || 2.0 * common / (theirs + own) >= RELATED
        || common >= CONTAINED * Math.min(theirs, own);
  }

  private static int count(Map<String, Integer> words) {
    return words.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Whether a person could read it; otherwise it says nothing about the content. */
  static boolean isWriting(String text) {
    return !letters(text).isEmpty()
        && Stream.of(text.strip().split("\\s+")).anyMatch(word -> word.length() < LONGEST_WORD);
  }

  /** The text without anything that may change on the way, but with punctuation marks. */
  static String canonical(String text) {
    var plain = text;
    for (var i = 0; i < MOST_ESCAPES && plain.indexOf('&') >= 0; i++) {
      plain =
          ENTITY
              .matcher(plain)
              .replaceAll(match ->
                  java.util.regex.Matcher.quoteReplacement(
                      entity(match.group(1), match.group(2), match.group(3))));
    }
    plain = MENTION.matcher(plain).replaceAll(MENTIONED);
    plain = TAG.matcher(plain).replaceAll("");
    return Normalizer.normalize(plain, Normalizer.Form.NFC).replaceAll("\\s+", " ").strip();
  }

  private static String entity(String decimal, String hex, String name) {
    if (name != null) {
      return NAMED.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }
    var code = decimal == null ? Integer.parseInt(hex, 16) : Integer.parseInt(decimal);
    return Character.isValidCodePoint(code) ? Character.toString(code) : "";
  }

  /** Only letters, digits and emoji, because marks, quotes and blanks change most often. */
  private static String letters(String text) {
    var letters = new StringBuilder(text.length());
    Normalizer.normalize(text, Normalizer.Form.NFKC)
        .codePoints()
        .filter(one ->
            Character.isLetterOrDigit(one) || Character.getType(one) == Character.OTHER_SYMBOL)
        .forEach(letters::appendCodePoint);
    return letters.toString();
  }

  /** How often each word occurs, ignoring case. */
  private static Map<String, Integer> wordCounts(String text) {
    var words = new HashMap<String, Integer>();
    for (var word :
        new ArrayList<>(List.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")))) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    return words;
  }
}
