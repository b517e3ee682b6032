package belfry.simulator.messages;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
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
import org.jspecify.annotations.Nullable;

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

  /** One mention; {@code whom} is an id or an address, and empty for everybody. */
  public record Mention(boolean all, boolean byId, String whom, @Nullable String name) {
    private static Mention of(MatchResult found) {
      return found.group(1) != null
          ? new Mention(true, false, "", null)
          : new Mention(false, "Id".equals(found.group(2)), found.group(3), found.group(4));
    }
  }

  /** The same with each mention written in another way. */
  public static String withMentions(String markdown, Function<Mention, String> written) {
    return MENTION
        .matcher(markdown)
        .replaceAll(it -> Matcher.quoteReplacement(written.apply(Mention.of(it))));
  }

  public static Mentions mentions(String markdown) {
    var found = MENTION.matcher(markdown).results().map(Mention::of).toList();
    return new Mentions(
        found.stream().filter(Mention::byId).map(Mention::whom).toList(),
        found.stream().filter(it -> !it.all() && !it.byId()).map(Mention::whom).toList(),
        found.stream().anyMatch(Mention::all));
  }

  private static Node parsed(String markdown) {
    var document = PARSER.parse(withMentions(markdown, Markdown::bold));
    document.accept(new PicturesToLinks());
    return document;
  }

  private static String bold(Mention mention) {
    var name = mention.name() == null || mention.name().isBlank() ? mention.whom() : mention.name();
    return "**@" + (mention.all() ? "All" : name).replace("*", "") + "**";
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
