package belfry.platform.ids;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A person who is to be forgotten, and what stands in their place from then on. */
public final class Forgotten {
  /** What every pseudonym begins with. */
  public static final String PREFIX = "forgotten-";

  /** Not within a longer address, id or word; behind a sign that a link has in hexadecimal. */
  private static final String BEFORE =
      "(?:(?<![\\p{L}\\p{N}._%+-])|(?<=" + Identity.BEFORE_IN_LINK + "))";

  private static final String AFTER = "(?![\\p{L}\\p{N}_-])";

  /** A longer address goes on after a dot; a file that is called after one ends there. */
  private static final String NO_LONGER =
      "(?!\\.(?!(?:csv|tsv|txt|xlsx?)(?![\\p{L}\\p{N}]))[\\p{L}\\p{N}])";

  /** Somebody else may have a name more. */
  private static final String NO_DOUBLE = "(?!-\\p{L})";

  /** People join the words of a name with all kinds of signs. */
  private static final String JOINED_BEFORE = "(?<![\\p{L}\\p{N}])";

  private static final String JOINED_AFTER = "(?![\\p{L}\\p{N}])";

  private final Identity who;
  private final String pseudonym;
  private final Pattern mentions;
  private final Pattern marks;
  private final Optional<Pattern> names;
  private final Pattern joined;

  public Forgotten(Identity who, String pseudonym) {
    this.who = who;
    this.pseudonym = pseudonym;
    var any = any(who.marks());
    // One that is not closed goes to the end, so that the same rest is looked through only once.
    mentions = pattern("<@person(?:Id|Email):" + any + "(?:>|\\|[^>]*+(?:>|\\z))");
    marks = pattern(BEFORE + any + AFTER + NO_LONGER);
    var other = who.fullNames().isEmpty() ? "" : "|" + any(who.fullNames()) + NO_DOUBLE;
    joined = pattern(JOINED_BEFORE + "(?:(?<!\\.)" + any + NO_LONGER + other + ")" + JOINED_AFTER);
    names =
        who.fullNames().isEmpty()
            ? Optional.empty()
            : Optional.of(pattern(BEFORE + any(who.fullNames()) + AFTER));
  }

  /** Whether this stands in place of somebody's id. */
  public static boolean is(String id) {
    return id.startsWith(PREFIX);
  }

  /** The longest first: one may be the beginning of another. */
  private static String any(List<String> words) {
    return words.stream()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .map(Pattern::quote)
        .collect(Collectors.joining("|", "(?:", ")"));
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  public Identity who() {
    return who;
  }

  public String pseudonym() {
    return pseudonym;
  }

  /** A text without their ids and addresses, and without mentions of them. */
  public String in(String text) {
    return marks.matcher(unmentioned(text)).replaceAll(Matcher.quoteReplacement(pseudonym));
  }

  String unmentioned(CharSequence text) {
    return mentions
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(found.group().endsWith(">") ? pseudonym : found.group()));
  }

  /** The same for what a program wrote, where a name is nobody else's: without their names. */
  public String named(String text) {
    var unmarked = in(text);
    return names
        .map(pattern -> pattern.matcher(unmarked).replaceAll(Matcher.quoteReplacement(pseudonym)))
        .orElse(unmarked);
  }

  /** The same for what something is called, such as a file: also joined to other words. */
  public String called(String name) {
    return joined.matcher(in(name)).replaceAll(Matcher.quoteReplacement(pseudonym));
  }
}
