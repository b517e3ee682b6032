package belfry.messages;

import belfry.base.Folded;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * A message's text with placeholders, such as <code>{{firstName|colleague}}</code>, filled with
 * each recipient's values. The words after the bar are for recipients whose value is unknown. A
 * backslash before the braces keeps them as text. Filling is pure: the same values always give the
 * same text.
 */
public final class PersonalText {
  /** The longest name of a placeholder, and of a list's column. */
  public static final int LONGEST_NAME = 60;

  /** The longest default, in characters. */
  private static final int LONGEST_DEFAULT = 200;

  static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(?<!\\\\)\\{\\{([^{}|\\v]{1,%d})(?:\\|([^{}\\v]{0,%d}))?\\}\\}"
              .formatted(LONGEST_NAME, LONGEST_DEFAULT));

  /** Masks a placeholder, letter by letter; it has no meaning in Markdown. */
  private static final String MASK = "x";

  /** Takes no room and keeps two characters from meaning something together. */
  private static final char JOINER = '\u2060';

  private static final Pattern BARE_ADDRESS =
      Pattern.compile("\\bhttps?://[^\\s<>]+", Pattern.CASE_INSENSITIVE);

  /** Characters that have a meaning in Markdown, in the places where they have one. */
  private static final Pattern MARKS =
      Pattern.compile(
          "[\\\\`*\\[\\]]|<(?=[A-Za-z/!?@])|&(?=#?\\w{1,32};)"
              + "|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])");

  /** What begins a block in Markdown if it is at the start of a line. */
  private static final Pattern BLOCK = Pattern.compile("^(?:[#>+=-]|\\d{1,9}[.)])");

  /** Characters that can precede the beginning of a block in the same line. */
  private static final String BEFORE_BLOCK = "0123456789>*-+.)#";

  private static final Parser PARSER =
      Parser.builder()
          .maxOpenBlockParsers(MessageText.DEEPEST)
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .build();

  private final String markdown;
  private final List<Placeholder> placeholders;

  /** The length of what is the same for everybody. */
  private final int literalBytes;

  private final Map<String, String> names = new LinkedHashMap<>();

  /** How the text that a placeholder stands in is read. */
  enum Markup {
    MESSAGE,
    /** A card's text, in which some words between such braces are functions of the app's. */
    CARD,
    /** Nothing means anything in it. */
    NONE,
    ADDRESS;

    private static final Pattern FUNCTION = Pattern.compile("(?:DATE|TIME)\\(.*\\)");

    private boolean isFunction(String name) {
      return this != MESSAGE && FUNCTION.matcher(name).matches();
    }

    private Place at(int index, Places places) {
      return switch (this) {
        case MESSAGE -> places.at(index);
        case CARD ->
            switch (places.at(index)) {
              case ADDRESS -> Place.ADDRESS;
              case PART_OF_ADDRESS -> Place.PART_OF_ADDRESS;
              // Cards know no code.
              case WORDS, CODE, CARD, NONE -> Place.CARD;
            };
        case NONE -> Place.NONE;
        case ADDRESS -> index == 0 ? Place.ADDRESS : Place.PART_OF_ADDRESS;
      };
    }
  }

  /** Where a placeholder is, which decides how its value is escaped. */
  private enum Place {
    WORDS,
    /** The words of a card. */
    CARD,
    NONE,
    CODE,
    /** A link's whole address, as far as can be seen. */
    ADDRESS,
    PART_OF_ADDRESS
  }

  /**
   * @param from where it begins in the text
   * @param until where it ends
   */
  private record Placeholder(
      int from, int until, String key, Optional<String> otherwise, Place place) {}

  private PersonalText(String markdown, List<Placeholder> placeholders) {
    this.markdown = markdown;
    this.placeholders = placeholders;
    literalBytes =
        markdown.getBytes(StandardCharsets.UTF_8).length
            - placeholders.stream()
                .mapToInt(one ->
                    markdown.substring(one.from, one.until).getBytes(StandardCharsets.UTF_8).length)
                .sum();
  }

  /** Finds the placeholders of a text; a text that is too long to be sent has none. */
  public static PersonalText of(String markdown) {
    return of(markdown, Markup.MESSAGE);
  }

  static PersonalText of(String markdown, Markup markup) {
    if (!markdown.contains("{{")
        || markdown.getBytes(StandardCharsets.UTF_8).length > MessageText.MOST_BYTES) {
      return new PersonalText(markdown, List.of());
    }
    var places = new Places(masked(markdown));
    var found = new ArrayList<Placeholder>();
    var names = new LinkedHashMap<String, String>();
    var matcher = PLACEHOLDER.matcher(markdown);
    while (matcher.find()) {
      var name = matcher.group(1).strip();
      if (!name.isEmpty() && !markup.isFunction(name)) {
        var otherwise = Optional.ofNullable(matcher.group(2)).map(String::strip);
        names.putIfAbsent(key(name), name);
        found.add(
            new Placeholder(
                matcher.start(),
                matcher.end(),
                key(name),
                otherwise.filter(words -> !words.isEmpty()),
                markup.at(matcher.start(), places)));
      }
    }
    var text = new PersonalText(markdown, found);
    text.names.putAll(names);
    return text;
  }

  /** Whether it is an address, whatever its values are: where it begins with one, that may be. */
  boolean mayBeAddress() {
    return placeholders.stream().anyMatch(one -> one.from == 0) || Card.isAddress(masked(markdown));
  }

  private static String masked(String markdown) {
    return PLACEHOLDER.matcher(markdown).replaceAll(match -> MASK.repeat(match.group().length()));
  }

  /** The key of a name: names that differ only in case are the same. */
  public static String key(String name) {
    return Folded.of(name.strip());
  }

  /** Whether it has any placeholders. */
  public boolean isPersonal() {
    return !placeholders.isEmpty();
  }

  int places() {
    return placeholders.size();
  }

  /** The names of its placeholders as they were written, by {@link #key}. */
  public Map<String, String> names() {
    return Map.copyOf(names);
  }

  /** The names that have neither a value nor a default. */
  public Set<String> missing(PersonalValues values) {
    var missing = new LinkedHashSet<String>();
    for (var placeholder : placeholders) {
      if (placeholder.otherwise.isEmpty() && !values.byKey().containsKey(placeholder.key)) {
        missing.add(names.getOrDefault(placeholder.key, placeholder.key));
      }
    }
    return missing;
  }

  /**
   * The text for a recipient with these values. A placeholder without value or default becomes
   * empty.
   */
  public String filled(PersonalValues values) {
    var filled = new StringBuilder(markdown.length() + 64);
    var at = 0;
    for (var placeholder : placeholders) {
      filled.append(markdown, at, placeholder.from);
      var value = values.byKey().get(placeholder.key);
      filled.append(
          value == null
              ? placeholder.otherwise.orElse("")
              : safe(value, placeholder.place, isLineBegun(filled)));
      at = placeholder.until;
    }
    return filled.append(markdown, at, markdown.length()).toString();
  }

  /**
   * How many bytes {@link #filled} has. For 100,000 recipients of a long text, only the lines with
   * placeholders are put together.
   */
  int bytes(PersonalValues values) {
    var line = new StringBuilder();
    var bytes = literalBytes;
    var at = 0;
    for (var placeholder : placeholders) {
      var begins = markdown.lastIndexOf('\n', placeholder.from - 1) + 1;
      if (begins > at) {
        line.setLength(0);
      }
      line.append(markdown, Math.max(at, begins), placeholder.from);
      var value = values.byKey().get(placeholder.key);
      var words =
          value == null
              ? placeholder.otherwise.orElse("")
              : safe(value, placeholder.place, isLineBegun(line));
      line.append(words);
      bytes += words.getBytes(StandardCharsets.UTF_8).length;
      at = placeholder.until;
    }
    return bytes;
  }

  private static boolean isLineBegun(CharSequence text) {
    for (var i = text.length() - 1; i >= 0 && text.charAt(i) != '\n'; i--) {
      if (!Character.isWhitespace(text.charAt(i)) && BEFORE_BLOCK.indexOf(text.charAt(i)) < 0) {
        return true;
      }
    }
    return false;
  }

  /** A value escaped so that it appears as it is and is never read as Markdown. */
  private static String safe(String value, Place place, boolean lineIsBegun) {
    var line = value.replaceAll("\\s+", " ");
    return switch (place) {
      case CODE -> line.replace('`', '\'');
      case NONE -> line;
      case ADDRESS -> isAddress(line) ? line : encoded(line);
      case PART_OF_ADDRESS -> encoded(line);
      case WORDS -> isAddress(line) ? line : plain(line, lineIsBegun);
      case CARD ->
          isAddress(line) ? line : plain(line, lineIsBegun).replace("{{", "{" + JOINER + "{");
    };
  }

  private static String plain(String line, boolean lineIsBegun) {
    var plain = MARKS.matcher(line).replaceAll("\\\\$0");
    var block = BLOCK.matcher(plain);
    return !lineIsBegun && block.find()
        ? plain.substring(0, block.end() - 1) + "\\" + plain.substring(block.end() - 1)
        : plain;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A value that is a link remains one, unless a character in it could mean anything else. */
  private static boolean isAddress(String value) {
    return BARE_ADDRESS.matcher(value).matches()
        && value.chars().noneMatch(one -> "`*[]()\\\"".indexOf(one) >= 0);
  }

  /** Finds the parts of a text that are code or addresses. */
  private static final class Places extends AbstractVisitor {
    private final String text;
    private final List<SourceSpan> code = new ArrayList<>();
    private final List<SourceSpan> links = new ArrayList<>();
    private final List<SourceSpan> linked = new ArrayList<>();
    private final List<SourceSpan> bare;

    private Places(String text) {
      this.text = text;
      PARSER.parse(text).accept(this);
      bare =
          BARE_ADDRESS
              .matcher(text)
              .results()
              .map(match -> SourceSpan.of(0, 0, match.start(), match.end() - match.start()))
              .toList();
    }

    private Place at(int index) {
      if (isIn(code, index)) {
        return Place.CODE;
      }
      if (isIn(links, index) && !isIn(linked, index)) {
        return index > 0 && "(<".indexOf(text.charAt(index - 1)) >= 0
            ? Place.ADDRESS
            : Place.PART_OF_ADDRESS;
      }
      return isIn(bare, index) ? Place.PART_OF_ADDRESS : Place.WORDS;
    }

    private static boolean isIn(List<SourceSpan> spans, int index) {
      return spans.stream()
          .anyMatch(span ->
              span.getInputIndex() <= index && index < span.getInputIndex() + span.getLength());
    }

    @Override
    public void visit(Code node) {
      code.addAll(node.getSourceSpans());
    }

    @Override
    public void visit(FencedCodeBlock node) {
      code.addAll(node.getSourceSpans());
    }

    @Override
    public void visit(IndentedCodeBlock node) {
      code.addAll(node.getSourceSpans());
    }

    @Override
    public void visit(Link node) {
      links.addAll(node.getSourceSpans());
      for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
        linked.addAll(child.getSourceSpans());
      }
      visitChildren(node);
    }
  }
}
