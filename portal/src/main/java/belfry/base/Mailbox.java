package belfry.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * E-mail addresses as people write and copy them: {@code Ana Lopez <ana@example.com>}, {@code
 * mailto:ana@example.com?subject=Hi}, {@code 'ana@example.com'}, {@code [Ana](mailto:…)}.
 */
public final class Mailbox {
  private static final String LETTER = "[^\\s\\p{Z}\\p{C}@<>,;:()\\[\\]\"\\\\|]";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?![.'])%s{1,64}(?<!\\.)@".formatted(LETTER)
              + "(?![._-])[\\p{L}\\p{M}\\p{N}._-]{1,190}(?<![._-])");

  /** In characters; whatever is longer has more in it than an address and a name. */
  private static final int LONGEST = 1_000;

  /** What may follow an address, beside blanks: where a sentence or a list goes on. */
  private static final String REST = ".,;:!…";

  /**
   * How one looks that is said, hidden from machines, or has blanks around its sign: {@code
   * ana(at)x}, {@code ana.reyes at x}, {@code ana @ x.example}.
   */
  private static final Pattern SAID =
      Pattern.compile(
          "(?i)[\\p{L}\\p{N}]\\s*[(\\[{<]\\s*(?:at|arroba|ät)\\s*[)\\]}>]\\s*[\\p{L}\\p{N}]"
              + "|[\\p{L}\\p{N}](?:\\.|\\s+dot\\s+)[\\p{L}\\p{N}_-]+\\s+at\\s+[\\p{L}\\p{N}]"
              + "|[\\p{L}\\p{N}]\\s+at\\s+[\\p{L}\\p{N}-]+(?:\\.|\\s+dot\\s+)\\p{L}"
              + "|[\\p{L}\\p{N}\"](?:\\s+@\\s*|@\\s+)[\\p{L}\\p{N}-][\\p{L}\\p{N}.-]*\\.\\p{L}",
          Pattern.UNICODE_CASE);

  /** In a link, to whom its message goes beside its address. */
  private static final String OTHERS = "(?i:(?<![a-z])(?:to|cc|bcc)=.)";

  private static final String CALLED = "(?i:mailto|smtp|e-?mail|mail)\\s*:\\s*";

  /** What an address may be enclosed in. */
  private static final String QUOTES = "'\"‘’‚“”„‹›«»`*_";

  private static final String OPENING = "([{<";

  /** With the end of a link. */
  private static final String CLOSING = ")]}>/";

  /** Words in brackets, with brackets in them at most once. */
  private static final String COMMENT = "\\([^()@]*+(?:\\([^()@]*+\\)[^()@]*+)*+\\)";

  /**
   * An address with a name or a comment. Whatever is parted from it by a semicolon or a line, or
   * follows without brackets, is neither, but may be somebody.
   */
  private static final List<Pattern> NAMED =
      Stream.of(
              "(?:\\s*\"[^\"<>]*\"|[^<>;\r\n]*)\\s*<(?<address>[^<>]+)>[\\s%1$s]*+(?:%2$s|\\[[^<>@]*])?[\\s%1$s]*+",
              "\\[[^\\]]*]\\((?<address>[^()]+)\\)",
              "(?<address>[^()@\\s]+@[^()\\s]+)\\s+%2$s",
              "[^()@;\r\n]*\\S\\s+[(\\[](?<address>[^()@\\s]+@[^()\\s]+)[)\\]]")
          .map(form -> Pattern.compile(form.formatted(QUOTES, COMMENT), Pattern.DOTALL))
          .toList();

  /** How many forms are taken off one after the other; nobody encloses an address more often. */
  private static final int DEEPEST = 5;

  /** A letter of what stands alone among several. */
  private static final String APART = "[^\\s\\p{Z}\\p{Cc},;|<>()\\[\\]\"]";

  private static final Pattern WORD = Pattern.compile(APART + "+");

  /** What stands between two, and is nobody. */
  private static final Pattern JOINING = Pattern.compile("(?i)and|or|und|oder|y|e|o|u");

  /** Half of an address that a blank has cut in two: {@code maria. garcia@x.example}. */
  private static final Pattern CUT =
      Pattern.compile("(?=\\p{N}*\\p{Ll})[\\p{Ll}\\p{N}]{3,64}[._-]");

  /** Another such half, in brackets: elsewhere it may be the letter of an item. */
  private static final Pattern INITIAL = Pattern.compile("\\p{L}\\.");

