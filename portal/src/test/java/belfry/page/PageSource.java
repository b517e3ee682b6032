package belfry.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A module of the page, taken apart: its string literals, and the markup of its templates. */
final class PageSource {
  /** Stands in markup where an expression stood. */
  private static final char EXPRESSION = '\uFFFC';

  /** After these a slash begins a regular expression, not a division. */
  private static final String BEFORE_A_PATTERN = "(,=:[!&|?{};>";

  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern SAID =
      Pattern.compile("\\b(?:aria-label|placeholder|title|alt|label)=\"([^\"]*)\"");

  private final String source;
  private final List<String> strings = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final List<String> markup = new ArrayList<>();
  private int at;

  private PageSource(String source) {
    this.source = source;
    code("");
  }

  static PageSource of(String source) {
    return new PageSource(source);
  }

  /** What stands between quotes. */
  List<String> strings() {
    return strings;
  }

  /**
   * Beginnings of templates that are no markup: {@code jobs.state.} of {@code `jobs.state.${…}`}.
   */
  List<String> beginnings() {
    return keys;
  }

  /** Words that people read in the markup itself. */
  List<String> words() {
    var words = new ArrayList<String>();
    for (var one : markup) {
      SAID.matcher(one).results().forEach(found -> words.add(found.group(1)));
      words.addAll(List.of(TAG.matcher(one).replaceAll("\n").split("\n")));
    }
    return words.stream().map(PageSource::bare).filter(PageSource::isSaid).toList();
  }

  private static String bare(String text) {
    return text.replace(EXPRESSION, ' ').replaceAll("&\\w+;", " ").strip();
  }

  private static boolean isSaid(String text) {
    return text.codePoints().filter(Character::isLetter).count() > 1;
  }

  /** Reads code up to the brace that ends an expression of a template, or to the end. */
  private void code(String until) {
    var depth = 0;
    var before = '(';
    while (at < source.length()) {
      var here = source.charAt(at);
      if (source.startsWith("//", at)) {
        at = end("\n");
      } else if (source.startsWith("/*", at)) {
        at = end("*/");
      } else if (here == '/' && BEFORE_A_PATTERN.indexOf(before) >= 0) {
        pattern();
      } else if (here == '"' || here == '\'') {
        strings.add(quoted(here));
      } else if (here == '`') {
        template();
      } else if (here == '}' && depth == 0 && until.equals("}")) {
        return;
      } else {
        depth += here == '{' ? 1 : here == '}' ? -1 : 0;
        at++;
      }
      if (!Character.isWhitespace(here)) {
        before = here;
      }
    }
  }

  private int end(String mark) {
    var found = source.indexOf(mark, at + 2);
    return found < 0 ? source.length() : found + mark.length();
  }

  private void pattern() {
    var inClass = false;
    for (at++; source.charAt(at) != '/' || inClass; at++) {
      var here = source.charAt(at);
      inClass = here == '[' || (inClass && here != ']');
      at += here == '\\' ? 1 : 0;
    }
    at++;
  }

  private String quoted(char quote) {
    var text = new StringBuilder();
    for (at++; source.charAt(at) != quote; at++) {
      at += source.charAt(at) == '\\' ? 1 : 0;
      text.append(source.charAt(at));
    }
    at++;
    return text.toString();
  }

  private void template() {
    var isMarkup = source.startsWith("html", at - 4) || source.startsWith("svg", at - 3);
    var text = new StringBuilder();
    for (at++; source.charAt(at) != '`'; at++) {
      if (source.startsWith("${", at)) {
        at += 2;
        code("}");
        text.append(EXPRESSION);
      } else {
        at += source.charAt(at) == '\\' ? 1 : 0;
        text.append(source.charAt(at));
      }
    }
    at++;
    if (isMarkup) {
      markup.add(text.toString());
    } else {
      keys.add(text.substring(0, Math.max(0, text.indexOf(String.valueOf(EXPRESSION)))));
      strings.add(text.toString());
    }
  }
}
