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
 * A message's text with placeholders, such as <code>{{firstName|colleague}}</code>, which each
 * person's values fill in; what stands behind the bar is for those who have none. A backslash
 * before the braces keeps them as text. Pure: the same values always give the same text.
 */
public final class PersonalText {
  /** Names of columns are no longer. */
  public static final int LONGEST_NAME = 60;

  /** What may stand for one placeholder: more than any list holds in a cell. */
  private static final int LONGEST_DEFAULT = 200;

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(?<!\\\\)\\{\\{([^{}|\\v]{1,%d})(?:\\|([^{}\\v]{0,%d}))?\\}\\}"
              .formatted(LONGEST_NAME, LONGEST_DEFAULT));

  /** As long as what it stands for, and nothing that Markdown knows. */
  private static final String MASK = "x";

  private static final Pattern BARE_ADDRESS =
      Pattern.compile("\\bhttps?://[^\\s<>]+", Pattern.CASE_INSENSITIVE);

  /** What could mean something in Markdown, and only there. */
  private static final Pattern MARKS =
      Pattern.compile(
          "[\\\\`*\\[\\]]|<(?=[A-Za-z/!?@])|&(?=#?\\w{1,32};)"
              + "|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])");

  /** What Markdown takes for the beginning of a block where a line begins with it. */
  private static final Pattern BLOCK = Pattern.compile("^(?:[#>+=-]|\\d{1,9}[.)])");

  /** What may stand in a line before a block begins in it. */
  private static final String BEFORE_BLOCK = "0123456789>*-+.)#";

  private static final Parser PARSER =
      Parser.builder()
          .maxOpenBlockParsers(MessageText.DEEPEST)
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .build();

  private final String markdown;
  private final List<Placeholder> placeholders;
  private final Map<String, String> names = new LinkedHashMap<>();

  /** Where a placeholder stands, which says what a value must not do there. */
  private enum Place {
    WORDS,
    CODE,
    /** All of a link's address, as far as it can be told. */
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
  }

  /** Reads the placeholders of a text; what is too long to be sent has none. */
  public static PersonalText of(String markdown) {
    if (!markdown.contains("{{")
        || markdown.getBytes(StandardCharsets.UTF_8).length > MessageText.MOST_BYTES) {
      return new PersonalText(markdown, List.of());
    }
    var places = new Places(masked(markdown));
    var found = new ArrayList<Placeholder>();
    var text = new PersonalText(markdown, found);
    var matcher = PLACEHOLDER.matcher(markdown);
    while (matcher.find()) {
      var name = matcher.group(1).strip();
      if (!name.isEmpty()) {
        var otherwise = Optional.ofNullable(matcher.group(2)).map(String::strip);
        text.names.putIfAbsent(key(name), name);
        found.add(
            new Placeholder(
                matcher.start(),
                matcher.end(),
                key(name),
                otherwise.filter(words -> !words.isEmpty()),
                places.at(matcher.start())));
      }
    }
    return text;
  }

  private static String masked(String markdown) {
    return PLACEHOLDER.matcher(markdown).replaceAll(match -> MASK.repeat(match.group().length()));
  }

  /** Names are the same whatever their case. */
  public static String key(String name) {
    return Folded.of(name.strip());
  }

  /** Whether it says something else to each. */
  public boolean isPersonal() {
    return !placeholders.isEmpty();
  }

  /** What it asks for, as it was written, by {@link #key}. */
  public Map<String, String> names() {
    return Map.copyOf(names);
  }

  /** Of these values, by their names, those that it uses; blank ones are none. */
  public PersonalValues used(Map<String, String> values) {
    var used = new LinkedHashMap<String, String>();
    values.forEach((name, value) -> {
      if (names.containsKey(key(name)) && !value.isBlank()) {
        used.putIfAbsent(key(name), value.strip());
      }
    });
    return new PersonalValues(used);
  }

  /** The names of which neither these values nor the text itself say anything. */
  public Set<String> missing(PersonalValues values) {
    var missing = new LinkedHashSet<String>();
    for (var placeholder : placeholders) {
      if (placeholder.otherwise.isEmpty() && !values.byKey().containsKey(placeholder.key)) {
        missing.add(names.getOrDefault(placeholder.key, placeholder.key));
      }
    }
    return missing;
  }

  /** The text for who has these values; nothing stands where all is missing. */
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

  private static boolean isLineBegun(CharSequence text) {
    for (var i = text.length() - 1; i >= 0 && text.charAt(i) != '\n'; i--) {
      if (!Character.isWhitespace(text.charAt(i)) && BEFORE_BLOCK.indexOf(text.charAt(i)) < 0) {
        return true;
      }
    }
    return false;
  }

  /** A value is said as it is, and is no Markdown. */
  private static String safe(String value, Place place, boolean lineIsBegun) {
    var line = value.replaceAll("\\s+", " ");
    return switch (place) {
      case CODE -> line.replace('`', '\'');
      case ADDRESS -> isAddress(line) ? line : encoded(line);
      case PART_OF_ADDRESS -> encoded(line);
      case WORDS -> {
        if (isAddress(line)) {
          yield line;
        }
        var plain = MARKS.matcher(line).replaceAll("\\\\$0");
        var block = BLOCK.matcher(plain);
        yield !lineIsBegun && block.find()
            ? plain.substring(0, block.end() - 1) + "\\" + plain.substring(block.end() - 1)
            : plain;
      }
    };
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A link of its own stays one, where nothing in it could mean anything else. */
  private static boolean isAddress(String value) {
    return BARE_ADDRESS.matcher(value).matches()
        && value.chars().noneMatch(one -> "`*[]()\\\"".indexOf(one) >= 0);
  }

  /** Which parts of a text are code or addresses. */
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
