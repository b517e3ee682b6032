package belfry.messages;

import belfry.base.Bare;
import belfry.base.Folded;
import belfry.base.Phrase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
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

  /** Two braces that were not written as text, with some of what follows in the line. */
  private static final Pattern OPEN = Pattern.compile("(?<!\\\\)\\{\\{\\V{0,38}");

  /** So many broken placeholders are named at once. */
  private static final int MOST_NAMED = 3;

  /** Escaped for Markdown or an address. */
  private static final int MOST_BYTES_OF_A_CHARACTER = 9;

  /** Longer than any reference to a character. */
  private static final int MOST_AFTER = 40;

  /** The same few names are asked for with each of 100,000 recipients. */
  private static final int MOST_KEYS = 500;

  private static final Map<String, String> KEYS = new ConcurrentHashMap<>();

  /** Masks a placeholder, letter by letter; it has no meaning in Markdown. */
  private static final String MASK = "x";

  private static final Parser PARSER =
      Parser.builder()
          .maxOpenBlockParsers(MessageText.DEEPEST)
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .build();

  private final String markdown;
  private final List<Placeholder> placeholders;
  private final List<String> broken;

  /** The length of what is the same for everybody. */
  private final int literalBytes;

  private final Map<String, String> names;

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

    private ValuePlace at(int index, Places places) {
      return switch (this) {
        case MESSAGE -> places.at(index);
        case CARD ->
            switch (places.at(index)) {
              case ADDRESS -> ValuePlace.ADDRESS;
              case PART_OF_ADDRESS -> ValuePlace.PART_OF_ADDRESS;
              // Cards know no code.
              case WORDS, CODE, CARD, NONE -> ValuePlace.CARD;
            };
        case NONE -> ValuePlace.NONE;
        case ADDRESS -> index == 0 ? ValuePlace.ADDRESS : ValuePlace.PART_OF_ADDRESS;
      };
    }
  }

  /**
   * @param from where it begins in the text
   * @param until where it ends
   * @param after what follows it, as {@link ValuePlace#said} asks for it
   */
  private record Placeholder(
      int from, int until, String key, Optional<String> otherwise, ValuePlace place, String after) {
    private String said(String value, CharSequence before) {
      return place.said(value, before, after);
    }
  }

  private PersonalText(
      String markdown,
      List<Placeholder> placeholders,
      Map<String, String> names,
      List<String> broken) {
    this.names = Collections.unmodifiableMap(names);
    this.markdown = markdown;
    this.placeholders = placeholders;
    this.broken = broken;
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
      return new PersonalText(markdown, List.of(), Map.of(), List.of());
    }
    var places = new Places(masked(markdown));
    var found = new ArrayList<Placeholder>();
    var names = new LinkedHashMap<String, String>();
    var rest = new StringBuilder(markdown);
    var matcher = PLACEHOLDER.matcher(markdown);
    while (matcher.find()) {
      var name = Bare.of(matcher.group(1));
      if (!name.isEmpty()) {
        rest.replace(matcher.start(), matcher.end(), MASK.repeat(matcher.group().length()));
      }
      if (!name.isEmpty() && !markup.isFunction(name)) {
        var otherwise = Optional.ofNullable(matcher.group(2)).map(String::strip);
        names.putIfAbsent(key(name), name);
        found.add(
            new Placeholder(
                matcher.start(),
                matcher.end(),
                key(name),
                otherwise.filter(words -> !words.isEmpty()),
                markup.at(matcher.start(), places),
                after(markdown, matcher.end())));
      }
    }
    return new PersonalText(markdown, found, names, broken(markdown, rest, places));
  }

  /** As much of what follows a place as can mean something together with its value. */
  private static String after(String markdown, int from) {
    var most = Math.min(markdown.length(), from + MOST_AFTER);
    var next = PLACEHOLDER.matcher(markdown);
    var until = next.find(from) && next.start() < most ? next.start() : most;
    var after = markdown.substring(from, until);
    return until < most ? after + ValuePlace.ANOTHER : after;
  }

  /**
   * The text where no recipient is meant: with its places named, ‹firstName›, whatever they say.
   */
  static String forNobody(String markdown) {
    // Most texts have no place, and a list asks this of many.
    if (!markdown.contains("{{")) {
      return markdown;
    }
    return PLACEHOLDER
        .matcher(markdown)
        .replaceAll(found -> {
          var name = Bare.of(found.group(1));
          return Matcher.quoteReplacement(name.isEmpty() ? found.group() : "‹" + name + "›");
        });
  }

  /** Whether it is an address, whatever its values are: where it begins with one, that may be. */
  boolean mayBeAddress() {
    return placeholders.stream().anyMatch(one -> one.from == 0) || Card.isAddress(masked(markdown));
  }

  /** Braces that begin a placeholder and are none, with what follows them. */
  private static List<String> broken(String markdown, CharSequence rest, Places places) {
    var broken = new ArrayList<String>();
    var matcher = OPEN.matcher(rest);
    while (matcher.find() && broken.size() < MOST_NAMED) {
      if (places.at(matcher.start()) != ValuePlace.CODE) {
        broken.add(markdown.substring(matcher.start(), matcher.end()).strip());
      }
    }
    return List.copyOf(broken);
  }

  static String masked(String markdown) {
    return PLACEHOLDER.matcher(markdown).replaceAll(match -> MASK.repeat(match.group().length()));
  }

  /** The key of a name: names that differ only in case are the same. */
  public static String key(String name) {
    var known = KEYS.get(name);
    if (known != null) {
      return known;
    }
    var key = Folded.of(name);
    if (KEYS.size() < MOST_KEYS) {
      KEYS.put(name, key);
    }
    return key;
  }

  /** Why this text should not be sent. */
  public Optional<Phrase> fault() {
    return broken.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Phrase.of(
                "markdown.brokenNames",
                "This would be sent as it stands: {{names}}. Write {{example}}, with no other braces inside, or a backslash before the braces to keep them as text.",
                "names",
                String.join(", ", broken),
                "example",
                "{{firstName|everybody}}"));
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
    return names;
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

  /** The defaults that are read with these values, by the names that have none. */
  Map<String, String> defaulted(PersonalValues values) {
    var defaulted = new LinkedHashMap<String, String>();
    for (var placeholder : placeholders) {
      if (placeholder.otherwise.isPresent() && !values.byKey().containsKey(placeholder.key)) {
        defaulted.putIfAbsent(
            names.getOrDefault(placeholder.key, placeholder.key), placeholder.otherwise.get());
      }
    }
    return defaulted;
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
          value == null ? placeholder.otherwise.orElse("") : placeholder.said(value, filled));
      at = placeholder.until;
    }
    return filled.append(markdown, at, markdown.length()).toString();
  }

  /** At least as many bytes as {@link #filled} has; quickly found. */
  int mostBytes(PersonalValues values) {
    var bytes = literalBytes;
    for (var placeholder : placeholders) {
      var value = values.byKey().get(placeholder.key);
      var characters = value == null ? placeholder.otherwise.orElse("").length() : value.length();
      bytes += characters * MOST_BYTES_OF_A_CHARACTER;
    }
    return bytes;
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
      var words = value == null ? placeholder.otherwise.orElse("") : placeholder.said(value, line);
      line.append(words);
      bytes += words.getBytes(StandardCharsets.UTF_8).length;
      at = placeholder.until;
    }
    return bytes;
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
          ValuePlace.BARE_ADDRESS
              .matcher(text)
              .results()
              .map(match -> SourceSpan.of(0, 0, match.start(), match.end() - match.start()))
              .toList();
    }

    private ValuePlace at(int index) {
      if (isIn(code, index)) {
        return ValuePlace.CODE;
      }
      if (isIn(links, index) && !isIn(linked, index)) {
        return index > 0 && "(<".indexOf(text.charAt(index - 1)) >= 0
            ? ValuePlace.ADDRESS
            : ValuePlace.PART_OF_ADDRESS;
      }
      return isIn(bare, index) ? ValuePlace.PART_OF_ADDRESS : ValuePlace.WORDS;
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
