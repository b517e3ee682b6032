package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The card that is made of a text, a picture and buttons. */
class SimpleCardTest {
  private static final CardDesign.Button PLAN =
      new CardDesign.Button("The plan", "https://corp.test/plan?a=1&b=2");

  @Test
  void itHasThePictureTheTextAndTheButtons() {
    var picture = new CardDesign.Picture("https://corp.test/a.png", "The new \"hall\"");
    var design = new CardDesign.Simple(List.of(PLAN), Optional.of(picture));

    var card = design.card(new MessageText("# Café\n\nWe **move**.")).tree();

    assertThat(card.path("type").asText()).isEqualTo("AdaptiveCard");
    assertThat(card.path("version").asText()).isEqualTo("1.3");
    assertThat(card.path("body").get(0).path("url").asText()).isEqualTo("https://corp.test/a.png");
    assertThat(card.path("body").get(0).path("altText").asText()).isEqualTo("The new \"hall\"");
    assertThat(card.path("body").get(1).path("text").asText()).isEqualTo("Café");
    assertThat(card.path("body").get(1).path("size").asText()).isEqualTo("Large");
    assertThat(card.path("body").get(2).path("text").asText()).isEqualTo("We **move**.");
    assertThat(card.path("actions").get(0).path("title").asText()).isEqualTo("The plan");
    assertThat(card.path("actions").get(0).path("url").asText()).isEqualTo(PLAN.url());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      value = {
        "plain~plain",
        "*so* **it** is~_so_ **it** is",
        "a_b_c~a_b_c",
        "1\\. not a list~1\\. not a list",
        "\\*stars\\*~\\*stars\\*",
        "see [the plan](https://x.example/a(b))~see [the plan](https://x.example/a%28b%29)",
        "use `a*b`~use a\\*b",
        "Hi <@all>, dear <@personEmail:ana@x.example|Ana _L_>~Hi All, dear Ana \\_L\\_",
        "Hi <@personEmail:ana@x.example>~Hi ana",
        "a <b>bold</b> one~a \\<b>bold\\</b> one",
        "Dear {{firstName|my *dear*}}~Dear {{firstName|my *dear*}}",
        "Dear {{first_name}} and {{last_name}}~Dear {{first_name}} and {{last_name}}",
        "\\{{firstName}} is text~\\{{firstName}} is text",
        "![a hall](https://x.example/a.png)~a hall"
      })
  void aLineIsSaidInTheMarkdownOfCards(String markdown, String said) {
    assertThat(texts(markdown)).containsExactly(said);
  }

  @Test
  void listsStayListsAndEverythingElseBecomesElements() {
    assertThat(texts("- a\n- b\n  - c\n\n3. d\n4. e"))
        .containsExactly("- a\n- b\n  - c", "3. d\n4. e");
    assertThat(texts("a  \nb\nc")).containsExactly("a\n\nb c");

    var quoted = body("> so\n>\n> it is").get(0);
    assertThat(quoted.path("style").asText()).isEqualTo("emphasis");
    assertThat(quoted.path("items").get(1).path("text").asText()).isEqualTo("it is");

    var code = body("```\na *b*\n  c\n```").get(0).path("items");
    assertThat(code.get(0).path("text").asText()).isEqualTo("a\u00A0\\*b\\*");
    assertThat(code.get(1).path("fontType").asText()).isEqualTo("Monospace");

    var parted = body("a\n\n---\n\nb");
    assertThat(parted.get(1).path("separator").asBoolean()).isTrue();
  }

  /** Whoever reads the card reads nothing else. */
  @Test
  void whatAListOfACardCannotHoldStandsBetweenTwoPartsOfIt() {
    var blocks =
        body(
            """
            1. Stop it:

               ```
               sudo systemctl stop payroll
               sudo reboot
               ```

               and wait
            2. Call
               - this number

                     555 0100
               - > nobody
                 > - else
            """);

    assertThat(blocks.get(0).path("text").asText()).isEqualTo("1. Stop it:");
    assertThat(blocks.get(1).path("items").findValuesAsText("text"))
        .containsExactly("sudo\u00A0systemctl\u00A0stop\u00A0payroll", "sudo\u00A0reboot");
    assertThat(blocks.get(2).path("text").asText())
        .isEqualTo("  and wait\n2. Call\n  - this number");
    assertThat(blocks.get(3).path("items").findValuesAsText("text"))
        .containsExactly("555\u00A00100");
    assertThat(blocks.get(4).path("text").asText()).isEqualTo("  - ");
    assertThat(blocks.get(5).path("items").findValuesAsText("text"))
        .containsExactly("nobody", "- else");
  }

  @Test
  void quotesAndBracesOfATextAreNothingOfTheCards() {
    assertThat(texts("say \"hi\" \\\\ } ] , {")).containsExactly("say \"hi\" \\\\ } \\] , {");
  }

  @Test
  void whatIsTooLongOrTooDeepToBeSentIsNoTrouble() {
    assertThat(texts("x".repeat(10_000))).isEmpty();
    assertThat(body(">".repeat(3_000) + " x")).isNotEmpty();
    assertThat(body("- ".repeat(2_000) + "x")).isNotEmpty();
  }

