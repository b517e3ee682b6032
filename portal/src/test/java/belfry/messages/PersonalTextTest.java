package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders and the values that replace them. */
class PersonalTextTest {

  @Test
  void eachGetsTheirOwnWords() {
    assertThat(filled("Hi {{firstName}}, see {{Room}}.", Map.of("firstname", "Ana", "ROOM", "A 1")))
        .isEqualTo("Hi Ana, see A 1.");
  }

  @Test
  void whoHasNoValueGetsWhatStandsBehindTheBar() {
    var text = "Hi {{ firstName | dear colleague }}!";

    assertThat(filled(text, Map.of())).isEqualTo("Hi dear colleague!");
    assertThat(filled(text, Map.of("firstName", "  "))).isEqualTo("Hi dear colleague!");
    assertThat(filled(text, Map.of("firstName", "Bo"))).isEqualTo("Hi Bo!");
  }

  @Test
  void whatNothingIsKnownOfIsNamedAsItWasWritten() {
    var text = PersonalText.of("{{Desk}} {{firstName|you}} {{PIN}} {{desk}}");

    assertThat(text.missing(used("{{pin}}", Map.of("pin", "1")))).containsExactly("Desk");
    assertThat(text.names()).containsOnlyKeys("desk", "firstname", "pin");
  }