  /** Something in place of a name, or before a comment: {@code ana@x.example <bo@x.example>}. */
  private static final Pattern BESIDE =
      Pattern.compile(
          "[\"\\[]?+(?<!%1$s)(?<name>%1$s++)[\"\\]]*+[\\s\\p{Z}]*+[<(\\[](?<address>[^<>()\\[\\]]*+)[>)\\]]"
              .formatted(APART));

  private static final String SIGNS = "@＠﹫";

  private Mailbox() {}

  /** Whether it is written like an address, and nothing else. */
  public static boolean isAddress(String text) {
    return ADDRESS.matcher(text).matches();
  }

  /** The one address that this is or has, as it is stored; empty if it has none or several. */
  public static Optional<String> of(String written) {
    if (written.length() > LONGEST || !mayHaveSome(written)) {
      return Optional.empty();
    }
    var text = Bare.address(written);
    return bare(text, DEEPEST)
        .filter(found -> isAllOf(text, found) && !isSaid(text.replace(found, " ")));
  }

  private static Optional<String> bare(String text, int deepest) {
    if (isAddress(text)) {
      return Optional.of(text);
    }
    if (deepest == 0) {
      return Optional.empty();
    }
    var rest = text.substring(0, endBefore(text, Mailbox::isRest));
    for (var form : NAMED) {
      var named = form.matcher(rest);
      if (named.matches()) {
        return bare(named.group("address"), deepest - 1);
      }
    }
    var inner = unquoted(rest);
    var plain = inner.replaceFirst("^" + CALLED, "");
    var address =
        Bare.of(
            uncut(
                plain.length() < inner.length()
                    ? plain.replaceFirst("(?s)[?](?!.*%s).*".formatted(OTHERS), "")
                    : plain));
    return address.length() < text.length() ? bare(address, deepest - 1) : Optional.empty();
  }

  /**
   * Without the quotes on both sides, or the apostrophe or the equals sign that a spreadsheet needs
   * before a text. Counted by hand: a pattern would try each way to share a row of quotes among
   * both sides.
   */
  private static String unquoted(String text) {
    var end = endBefore(text, one -> QUOTES.indexOf(one) >= 0);
    var begin = 0;
    while (begin < end && QUOTES.indexOf(text.charAt(begin)) >= 0) {
      begin++;
    }
    return begin > 0 && end < text.length()
        ? text.substring(begin, end)
        : text.replaceFirst("^(?:=(?=\\s*\")|['‘’]+)", "");
  }

  /** Without what is left of brackets that it was copied out of, or of a link. */
  private static String uncut(String text) {
    var end = endBefore(text, one -> CLOSING.indexOf(one) >= 0);
    var begin = 0;
    while (begin < end && OPENING.indexOf(text.charAt(begin)) >= 0) {
      begin++;
    }
    return text.substring(begin, end);
  }

