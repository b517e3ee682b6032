package belfry.standin.world;

import java.util.regex.Pattern;

/** What the platform derives from Markdown: plain words, and HTML. It knows the commonest marks. */
public final class Markdown {
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^)\\s]*)\\)");
  private static final Pattern BOLD = Pattern.compile("(\\*\\*|__)(?=\\S)(.+?)(?<=\\S)\\1");
  private static final Pattern ITALIC =
      Pattern.compile("(?<!\\w)([*_])(?=\\S)(.+?)(?<=\\S)\\1(?!\\w)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LINE_MARK = Pattern.compile("(?m)^(#{1,6} |> |[-*+] )");

  private Markdown() {}

  public static String plain(String markdown, People people) {
    var text = Mention.replaced(markdown, mention -> mention.shown(people));
    text = LINE_MARK.matcher(text).replaceAll("");
    text = LINK.matcher(text).replaceAll("$1");
    text = BOLD.matcher(text).replaceAll("$2");
    text = ITALIC.matcher(text).replaceAll("$2");
    return CODE.matcher(text).replaceAll("$1").stripTrailing();
  }

  public static String html(String markdown, People people) {
    var html = Mention.replaced(markdown, mention -> tag(mention, people));
    html = LINK.matcher(html).replaceAll("<a href=\"$2\">$1</a>");
    html = BOLD.matcher(html).replaceAll("<strong>$2</strong>");
    html = ITALIC.matcher(html).replaceAll("<em>$2</em>");
    html = CODE.matcher(html).replaceAll("<code>$1</code>");
    return "<p>"
        + html.strip().replaceAll("\r?\n\r?\n", "</p><p>").replaceAll("\r?\n", "<br/>")
        + "</p>";
  }

  /** The tag that the platform puts in the place of a mention. */
  public static String tag(Mention mention, People people) {
    if (mention.isOfAll()) {
      return "<spark-mention data-object-type=\"groupMention\" data-group-type=\"all\">"
          + mention.shown(people)
          + "</spark-mention>";
    }
    var id = mention.person(people).map(Person::id).orElse("");
    return "<spark-mention data-object-type=\"person\" data-object-id=\""
        + id
        + "\">"
        + mention.shown(people)
        + "</spark-mention>";
  }
}