  @Test
  void onlyWhatIsUsedIsKept() {
    assertThat(used("{{a}}", Map.of("A", " 1 ", "b", "2")).byKey())
        .containsExactly(Map.entry("a", "1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "{ {a}}", "{{}}", "{{ }}", "{{a", "{{a\n}}", "\\{{a}}", "{{{a}}"})
  void theseAreText(String text) {
    assertThat(PersonalText.of(text).isPersonal()).isEqualTo(text.equals("{{{a}}"));
    assertThat(filled("plain {{", Map.of("a", "1"))).isEqualTo("plain {{");
  }

  @Test
  void whatIsTooLongToBeSentIsNotRead() {
    var text = "{{a}}".repeat(2_000);

    assertThat(PersonalText.of(text).isPersonal()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "*bold*|\\*bold\\*",
        "_under_|\\_under\\_",
        "a_b|a_b",
        "[x](http://evil.example)|\\[x\\](http://evil.example)",
        "`code`|\\`code\\`",
        "<@all>|<\u2060@all>",
        "\\<@all>|\\\\<\u2060@all>",
        "a<@personId:X>|a<\u2060@personId:X>",
        "1 < 2|1 < 2",
        "AT&T|AT&T",
        "&lt;|\\&lt;",
        "back\\slash|back\\\\slash",
        "https://x.example/a_b?c=1|https://x.example/a_b?c=1"
      })
  void aValueIsNoMarkdown(String value, String said) {
    assertThat(filled("Dear {{v}}", Map.of("v", value))).isEqualTo("Dear " + said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"# Title|\\# Title", "- item|\\- item", "1. one|1\\. one", "> quote|\\> quote"})
  void aValueBeginsNoBlock(String value, String said) {
    assertThat(filled("{{v}}", Map.of("v", value))).isEqualTo(said);
    assertThat(filled("- {{v}}", Map.of("v", value))).isEqualTo("- " + said);
    assertThat(filled("So {{v}}", Map.of("v", value))).isEqualTo("So " + value);
  }

  @Test
  void linesOfAValueBecomeOne() {
    assertThat(filled("Dear {{v}}!", Map.of("v", "Ana\n\n# Lopez"))).isEqualTo("Dear Ana # Lopez!");
  }

  @Test
  void aValueTurnsNoText() {
    assertThat(filled("{{v}} pays {{w}}", Map.of("v", "A\u202En\u2067a", "w", "\u202C\u05D0")))
        .isEqualTo("Ana pays \u05D0");
  }

  @Test
  void inCodeAValueStaysAsItIs() {
    assertThat(filled("PIN `{{pin}}`", Map.of("pin", "a*b`c"))).isEqualTo("PIN `a*b'c`");
    assertThat(filled("```\n{{pin}}\n```", Map.of("pin", "*"))).isEqualTo("```\n*\n```");
  }

  /** The platform looks for mentions before it reads Markdown. */
  @ParameterizedTest
  @CsvSource({
    "`{{v}}`, <@all>",
    "<{{v}}, @all>",
    "`<{{v}}`, @all>",
    "{{lt}}{{v}}, @all>",
    "# {{v}}, <@all>",
    "https://x.example/{{v}}, <@all>",
    "[a](https://x.example/{{v}}), <@all>",
    "[{{v}}](https://x.example/), <@all>"
  })
  void aValueCallsNobody(String text, String value) {
    assertThat(filled(text, Map.of("v", value, "lt", "<"))).doesNotContain("<@").contains("all");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{{{{{{; {{{{{{",
        "Hi {{firstName; {{firstName",
        "{{firstName|{{lastName}}}} and more; {{firstName|{{lastName}}}} and more",
        "{{}}; {{}}",
        "{{ | x}}; {{ | x}}",
        "{{a}} {{b; {{b"
      })
  void bracesThatAreNoPlaceholderAreNamed(String text, String named) {
    assertThat(broken(text)).isEqualTo(named);
  }

  private static String broken(String text) {
    return PersonalText.of(text)
        .fault()
        .map(fault -> (String) fault.arguments().get("names"))
        .orElse("");
  }

  @Test
  void aFewAreNamedAndNotWhatIsTextOrCode() {
    assertThat(broken("{{a\n{{b\r\n{{c\n{{d")).isEqualTo("{{a, {{b, {{c");
    assertThat(broken("{{" + "x".repeat(100))).hasSize(40);
    assertThat(broken("{{" + "{{".repeat(3_000)).split(", ")).hasSize(3);
    for (var fine : List.of("\\{{a", "`{{a`", "```\n{{a\n```", "{ {a", "{{a}}}}", "{{a|}}")) {
      assertThat(broken(fine)).as(fine).isEmpty();
    }
  }

  @Test
  void inAnAddressAValueIsEncoded() {
    var value = Map.of("id", "a b&c=ü)", "url", "https://x.example/?q=1");

    assertThat(filled("[open](https://x.example/?id={{id}})", value))
        .isEqualTo("[open](https://x.example/?id=a%20b%26c%3D%C3%BC%29)");
    assertThat(filled("https://x.example/{{id}}", value))
        .isEqualTo("https://x.example/a%20b%26c%3D%C3%BC%29");
    assertThat(filled("[open]({{url}})", value)).isEqualTo("[open](https://x.example/?q=1)");
    assertThat(filled("[open]({{id}})", value)).isEqualTo("[open](a%20b%26c%3D%C3%BC%29)");
    assertThat(filled("[{{id}}](https://x.example)", value))
        .isEqualTo("[a b&c=ü)](https://x.example)");
  }

  @Test
  void aNameWithBlanksMayStandInAnAddress() {
    assertThat(filled("[open](https://x.example/{{First name}})", Map.of("first name", "Bo")))
        .isEqualTo("[open](https://x.example/Bo)");
  }

  private static String filled(String text, Map<String, String> values) {
    var personal = PersonalText.of(text);
    return personal.filled(used(text, values));
  }

  private static PersonalValues used(String text, Map<String, String> values) {
    return PersonalContent.of(new Content(text, Optional.empty())).used(values);
  }

  @Test
  void theLengthIsKnownWithoutTheText() {
    var values =
        new PersonalValues(
            Map.of("a", "# 1. _x_ \ud83d\ude00", "b", "https://x.example/ä", "c", "[y](z)"));
    for (var markdown :
        List.of(
            "{{a}}",
            "{{a}}{{a}}\n{{a}}\n\n- {{a}} ü {{b}}",
            "Ü{{a|é}}\nline\n> {{none|ö}}{{a}}\n`{{a}}` [{{a}}]({{b}}) https://{{a}}",
            "{{none}}\n{{c}}\n1{{a}}\n",
            "plain ö")) {
      var text = PersonalText.of(markdown);
      assertThat(text.bytes(values))
          .as(markdown)
          .isEqualTo(text.filled(values).getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Test
  void itsGreatestLengthIsNeverTooSmall() {
    for (var value :
        List.of(
            "@", "<@", "<@<@<@", "#", "1.", "_", "*", "`", "&amp;", "ä", "\u2060", "𝄞", "{{{{")) {
      for (var markdown :
          List.of(
              "{{a}}", "<{{a}}", "`<{{a}}`", "https://x.example/{{a}}", "[a]({{a}})", "ö{{b|ä}}")) {
        for (var markup : PersonalText.Markup.values()) {
          var text = PersonalText.of(markdown, markup);
          var values = new PersonalValues(Map.of("a", value));
          assertThat(text.mostBytes(values))
              .as(markdown + " with " + value)
              .isGreaterThanOrEqualTo(text.bytes(values));
        }
      }
    }
  }
}