  private static int endBefore(String text, IntPredicate without) {
    var end = text.length();
    while (end > 0 && without.test(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isRest(int letter) {
    return REST.indexOf(letter) >= 0
        || Character.isWhitespace(letter)
        || Character.isSpaceChar(letter);
  }

  /** A name may be the address once more, but there is no other one beside it. */
  private static boolean isAllOf(String text, String address) {
    var signs = text.chars().filter(one -> one == '@').count();
    return signs == 1 || signs == whole(address).matcher(text).results().count();
  }

  /** This address, in quotes or not, and not a part of a longer one. */
  private static Pattern whole(String address) {
    return Pattern.compile(
        "(?<!%1$s)(?:['‘’]*%3$s|[%2$s]+%3$s(?=[%2$s]))(?![._-]*[\\p{L}\\p{M}\\p{N}])"
            .formatted(LETTER, QUOTES, Pattern.quote(address)));
  }

  /**
   * Whatever may be meant as an address, in order, as it is stored where it is one. Of an address
   * that another one has for a name or a comment, nobody knows which is meant. Words are the name
   * of an address in brackets or of the only one behind them, or its comment in brackets, unless an
   * address is said in them; others may be somebody.
   *
   * @return what is not an address too, so that nobody vanishes; empty where nothing has a sign
   */
  public static List<String> all(String text) {
    var found = new ArrayList<String>();
    if (mayHaveSome(text)) {
      var seen = Bare.seen(text);
      var from = 0;
      for (var beside = BESIDE.matcher(seen); beside.find(); ) {
        if (areTwo(beside.group("name"), beside.group("address"))) {
          addApart(seen.substring(from, beside.start()), found);
          found.add(beside.group());
          from = beside.end();
        }
      }
      addApart(seen.substring(from), found);
    }
    return found;
  }

  private static boolean areTwo(String one, String other) {
    var first = of(one);
    var second = of(other);
    return first.isPresent() && second.isPresent() && !first.equals(second);
  }

  private static void addApart(String seen, List<String> found) {
    var words = WORD.matcher(seen).results().toList();
    var several = words.stream().filter(one -> isSigned(one.group())).count() > 1;
    var end = 0;
    var last = "";
    var before = "";
    var from = -1;
    var isQuoted = false;
    var comment = -1;
    var isNamed = false;
    for (var word : words) {
      var gap = seen.substring(end, word.start());
      isQuoted ^= gap.chars().filter(one -> one == '"').count() % 2 == 1;
      if (from >= 0 && !isQuoted && hasOne(gap, ",;|\t\r\n")) {
        addWords(seen.substring(from, end), found);
        from = -1;
      }
      if (comment >= 0 && (isSigned(word.group()) || hasOne(gap, ")]"))) {
        if (isSaid(seen.substring(comment, end))) {
          addWords(seen.substring(comment, end), found);
        } else if (isSaid(seen.substring(comment, word.end()))) {
          // The brackets were those of the sign.
          from = comment;
        }
        comment = -1;
      }
      if (isNamed && from < 0 && comment < 0 && hasOne(gap, "([") && !isSigned(word.group())) {
        comment = word.start();
      }
      var address = of(word.group());
      var half = end - last.length();
      if (address.isPresent()
          && Bare.isBlank(gap)
          && isHalf(last, before, from < 0 ? "" : seen.substring(from, half))) {
        addWords(seen.substring(from < 0 ? half : from, word.end()), found);
        from = -1;
      } else if (address.isPresent()) {
        if (from >= 0 && ((several && !hasOne(gap, "<([")) || isSaid(seen.substring(from, end)))) {
          addWords(seen.substring(from, end), found);
        }
        from = -1;
        found.add(address.get());
        isNamed = true;
      } else if (comment < 0) {
        from = from < 0 ? word.start() : from;
        if (isSigned(word.group()) && !word.group().endsWith("@")) {
          addWords(seen.substring(from, word.end()), found);
          from = -1;
        }
      }
      end = word.end();
      last = word.group();
      before = gap;
    }
    if (comment >= 0 && isSaid(seen.substring(comment, end))) {
      from = comment;
    }
    if (from >= 0) {
      addWords(seen.substring(from, end), found);
    }
  }

  /**
   * Whether a blank has cut it off the address behind it. A sentence may end there, or the number
   * of an item stand, but not in brackets, nor with a name once more.
   */
  private static boolean isHalf(String word, String gap, String words) {
    var isCut = CUT.matcher(word).matches();
    if (hasOne(gap, "<([") && (isCut || INITIAL.matcher(word).matches())) {
      return true;
    }
    if (!isCut) {
      return false;
    }
    var name = WORD.matcher(words).results().map(MatchResult::group).toList();
    var folded = Folded.of(word.substring(0, word.length() - 1));
    return name.stream().allMatch(one -> CUT.matcher(one).matches())
        || name.stream().anyMatch(one -> Folded.of(one).equals(folded));
  }

  private static boolean isSigned(String word) {
    return word.length() > 1 && word.indexOf('@') >= 0;
  }

  private static boolean hasOne(String text, String letters) {
    return text.chars().anyMatch(one -> letters.indexOf(one) >= 0);
  }

  private static void addWords(String words, List<String> found) {
    if (words.codePoints().anyMatch(one -> one == '@' || Character.isLetterOrDigit(one))
        && !JOINING.matcher(words).matches()) {
      found.add(words);
    }
  }

  /** Whether it has nothing but addresses, however many. */
  public static boolean isOnly(String text) {
    return of(text).isPresent()
        || WORD.matcher(Bare.seen(text)).results().allMatch(one -> one.group().indexOf('@') >= 0);
  }

  /**
   * Whether an address is in it that is said in words, hidden from machines, or has blanks around
   * its sign.
   */
  public static boolean isSaid(String text) {
    return SAID.matcher(text).find();
  }

  /** Whether the sign of an address is in it. */
  public static boolean mayHaveSome(String text) {
    for (var i = 0; i < SIGNS.length(); i++) {
      if (text.indexOf(SIGNS.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
