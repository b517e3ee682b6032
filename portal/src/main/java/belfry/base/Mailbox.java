package belfry.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
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

  private static final String CALLED = "(?i:mailto|smtp|e-?mail|mail)\\s*:\\s*";

  /** An address with a name or a comment. */
  private static final List<Pattern> NAMED =
      Stream.of(
              "[^<>]*<(?<address>[^<>]+)>[^<>@]*",
              "\\[[^\\]]*]\\((?<address>[^()]+)\\)",
              "(?<address>[^()@\\s]+@[^()\\s]+)\\s+\\([^@]*\\)",
              "[^()@]*\\S\\s+[(\\[](?<address>[^()@\\s]+@[^()\\s]+)[)\\]]")
          .map(form -> Pattern.compile(form, Pattern.DOTALL))
          .toList();

  /** What an address may be enclosed in. */
  private static final String QUOTES = "'\"‘’‚“”„‹›«»`*_";

  /** How many forms are taken off one after the other; nobody encloses an address more often. */
  private static final int DEEPEST = 5;

  /** Between several in one text. */
  private static final Pattern BETWEEN = Pattern.compile("[\\s\\p{Z}\\p{Cc},;|<>()\\[\\]\"]+");

  /** A letter of what stands alone among several. */
  private static final String APART = "[^\\s\\p{Z}\\p{Cc},;|<>()\\[\\]\"]";

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
    return bare(text, DEEPEST).filter(found -> isAllOf(text, found));
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
        Bare.of(plain.length() < inner.length() ? plain.replaceFirst("(?s)[?].*", "") : plain);
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
   * that another one has for a name or a comment, nobody knows which is meant.
   *
   * @return what is not an address too, so that nobody vanishes
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
    for (var one : BETWEEN.split(seen, -1)) {
      if (one.indexOf('@') >= 0) {
        found.add(of(one).orElse(one));
      }
    }
  }

  /** Whether it has nothing but addresses, however many. */
  public static boolean isOnly(String text) {
    return of(text).isPresent()
        || BETWEEN
            .splitAsStream(Bare.seen(text))
            .allMatch(one -> one.isEmpty() || one.indexOf('@') >= 0);
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
