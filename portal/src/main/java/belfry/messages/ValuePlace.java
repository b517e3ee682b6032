package belfry.messages;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Where a placeholder is, which decides how its value is escaped. */
enum ValuePlace {
  WORDS,
  /** The words of a card. */
  CARD,
  NONE,
  CODE,
  /** A link's whole address, as far as can be seen. */
  ADDRESS,
  PART_OF_ADDRESS;

  static final Pattern BARE_ADDRESS =
      Pattern.compile("\\bhttps?://[^\\s<>]+", Pattern.CASE_INSENSITIVE);

  /** Takes no room and keeps two characters from meaning something together. */
  private static final char JOINER = '\u2060';

  /** How a mention begins; the platform looks for it before it reads Markdown, so also in code. */
  private static final String MENTION = "<@";

  private static final Pattern SPACES = Pattern.compile("\\s+");

  /** Invisible, and may turn what comes after the value as well. */
  private static final Pattern TURNING = Pattern.compile("[\u202A-\u202E\u2066-\u2069]+");

  /** Characters that have a meaning in Markdown, in the places where they have one. */
  private static final Pattern MARKS =
      Pattern.compile(
          "[\\\\`*\\[\\]]|<(?=[A-Za-z/!?])|&(?=#?\\w{1,32};)"
              + "|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])");

  /**
   * All that {@link #MARKS} can begin with: most values have none, and are filled in by thousands.
   */
  private static final String MARK = "\\`*[]<&_";

  /** What begins a block in Markdown if it is at the start of a line. */
  private static final Pattern BLOCK = Pattern.compile("^(?:[#>+=-]|\\d{1,9}[.)])");

  /** Characters that can precede the beginning of a block in the same line. */
  private static final String BEFORE_BLOCK = "0123456789>*-+.)#";

  /**
   * A value escaped so that it appears as it is, is never read as Markdown, and calls nobody.
   *
   * @param before the text before it, at least from the beginning of the line
   */
  String said(String value, CharSequence before) {
    var line = TURNING.matcher(SPACES.matcher(value).replaceAll(" ")).replaceAll("");
    return switch (this) {
      case CODE -> uncalled(line.replace('`', '\''), before);
      case NONE -> line;
      case ADDRESS -> isAddress(line) ? line : encoded(line);
      case PART_OF_ADDRESS -> encoded(line);
      case WORDS -> isAddress(line) ? line : plain(line, before);
      case CARD -> isAddress(line) ? line : plain(line, before).replace("{{", "{" + JOINER + "{");
    };
  }

  /** Whether this character embeds text of another direction, or overrides what it has. */
  static boolean turns(int character) {
    return character >= 0x202A && character <= 0x202E;
  }

  private static String plain(String line, CharSequence before) {
    var marked = line.chars().anyMatch(one -> MARK.indexOf(one) >= 0);
    var plain = uncalled(marked ? MARKS.matcher(line).replaceAll("\\\\$0") : line, before);
    var block = BLOCK.matcher(plain);
    return block.find() && !isLineBegun(before)
        ? plain.substring(0, block.end() - 1) + "\\" + plain.substring(block.end() - 1)
        : plain;
  }

  private static boolean isLineBegun(CharSequence text) {
    for (var i = text.length() - 1; i >= 0 && text.charAt(i) != '\n'; i--) {
      if (!Character.isWhitespace(text.charAt(i)) && BEFORE_BLOCK.indexOf(text.charAt(i)) < 0) {
        return true;
      }
    }
    return false;
  }

  /** Without mentions, also where the text before it ends like the beginning of one. */
  private static String uncalled(String words, CharSequence before) {
    var joined = words.replace(MENTION, "<" + JOINER + "@");
    var begun = before.length() > 0 && before.charAt(before.length() - 1) == '<';
    return begun && joined.startsWith("@") ? JOINER + joined : joined;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A value that is a link remains one, unless a character in it could mean anything else. */
  private static boolean isAddress(String value) {
    return value.regionMatches(true, 0, "http", 0, 4)
        && BARE_ADDRESS.matcher(value).matches()
        && value.chars().noneMatch(one -> "`*[]()\\\"".indexOf(one) >= 0);
  }
}
