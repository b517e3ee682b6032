package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.Test;

/**
 * A value is read as it is, wherever it stands and whatever is beside it: what is read is what is
 * read of a plain word there, with the value in its place.
 */
class ValuesInMarkdownTest {
  private static final int RANDOM = 40_000;

  private static final Parser PARSER = Parser.builder().build();
  private static final HtmlRenderer HTML = HtmlRenderer.builder().escapeHtml(true).build();

  private static final List<String> TEXTS =
      List.of(
          "{{v}}",
          "# Shift\n\n{{v}}\n\n**Do not** come, see [the plan](https://plan.example/a)",
          "# {{v}}\n\ntext",
          "## So {{v}} ##",
          "# {{v}} {{w}}",
          "Title\n{{v}}",
          "Title\n{{v}}{{w}}\nmore",
          "x {{v}}[read](https://ok.example) {{w}}; y",
          "x {{v}}{{w}}[read](https://ok.example)",
          "{{v}}; {{w}};",
          "{{v}}lt; &{{w}};",
          "AT&{{v}}; &#{{w}};",
          "{{v}}. item",
          "{{v}}) item",
          "1{{v}} item {{w}}",
          "1{{v}}{{w}} item",
          "- {{v}}\n- **second** {{w}}",
          "1. {{v}}\n2. {{w}}",
          "> {{v}}\n> {{w}}",
          "~{{v}}\n\nmore",
          "={{v}}",
          "Title\n={{v}}",
          "#{{v}}",
          "-{{v}}",
          "{{v}}- {{w}}",
          "{{v}}~~",
          "a ` b {{v}} c",
          "a < b{{v}} c > d",
          "a <{{v}} c {{w}}",
          "[x]{{v}}",
          "[x]({{v}} y",
          "[x] {{v}}",
          "[{{v}}](https://ok.example) and {{w}}",
          "!{{v}} and _{{w}}_ or *{{v}}*",
          "a{{v}}b{{w}}c",
          "{{v}}  \nnext\\\n{{w}}\\\nend",
          "(<{{v}}, {{w}}>)");

  private static final List<String> PARTS =
      List.of(
          "~",
          "~~~",
          "`",
          "```",
          "#",
          "##",
          "=",
          "===",
          "-",
          "---",
          "+",
          "*",
          "**",
          "_",
          "__",
          "!",
          "[",
          "]",
          "(",
          ")",
          ":",
          "<",
          ">",
          "&",
          ";",
          "lt",
          "amp",
          "#35",
          "&lt",
          "&#35;",
          "\\",
          "|",
          ".",
          "1",
          "12",
          " ",
          " ",
          "\t",
          "    ",
          "a",
          "b",
          "@",
          "<5@home.example>",
          "<a>",
          "<b c=\"d",
          "www.x.example",
          "https://x.example/",
          "/_y_",
          "é",
          "\u00a0",
          "\n",
          "\"",
          "'",
          "$",
          "/",
          "{",
          "}",
          "<!--",
          "-->",
          "<?",
          "[x](https://y.example)",
          "]: https://y.example");

  private static final List<String> VALUES =
      List.of(
          "~~~",
          "~~~ see attached",
          "<5@home.example>",
          "<5>",
          "Learn C #",
          "Learn C #  ##",
          "A&lt",
          "Wow!",
          "x\\",
          "1",
          "1)",
          "===",
          "---",
          "```",
          "https://x.example/_y_?a=1&lt;2",
          "(https://evil.example)",
          ": https://evil.example",
          "`");

  @Test
  void whatSomebodyIsNamedIsReadAsItIs() {
    for (var text : TEXTS) {
      for (var value : VALUES) {
        for (var other : VALUES) {
          same(text, value, other);
        }
      }
    }
  }

  @Test
  void andSoIsAnythingElse() {
    var random = new Random(417);
    for (var i = 0; i < RANDOM; i++) {
      same(TEXTS.get(random.nextInt(TEXTS.size())), some(random), some(random));
    }
  }

  private static String some(Random random) {
    return Stream.generate(() -> PARTS.get(random.nextInt(PARTS.size())))
        .limit(1 + random.nextInt(5))
        .collect(Collectors.joining());
  }

  private static void same(String text, String value, String other) {
    var content = PersonalContent.of(new Content(text, Optional.empty()));
    var used = content.used(Map.of("v", value, "w", other));
    if (used.byKey().size() < content.names().size()) {
      return;
    }
    var words = new LinkedHashMap<String, String>();
    used.byKey().keySet().forEach(name -> words.put(name, "Q" + name + "Q"));
    var filled = content.filled(used).markdown();
    var expected = html(content.filled(new PersonalValues(words)).markdown());
    for (var one : used.byKey().entrySet()) {
      var shown = one.getValue().replaceAll("\\s+", " ");
      expected = expected.replace(words.get(one.getKey()), escaped(shown));
    }
    assertThat(html(filled))
        .as("%s with <%s> and <%s>: %s", text, value, other, filled)
        .isEqualTo(expected.replace("\u2060", ""));
  }

  private static String html(String markdown) {
    // In a link, the same to whatever it leads to (RFC 3986, 2.3).
    return HTML.render(PARSER.parse(markdown)).replace("\u2060", "").replace("%5F", "_");
  }

  private static String escaped(String value) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
