package belfry.bench.site;

import java.nio.charset.StandardCharsets;

/**
 * What an author writes in a trial, and what each recipient is to read. The second is worked out
 * here from the platform's people and what docs/decisions/0034 promises, with no code of the
 * program: it is what the program is judged by.
 *
 * @param words how every message begins, and is found by
 * @param rest what follows for everybody
 * @param personal whether there are words for each recipient alone in between
 */
public record Wording(String words, String rest, boolean personal) {
  private static final String ASKED =
      " for {{firstName|a colleague}} {{ LastName | without a last name }} ({{email|everybody}}),"
          + " see [your page](https://pages.example/{{email|all}}?name={{lastName|none}})";

  /** The same for everybody, and nothing else. */
  public static Wording of(String words) {
    return new Wording(words, "", false);
  }

  /** What the author writes. */
  public String written() {
    return words + (personal ? ASKED : "") + rest;
  }

  /** What this person is to read. */
  public String read(TrialPlatform.Person person) {
    return words + (personal ? said(person) : "") + rest;
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

  /** No name of a trial has any other mark in it that Markdown could take for one. */
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
