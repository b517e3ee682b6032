package belfry.messages;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A message in the platform's Markdown. Line ends are {@code \n} and lone surrogates are replaced,
 * so that the same text is stored, sent and later compared.
 */
public record MessageText(String markdown) {
  /** The platform's limit, in bytes of UTF-8 (platform-api.md 4.1). */
  public static final int MOST_BYTES = 7_439;

  private static final Phrase UNTITLED = Phrase.of("markdown.untitled", "Untitled");

  private static final int LONGEST_TITLE = 120;

  /** Stops where the next begins: a text may hold hundreds that never end. */
  static final Pattern MENTION =
      Pattern.compile(
          "<@(?:(?<all>all)|person(?:Id:[^<|>\\n]++|Email:(?<email>[^<|>\\n]++))(?:\\|(?<name>[^<>\\n]*+))?)>");

  /** Deeper than anybody nests quotes or lists; each level costs a few stack frames. */
  static final int DEEPEST = 50;

  private static final Parser PARSER = Parser.builder().maxOpenBlockParsers(DEEPEST).build();

  public MessageText {
    var utf8 = markdown.replace("\r\n", "\n").replace('\r', '\n').getBytes(StandardCharsets.UTF_8);
    markdown = new String(utf8, StandardCharsets.UTF_8);
  }

  public int bytes() {
    return markdown.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Why it cannot be sent, for people; empty if it can. */
  public Optional<Phrase> fault() {
    if (Bare.isBlank(markdown)) {
      return Optional.of(Phrase.of("markdown.empty", "Write a message first."));
    }
    return isTooLong()
        ? Optional.of(
            Phrase.of(
                "markdown.tooLong",
                "The message has {{bytes, number}} bytes; Webex accepts at most {{most, number}}. Shorten it.",
                "bytes",
                bytes(),
                "most",
                MOST_BYTES))
        : Optional.empty();
  }

  /**
   * The first line with text, without its markup, as its author would know it: places stand in it
   * as ‹firstName›. For lists; it says the same of every recipient.
   */
  public String title() {
    return isTooLong() ? firstLine() : firstWords();
  }

  private String firstWords() {
    var first = PARSER.parse(PersonalText.forNobody(markdown)).getFirstChild();
    while (first != null) {
      var words = new Words("\0");
      first.accept(words);
      var line = Bare.of(calledByName(words.text)).lines().findFirst().orElse("");
      if (!line.isEmpty()) {
        return cut(line);
      }
      first = first.getNext();
    }
    return firstLine();
  }

  /** Mentions as they arrive: {@code @Ana Lopez}; those that stand as code stay. */
  private static String calledByName(CharSequence words) {
    return MENTION
        .matcher(words)
        .replaceAll(found -> {
          var all = found.group("all") == null ? null : "All";
          var name =
              Stream.of(found.group("name"), all, found.group("email")).filter(Objects::nonNull);
          return Matcher.quoteReplacement(
              "@" + name.map(String::strip).filter(one -> !one.isEmpty()).findFirst().orElse("…"));
        })
        .replace("\0", "");
  }

  private String firstLine() {
    return untitled()
        .map(Phrase::english)
        .orElseGet(() -> cut(Bare.of(markdown).lines().findFirst().orElse("")));
  }

  /** Stands for the title of an empty text. */
  public Optional<Phrase> untitled() {
    return Bare.isBlank(markdown) ? Optional.of(UNTITLED) : Optional.empty();
  }

  /**
   * A text that is too long is never sent, so nothing may be done with it whose cost grows with its
   * length.
   */
  private boolean isTooLong() {
    return bytes() > MOST_BYTES;
  }

  /**
   * Its words without markup, as a reader sees them; for links the text, not the address. A text
   * that is too long to be sent is returned unchanged.
   */
  public String plainText() {
    if (isTooLong()) {
      return markdown;
    }
    var words = new Words("");
    PARSER.parse(markdown).accept(words);
    return words.text.toString();
  }

  /** The same with places as ‹firstName›, for people who look for it. */
  public String readable() {
    return isTooLong() ? markdown : new MessageText(PersonalText.forNobody(markdown)).plainText();
  }

  private static String cut(String line) {
    return Shortened.marked(line, LONGEST_TITLE);
  }

  /** Collects the words below a node. */
  private static final class Words extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();
    private final String guard;

    /** In code, {@code guard} keeps what looks like a mention from being taken for one. */
    Words(String guard) {
      this.guard = guard;
    }

    private void addCode(String literal) {
      text.append(guard.isEmpty() ? literal : literal.replace("<@", "<" + guard + "@"));
    }

    @Override
    public void visit(Text node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
      addCode(node.getLiteral());
    }

    @Override
    public void visit(Heading node) {
      visitChildren(node);
      text.append('\n');
    }

    @Override
    public void visit(Paragraph node) {
      visitChildren(node);
      text.append('\n');
    }

    @Override
    public void visit(FencedCodeBlock node) {
      addCode(node.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock node) {
      addCode(node.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak node) {
      text.append('\n');
    }

    @Override
    public void visit(HardLineBreak node) {
      text.append('\n');
    }
  }
}
