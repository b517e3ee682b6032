package belfry.messages;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;

/**
 * Makes a card of a message's text, a picture and buttons. Apps that show cards show nothing else
 * of a message, so the whole text is in the card, in the subset of Markdown that cards know: bold,
 * italic, links and lists. The rest becomes elements of the card. Pure.
 */
final class SimpleCard {
  private static final String VERSION = "1.3";

  private static final Parser PARSER =
      Parser.builder().maxOpenBlockParsers(MessageText.DEEPEST).build();

  /** A person or everybody; cards cannot call anybody, so only the name remains. */
  private static final Pattern MENTION =
      Pattern.compile("<@(?:(all)|person(?:Email|Id):([^<>|]{1,300})(?:\\|([^<>]{0,200}))?)>");

  private static final Pattern MARKS =
      Pattern.compile("[\\\\`*\\[\\]]|<(?=[A-Za-z/!?])|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])");

  /** A list's mark with nothing beside it yet. */
  private static final Pattern MARK = Pattern.compile(" *(?:-|\\d+\\.) ");

  private static final Pattern BLOCK = Pattern.compile("^(?:[#>+-]|\\d{1,9}[.)])");

  private SimpleCard() {}

  static Card of(MessageText text, CardDesign.Simple design) {
    var card = JsonNodeFactory.instance.objectNode();
    card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json");
    card.put("type", "AdaptiveCard");
    card.put("version", VERSION);
    var body = card.putArray("body");
    design
        .picture()
        .ifPresent(picture ->
            body.addObject()
                .put("type", "Image")
                .put("url", picture.url())
                .put("altText", picture.alt())
                .put("size", "Stretch"));
    write(text.markdown(), body);
    var actions = card.putArray("actions");
    design
        .buttons()
        .forEach(button ->
            actions
                .addObject()
                .put("type", "Action.OpenUrl")
                .put("title", button.title())
                .put("url", button.url()));
    return new Card(card.toString());
  }

  /** Another text in the place of this one, if the card was made of it. */
  static Optional<Card> anew(Card card, MessageText was, MessageText now) {
    if (!(card.tree() instanceof ObjectNode tree)
        || !(tree.get("body") instanceof ArrayNode body)) {
      return Optional.empty();
    }
    var before = JsonNodeFactory.instance.arrayNode();
    var after = JsonNodeFactory.instance.arrayNode();
    if (body.path(0).path("type").asText().equals("Image")) {
      before.add(body.get(0));
      after.add(body.get(0));
    }
    write(was.markdown(), before);
    write(now.markdown(), after);
    if (!before.equals(body)) {
      return Optional.empty();
    }
    tree.set("body", after);
    return Optional.of(new Card(tree.toString()));
  }

  /** A text that is too long is never sent, so nothing is made of it. */
  private static void write(String markdown, ArrayNode body) {
    if (markdown.length() > MessageText.MOST_BYTES) {
      return;
    }
    var masked = new Masked(markdown);
    var blocks = new Blocks(masked, body, 0);
    PARSER.parse(masked.text).accept(blocks);
  }

  /**
   * A text whose placeholders and mentions are single characters that mean nothing, so that they
   * cannot change how it is read.
   */
  private static final class Masked {
    /** From here on, characters that Unicode leaves to private use. */
    private static final int FIRST = 0xF0000;

    private final List<String> originals = new ArrayList<>();
    private final String text;

    private Masked(String markdown) {
      var free =
          markdown
              .codePoints()
              .filter(one -> one < FIRST)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      text =
          masked(MENTION, masked(PersonalText.PLACEHOLDER, free, MatchResult::group), Masked::name);
    }

    private String masked(
        Pattern pattern, String markdown, Function<MatchResult, String> original) {
      return pattern
          .matcher(markdown)
          .replaceAll(match -> {
            originals.add(original.apply(match));
            return Character.toString(FIRST + originals.size() - 1);
          });
    }

    private static String name(MatchResult mention) {
      if (mention.group(1) != null) {
        return "All";
      }
      var label = mention.group(3);
      return escaped(
          label == null || label.isBlank() ? mention.group(2).replaceFirst("@.*", "") : label);
    }

    /** What was masked is as it was. */
    private String restored(String words) {
      var restored = new StringBuilder(words.length());
      words
          .codePoints()
          .forEach(one -> {
            if (one >= FIRST && one - FIRST < originals.size()) {
              restored.append(restored(originals.get(one - FIRST)));
            } else {
              restored.appendCodePoint(one);
            }
          });
      return restored.toString();
    }
  }

  /** Escapes what could mean something in a card's text, and only that. */
  private static String escaped(String words) {
    return MARKS.matcher(words).replaceAll("\\\\$0").replace("{{", "\\{{");
  }

  /** Writes each block as an element of the card. */
  private static final class Blocks extends AbstractVisitor {
    /** Quotes within quotes; cards may not be nested as deep as quotes may. */
    private static final int MOST_LEVELS = 5;

    private final Masked masked;
    private final ArrayNode body;
    private final int level;
    private boolean separated;

