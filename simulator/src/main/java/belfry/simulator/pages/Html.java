package belfry.simulator.pages;

import java.util.Collection;
import java.util.stream.Collectors;

/** A piece of a page. Whatever is put into a template is escaped, unless it is such a piece. */
record Html(String source) {
  static final Html NOTHING = new Html("");

  /** Fills each {@code {}} of the template with the next part. */
  static Html of(String template, Object... parts) {
    var page = new StringBuilder(template.length() + 64 * parts.length);
    var from = 0;
    for (var part : parts) {
      var gap = template.indexOf("{}", from);
      if (gap < 0) {
        throw new IllegalArgumentException("More parts than gaps in: " + template);
      }
      page.append(template, from, gap).append(written(part));
      from = gap + 2;
    }
    return new Html(page.append(template, from, template.length()).toString());
  }

  static Html all(Collection<Html> pieces) {
    return new Html(pieces.stream().map(Html::source).collect(Collectors.joining()));
  }

  private static String written(Object part) {
    return switch (part) {
      case Html(var source) -> source;
      default -> escaped(part.toString());
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
