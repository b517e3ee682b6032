package belfry.simulator.messages;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** Markdown as the messenger shows it. Raw HTML comes out as text, addresses are checked. */
public final class Markdown {
  private static final Pattern MENTION =
      Pattern.compile("<@(?:(all)|person(Id|Email):([^|>]+)(?:\\|([^>]*))?)>");
  private static final Set<String> SCHEMES = Set.of("http", "https", "mailto", "tel", "webexteams");
  private static final Parser PARSER = Parser.builder().build();
  private static final HtmlRenderer HTML =
      HtmlRenderer.builder()
          .escapeHtml(true)
          .sanitizeUrls(true)
          .urlSanitizer(new DefaultUrlSanitizer(SCHEMES))
          .attributeProviderFactory(_ -> Markdown::decorate)
          .build();
  private static final TextContentRenderer TEXT = TextContentRenderer.builder().build();

  private Markdown() {}

  /** Whom a text mentions, as it was written. */
  public record Mentions(List<String> ids, List<String> emails, boolean all) {
    public boolean include(Principal whom, Directory directory) {
      return ids.contains(directory.id(whom)) || emails.contains(directory.email(whom));
    }
  }

  public static String html(String markdown) {
    return HTML.render(parsed(markdown)).strip();
  }

  public static String plain(String markdown) {
    return TEXT.render(parsed(markdown)).strip();
  }

  public static Mentions mentions(String markdown) {
    var ids = new ArrayList<String>();
    var emails = new ArrayList<String>();
    var all = false;
    var found = MENTION.matcher(markdown);
    while (found.find()) {
      if (found.group(1) != null) {
        all = true;
      } else {
        ("Id".equals(found.group(2)) ? ids : emails).add(found.group(3));
      }
    }
    return new Mentions(ids, emails, all);
  }

  private static Node parsed(String markdown) {
    var named =
        MENTION.matcher(markdown).replaceAll(it -> quoted(it.group(1), it.group(3), it.group(4)));
    var document = PARSER.parse(named);
    document.accept(new PicturesToLinks());
    return document;
  }

  private static String quoted(String all, String whom, String name) {
    var shown = all != null ? "All" : name == null || name.isBlank() ? whom : name;
    return Matcher.quoteReplacement("**@" + shown.replace("*", "") + "**");
  }

  private static void decorate(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Link) {
      attributes.put("rel", "noopener noreferrer nofollow");
      attributes.put("target", "_blank");
    }
  }

  /** The messenger shows no pictures of other sites, and a page of ours must not load them. */
  private static final class PicturesToLinks extends AbstractVisitor {
    @Override
    public void visit(Image image) {
      visitChildren(image);
      var link = new Link(image.getDestination(), image.getTitle());
      while (image.getFirstChild() != null) {
        link.appendChild(image.getFirstChild());
      }
      image.insertAfter(link);
      image.unlink();
    }
  }
}