    private Blocks(Masked masked, ArrayNode body, int level) {
      this.masked = masked;
      this.body = body;
      this.level = level;
    }

    private void children(Node node) {
      visitChildren(node);
    }

    private ObjectNode text(String words) {
      var block = body.addObject().put("type", "TextBlock").put("text", masked.restored(words));
      block.put("wrap", true);
      if (separated) {
        block.put("separator", true);
        separated = false;
      }
      return block;
    }

    private static String inline(Node block) {
      var words = new Inlines();
      words.children(block);
      var line = words.text.toString().strip();
      var begins = BLOCK.matcher(line);
      return begins.find()
          ? line.substring(0, begins.end() - 1) + "\\" + line.substring(begins.end() - 1)
          : line;
    }

    @Override
    public void visit(Heading node) {
      text(inline(node))
          .put("size", node.getLevel() == 1 ? "Large" : "Medium")
          .put("weight", "Bolder");
    }

    @Override
    public void visit(Paragraph node) {
      var words = inline(node);
      if (!words.isEmpty()) {
        text(words);
      }
    }

    @Override
    public void visit(BulletList node) {
      list(node);
    }

    @Override
    public void visit(OrderedList node) {
      list(node);
    }

    private void list(Node node) {
      var lines = new ArrayList<String>();
      items(node, 0, lines);
      end(lines);
    }

    private void end(List<String> lines) {
      if (!lines.isEmpty()) {
        text(String.join("\n", lines));
        lines.clear();
      }
    }

    private void items(Node list, int level, List<String> lines) {
      var number = list instanceof OrderedList ordered ? first(ordered) : 0;
      for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
        lines.add("  ".repeat(level) + (list instanceof OrderedList ? number++ + ". " : "- "));
        item(item, level, lines);
      }
    }

    /** Code and quotes, which lists of cards cannot hold, stand between two parts of the list. */
    private void item(Node item, int level, List<String> lines) {
      var words = new ArrayList<String>();
      for (var child = item.getFirstChild(); child != null; child = child.getNext()) {
        switch (child) {
          case BulletList _, OrderedList _ -> {
            say(words, level, lines);
            items(child, level + 1, lines);
          }
          case Paragraph _, Heading _ -> words.add(inline(child));
          default -> {
            say(words, level, lines);
            end(lines);
            child.accept(this);
          }
        }
      }
      say(words, level, lines);
    }

    /** The first words of an item stand beside its mark. */
    private static void say(List<String> words, int level, List<String> lines) {
      if (!words.isEmpty()) {
        var isFirst = !lines.isEmpty() && MARK.matcher(lines.getLast()).matches();
        var before = isFirst ? lines.removeLast() : "  ".repeat(level + 1);
        lines.add(before + String.join(" ", words));
        words.clear();
      }
    }

    private static int first(OrderedList list) {
      var start = list.getMarkerStartNumber();
      return start == null ? 1 : start;
    }

    @Override
    public void visit(BlockQuote node) {
      (level < MOST_LEVELS ? container() : this).children(node);
    }

    @Override
    public void visit(ThematicBreak node) {
      separated = true;
    }

    @Override
    public void visit(FencedCodeBlock node) {
      code(node.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock node) {
      code(node.getLiteral());
    }

    @Override
    public void visit(HtmlBlock node) {
      text(escaped(node.getLiteral().strip()));
    }

    private Blocks container() {
      var container = body.addObject().put("type", "Container").put("style", "emphasis");
      return new Blocks(masked, container.putArray("items"), level + 1);
    }

    /** Each line is an element, because cards know no lines that are kept as they are. */
    private void code(String literal) {
      var lines = container();
      literal
          .lines()
          .forEach(line ->
              lines
                  .text(escaped(line.replace(' ', '\u00A0')))
                  .put("fontType", "Monospace")
                  .put("spacing", "None"));
    }
  }

  /** Writes what is in a line, in a card's Markdown. */
  private static final class Inlines extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();

    private void children(Node node) {
      visitChildren(node);
    }

    @Override
    public void visit(Text node) {
      text.append(escaped(node.getLiteral()));
    }

    @Override
    public void visit(Code node) {
      text.append(escaped(node.getLiteral()));
    }

    @Override
    public void visit(HtmlInline node) {
      text.append(escaped(node.getLiteral()));
    }

    @Override
    public void visit(Emphasis node) {
      around(node, "_");
    }

    @Override
    public void visit(StrongEmphasis node) {
      around(node, "**");
    }

    private void around(Node node, String mark) {
      text.append(mark);
      visitChildren(node);
      text.append(mark);
    }

    @Override
    public void visit(Link node) {
      text.append('[');
      visitChildren(node);
      text.append("](").append(address(node)).append(')');
    }

    private static String address(Link node) {
      return node.getDestination().replace(" ", "%20").replace("(", "%28").replace(")", "%29");
    }

    @Override
    public void visit(SoftLineBreak node) {
      text.append(' ');
    }

    @Override
    public void visit(HardLineBreak node) {
      text.append("\n\n");
    }
  }
}
