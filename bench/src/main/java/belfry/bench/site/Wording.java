package belfry.bench.site;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an author writes in a trial, and what each recipient should read. The latter is worked out
 * from the platform's people and docs/decisions/0034 without any code of the program, because the
 * program is judged by it.
 *
 * @param words how every message begins, so that it can be found
 * @param rest the end, the same for everybody
 * @param personal whether there are placeholders in between
 * @param listed whether some of them stand for columns of a list
 * @param card how a card says the rest, in its texts, if the message has a button; the first goes
 *     on with the line before it
 */
public record Wording(
    String words, String rest, boolean personal, boolean listed, Optional<List<String>> card) {
  private static final String ASKED =
      " for {{firstName|a colleague}} {{ LastName | without a last name }} ({{email|everybody}}),"
          + " see [your page](https://pages.example/{{email|all}}?name={{lastName|none}})";

  private static final String LISTED = " at {{desk|no desk}} with `{{ Badge NO | no badge }}`";

  /** A text without placeholders. */
  public static Wording of(String words) {
    return new Wording(words, "", false, false, Optional.empty());
  }

  /** What the author puts beneath the text, as the API has it; nothing without a card. */
  public Map<String, Object> beneath() {
    return card.isEmpty()
        ? Map.of()
        : Map.of(
            "buttons",
            List.of(
                personal
                    ? Map.of(
                        "title",
                        "For {{firstName|all}}" + (listed ? ", {{Desk|nowhere}}" : ""),
                        "url",
                        "https://desk.example/{{email|all}}?name={{lastName|none}}"
                            + (listed ? "&badge={{Badge no|none}}" : ""))
                    : Map.of("title", "Your \"desk\"", "url", "https://desk.example/?a=1&b=2")));
  }

  /** The text as the author writes it. */
  public String written() {
    return words + (personal ? ASKED : "") + (listed ? LISTED : "") + rest;
  }

  /** The message as this person should have it: its text, and what its card says. */
  public String read(TrialPlatform.Person person) {
    return text(person) + card.map(texts -> card(person, texts)).orElse("");
  }

  /** Its text alone. */
  String text(TrialPlatform.Person person) {
    return begun(person) + rest;
  }

  private String begun(TrialPlatform.Person person) {
    return words + (personal ? said(person) : "") + (listed ? desk(person, "`") : "");
  }

  private String card(TrialPlatform.Person person, List<String> texts) {
    var all = new ArrayList<>(texts);
    // A card knows no code.
    all.set(
        0,
        words + (personal ? said(person) : "") + (listed ? desk(person, "") : "") + all.getFirst());
    return CardSaid.of(
        all, List.of(personal ? button(person) : "Your \"desk\" https://desk.example/?a=1&b=2"));
  }

  private String button(TrialPlatform.Person person) {
    return "For %s%s https://desk.example/%s?name=%s%s"
        .formatted(
            person.firstName().isEmpty() ? "all" : person.firstName(),
            listed ? ", " + Desks.desk(person).orElse("nowhere") : "",
            person.email().isEmpty() ? "all" : encoded(person.email()),
            person.lastName().isEmpty() ? "none" : encoded(person.lastName()),
            listed ? "&badge=" + Desks.badge(person).map(Wording::encoded).orElse("none") : "");
  }

  /** In code a value stays as it is, but that it must call nobody. */
  private static String desk(TrialPlatform.Person person, String mark) {
    return " at %s with %s%s%s"
        .formatted(
            Desks.desk(person).map(Wording::plain).orElse("no desk"),
            mark,
            Desks.badge(person).map(one -> one.replace("<@", "<\u2060@")).orElse("no badge"),
            mark);
  }

  private static String said(TrialPlatform.Person person) {
    return " for %s %s (%s), see [your page](https://pages.example/%s?name=%s)"
        .formatted(
            person.firstName().isEmpty() ? "a colleague" : plain(person.firstName()),
            person.lastName().isEmpty() ? "without a last name" : plain(person.lastName()),
            person.email().isEmpty() ? "everybody" : plain(person.email()),
            person.email().isEmpty() ? "all" : encoded(person.email()),
            person.lastName().isEmpty() ? "none" : encoded(person.lastName()));
  }

  /** No name in a trial contains any other character with a meaning in Markdown. */
  private static String plain(String value) {
    return value.replaceAll("[\\\\`*\\[\\]]", "\\\\$0");
  }

  private static String encoded(String value) {
    var encoded = new StringBuilder();
    for (var one : value.getBytes(StandardCharsets.UTF_8)) {
      var letter = (char) (one & 0xFF);
      if (letter < 0x80 && (Character.isLetterOrDigit(letter) || "-._".indexOf(letter) >= 0)) {
        encoded.append(letter);
      } else {
        encoded.append("%%%02X".formatted(one & 0xFF));
      }
    }
    return encoded.toString();
  }
}
