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

  /** In what follows a place: there is another, of which nothing is known here. */
  static final char ANOTHER = '\0';

  /** Characters that have a meaning in Markdown, in the places where they have one. */
  private static final Pattern MARKS =
      Pattern.compile(
          "[\\\\`*\\[\\]]|<(?=[^\\s@]|$)|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])"
              // With what follows the value, as far as that can be seen.
              + "|&(?=#?\\w{0,32}[;\\x00])|!(?=[\\[\\x00])");

  /**
   * All that {@link #MARKS} can begin with: most values have none, and are filled in by thousands.
   */
  private static final String MARK = "\\`*[]<&_!";

  /** What begins a block in Markdown if it is at the start of a line. */
  private static final Pattern BLOCK = Pattern.compile("^(?:[#>+=~.)-]|\\d{1,9}[.)])");

  /** The rest of a reference to a character that was begun before. */
  private static final Pattern REFERRED = Pattern.compile("^#?\\w{0,32}[;\\x00]");

  private static final Pattern REFERRING = Pattern.compile("&#?\\w{0,32}$");

  private static final Pattern OPEN_TAG = Pattern.compile("<[^\\s<>]*$");

  private static final Pattern CLOSING_HEADING = Pattern.compile("#(?=[#\\s]*$)");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /** Characters that can precede the beginning of a block in the same line. */
  private static final String BEFORE_BLOCK = "0123456789>*-+.)#~=";

  /**
   * A value escaped so that it appears as it is, is never read as Markdown, and calls nobody.
   *
   * @param before the text before it, at least from the beginning of the line
   * @param after what the author wrote after it, or as much as can matter; {@link #ANOTHER} at its
   *     end if another value follows
   */
  String said(String value, CharSequence before, String after) {
    var line = TURNING.matcher(SPACES.matcher(value).replaceAll(" ")).replaceAll("");
    return switch (this) {
      case CODE -> uncalled(line.replace('`', '\''), before);
      case NONE -> line;
      case ADDRESS -> isAddress(line) ? line : encoded(line);
      case PART_OF_ADDRESS -> encoded(line);
      case WORDS -> plain(line, before, after);
      case CARD -> plain(line, before, after).replace("{{", "{" + JOINER + "{");
    };
  }

  /** Whether this character embeds text of another direction, or overrides what it has. */
  static boolean turns(int character) {
    return character >= 0x202A && character <= 0x202E;
  }

  private static String plain(String line, CharSequence text, String after) {
    if (line.isEmpty()) {
      return line;
    }
    var before = text.subSequence(lineStart(text), text.length()).toString();
    var joined = uncalled(besides(marked(line, after), before), before);
    var first = joined.charAt(0);
    if (OPEN_TAG.matcher(before).find()
        || (REFERRING.matcher(before).find() && REFERRED.matcher(line + after).find())) {
      return JOINER + joined;
    }
    if (before.endsWith("]") && (first == '(' || first == ':')) {
      return "\\" + joined;
    }
    if (isLineBegun(before)) {
      return joined;
    }
    if (NUMBER.matcher(joined).matches() && (after.startsWith(".") || after.startsWith(")"))) {
      return joined + "\\";
    }
    var block = BLOCK.matcher(joined);
    return block.find()
        ? joined.substring(0, block.end() - 1) + "\\" + joined.substring(block.end() - 1)
        : joined;
  }

  private static String marked(String line, String after) {
    if (line.chars().noneMatch(one -> MARK.indexOf(one) >= 0)) {
      return line;
    }
    var marked = new StringBuilder();
    var matcher = MARKS.matcher(line + after);
    var isLink = isAddress(line);
    var at = 0;
    while (matcher.find() && matcher.start() < line.length()) {
      var mark = line.charAt(matcher.start());
      // Whoever makes a link of it would take a backslash for a part of it.
      marked.append(line, at, matcher.start()).append(isLink && mark == '_' ? "%5F" : "\\" + mark);
      at = matcher.start() + 1;
    }
    return marked.append(line, at, line.length()).toString();
  }

  /** So that it ends nothing that its author began in the same line without ending it. */
  private static String besides(String marked, String before) {
    var said = marked;
    if (before.indexOf('`') >= 0) {
      // A backslash means nothing in code, and whether this is code depends on it.
      said = said.replace("\\`", "&#96;");
    }
    if (before.indexOf('<') >= 0) {
      said = said.replace(">", "\\>");
    }
    if (before.contains("](")) {
      said = said.replace(")", "\\)");
    }
    return before.indexOf('#') >= 0 ? CLOSING_HEADING.matcher(said).replaceAll("\\\\#") : said;
  }

  private static int lineStart(CharSequence text) {
    var start = text.length();
    while (start > 0 && text.charAt(start - 1) != '\n') {
      start--;
    }
    return start;
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
