package belfry.web.frame;

import java.util.List;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Text as HTML, for what the server writes itself. */
public final class Html {
  private static final Parser MARKDOWN = Parser.builder().build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build();

  private Html() {}

  /** As text between tags, or as the value of an attribute in quotes. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Markdown as paragraphs and lists. */
  public static String blocks(String markdown) {
    return RENDERER.render(MARKDOWN.parse(markdown));
  }

  /** Markdown of one paragraph, as what goes into one. */
  public static String line(String markdown) {
    return blocks(markdown).strip().replaceFirst("^<p>", "").replaceFirst("</p>$", "");
  }

  public static String code(String text) {
    return "<code>" + escaped(text) + "</code>";
  }

  /** All in a row, without any that are empty. */
  public static String joined(String between, List<String> parts) {
    return String.join(between, parts.stream().filter(part -> !part.isEmpty()).toList());
  }
}
