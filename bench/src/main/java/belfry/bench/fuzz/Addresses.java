package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;

/** Writes the address of an operation: as it should be, or with something wrong in it. */
final class Addresses {
  private static final List<String> ODD =
      List.of(
          "",
          "%00",
          "%zz",
          "%",
          "%c0%af",
          "%ff%fe",
          "%ed%a0%80",
          "..",
          "../..",
          "%2e%2e",
          "%2f",
          "%5c",
          ";a=b",
          "a;",
          "%0d%0aX:%20y",
          "*",
          "~",
          "a//b",
          ".",
          "+",
          "&&==",
          "?",
          "?a?b",
          "#",
          "a#b",
          "[",
          "|",
          "\u00e4",
          "%F0%9F%98%80",
          "{app}",
          "<b>",
          "\"",
          "^`",
          "%252e%252e%252f");

  private final Known known;
  private final Dice dice;
  private final int odd;
  private final List<String> words = new ArrayList<>();
  private boolean plain = true;

  Addresses(Known known, Dice dice, int odd) {
    this.known = known;
    this.dice = dice;
    this.odd = odd;
  }

  String of(Operation operation) {
    var path = operation.path();
    var query = new ArrayList<String>();
    for (var one : operation.parameters()) {
      switch (one.place()) {
        case PATH -> path = path.replace("{" + one.name() + "}", inPath(one));
        case QUERY -> {
          var wanted = one.required() ? !isOdd() : dice.oneIn(3);
          for (var times = wanted ? isOdd() ? 2 : 1 : 0; times > 0; times--) {
            query.add(one.name() + "=" + value(one));
          }
        }
        case HEADER -> {}
      }
    }
    if (isOdd()) {
      plain = false;
      query.add(dice.of(ODD) + "=" + dice.of(ODD));
    }
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  /** The headers that go with it, one line each. */
  List<String> headers(Operation operation) {
    return operation.parameters().stream()
        .filter(one -> one.place() == Parameter.Place.HEADER)
        .filter(_ -> dice.oneIn(3))
        .map(one -> one.name() + ": " + value(one))
        .toList();
  }

  private String inPath(Parameter parameter) {
    var value = value(parameter);
    if (parameter.schema().has("enum")) {
      words.add(value);
    }
    return value;
  }

  private String value(Parameter parameter) {
    if (isOdd()) {
      plain = false;
      return dice.oneIn(2) ? dice.of(ODD) : encoded(Texts.odd(dice));
    }
    var words = parameter.schema().path("enum");
    if (words.isArray()) {
      return words.path(dice.below(words.size())).asText();
    }
    if (parameter.schema().path("type").asText().equals("integer")) {
      return Integer.toString(1 + dice.below(parameter.schema().path("maximum").asInt(100)));
    }
    var values = known.of(parameter.name());
    return encoded(dice.of(values.isEmpty() ? known.any() : values));
  }

  private boolean isOdd() {
    return dice.below(100) < odd;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /** What stands in the path where the document lists the words that may. */
  List<String> words() {
    return words;
  }

  /** Whether nothing odd is in it. */
  boolean isPlain() {
    return plain;
  }
}