  @Test
  void whatIsMissingOrLeadsNowhereIsNamedByItsField() {
    var design =
        new CardDesign.Simple(
            List.of(
                PLAN,
                new CardDesign.Button(" ", "ftp://x.example"),
                new CardDesign.Button("a", "https://x.example/a b"),
                new CardDesign.Button("a", "javascript:alert(1)"),
                new CardDesign.Button("{{name}}", "https://x.example/{{email}}"),
                new CardDesign.Button("a", "{{link}}")),
            Optional.of(new CardDesign.Picture("x.png", "")));

    assertThat(design.mistakes())
        .extracting(CardDesign.Mistake::field)
        .containsExactly(
            "card.buttons[1].title",
            "card.buttons[1].url",
            "card.buttons[2].url",
            "card.buttons[3].url",
            "card.picture.url",
            "card.picture.alt");
  }

  @Test
  void whatHidesWhereItLeadsOrHowItReadsIsRefused() {
    var design =
        new CardDesign.Simple(
            List.of(
                new CardDesign.Button("Open", "https://ok.test@evil.test/"),
                new CardDesign.Button("Op\u202Een", "https://{{name}}@evil.test/")),
            Optional.empty());

    assertThat(design.mistakes())
        .extracting(one -> one.field() + ": " + one.phrase())
        .containsExactly(
            "card.buttons[0].url: What stands before the @ hides where this address leads. Remove it.",
            "card.buttons[1].title: The invisible character U+202E turns the direction of this text. Remove it.",
            "card.buttons[1].url: What stands before the @ hides where this address leads. Remove it.");
  }

  @Test
  void whatIsKeptIsReadAsItWas() {
    var picture = new CardDesign.Picture("https://corp.test/a.png", "x");
    for (var design :
        List.<CardDesign>of(
            new CardDesign.Simple(List.of(PLAN), Optional.empty()),
            new CardDesign.Simple(List.of(), Optional.of(picture)),
            new CardDesign.Own("{\"type\": "))) {
      assertThat(CardDesign.read(design.kept())).contains(design);
    }
  }

  // What is different for each ---------------------------------------------------------------

  @Test
  void eachGetsACardOfTheirOwn() {
    var personal =
        personal(
            "Hi {{name|all}}", new CardDesign.Button("For {{name}}", "https://x.example/{{id}}"));
    assertThat(personal.isPersonal()).isTrue();
    assertThat(personal.names()).containsOnlyKeys("name", "id");

    var filled =
        personal.filled(
            new PersonalValues(Map.of("name", "A \"*b*\" \\ {{DATE(x)}}", "id", "1/2")));

    var card = filled.card().orElseThrow().tree();
    assertThat(card.path("body").get(0).path("text").asText())
        .as("no Markdown, and no function of the app's")
        .isEqualTo("Hi A \"\\*b\\*\" \\\\ {\u2060{DATE(x)}}");
    assertThat(card.path("actions").get(0).path("title").asText())
        .as("said as it is")
        .isEqualTo("For A \"*b*\" \\ {{DATE(x)}}");
    assertThat(card.path("actions").get(0).path("url").asText())
        .isEqualTo("https://x.example/1%2F2");
    assertThat(filled.markdown()).isEqualTo("Hi A \"\\*b\\*\" \\\\ {{DATE(x)}}");
  }

  @Test
  void aNameThatOnlyAButtonAsksForIsMissedToo() {
    var personal = personal("Hi", new CardDesign.Button("Go", "{{link}}"));

    assertThat(personal.missing(new PersonalValues(Map.of()))).containsExactly("link");
    assertThat(personal.isLinked(new PersonalValues(Map.of("link", "https://x.example/"))))
        .isTrue();
    assertThat(personal.isLinked(new PersonalValues(Map.of("link", "www.x.example")))).isFalse();
    assertThat(personal.isLinked(new PersonalValues(Map.of("link", "javascript:alert(1)"))))
        .isFalse();
  }

  @Test
  void equalContentsHaveEqualDigestsAndOthersHaveOthers() {
    var plain = new Content("Hi", Optional.empty());
    var one = new Content("Hi", Optional.empty(), Optional.of(new Card("{\"a\":1}")));
    var other = new Content("Hi", Optional.empty(), Optional.of(new Card("{\"a\":2}")));

    assertThat(List.of(plain.digest(), one.digest(), other.digest())).doesNotHaveDuplicates();
    assertThat(one.looksLike(other)).isFalse();
    assertThat(one.looksLike(plain)).isFalse();
  }

  private static PersonalContent personal(String markdown, CardDesign.Button button) {
    var design = new CardDesign.Simple(List.of(button), Optional.empty());
    return PersonalContent.of(
        new Content(
            markdown, Optional.empty(), Optional.of(design.card(new MessageText(markdown)))));
  }

  private static List<JsonNode> body(String markdown) {
    var design = new CardDesign.Simple(List.of(PLAN), Optional.empty());
    var body = design.card(new MessageText(markdown)).tree().path("body");
    return StreamSupport.stream(body.spliterator(), false).toList();
  }

  private static List<String> texts(String markdown) {
    return body(markdown).stream().map(block -> block.path("text").asText()).toList();
  }
}
