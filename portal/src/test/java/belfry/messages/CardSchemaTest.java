package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Phrase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of cards that people write. */
class CardSchemaTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\": |This is not valid JSON. Correct it at line 1, column 9.",
        "[]|/: this must be of the JSON type object.",
        "{}|/: type is missing. Add it.",
        "{\"type\":\"AdaptiveCard\"}|/: version is missing. Add it.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\"}|/version: this must be one of 1.0, 1.1, 1.2, 1.3.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"bodi\":[]}|/: there is no field bodi here. Remove it.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":{}}|/body: this must be of the JSON type array.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlock\"}]}|/body/0: text is missing. Add it.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"a\",\"size\":\"huge\"}]}|/body/0/size: this must be one of Default, Small, Medium, Large, ExtraLarge.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"actions\":[{\"type\":\"Action.OpenUrl\",\"url\":\"javascript:x\"}]}|/actions/0/url: this value cannot stand here. Change or remove it."
      })
  void eachMistakeIsNamedByItsPlace(String card, String words) {
    assertThat(mistakes(card)).contains(words);
  }

  @Test
  void whatIsMadeOfATextIsACard() {
    var text = new MessageText("# A\n\n> b\n\n- c\n\n---\n\n```\nd\n```\n\n<b>e</b> {{name|all}}");
    var picture = new CardDesign.Picture("https://x.example/{{name}}.png", "f");
    var button = new CardDesign.Button("{{name}}", "{{link}}");
    var design = new CardDesign.Simple(List.of(button), Optional.of(picture));

    assertThat(mistakes(design.card(text).json())).isEmpty();
  }

  @Test
  void whatIsInsideOfAnythingIsLookedAtToo() {
    var wrong = "{\"type\":\"TextBlock\",\"text\":7}";
    var card =
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"ColumnSet\",\"columns\":[{\"items\":["
            + wrong
            + "]}]},{\"type\":\"Container\",\"items\":["
            + wrong
            + "]}],\"actions\":[{\"type\":\"Action.ShowCard\",\"card\":{\"type\":\"AdaptiveCard\",\"body\":["
            + wrong
            + "]}}]}";

    assertThat(mistakes(card))
        .containsExactlyInAnyOrder(
            "/body/0/columns/0/items/0/text: this must be of the JSON type string.",
            "/body/1/items/0/text: this must be of the JSON type string.",
            "/actions/0/card/body/0/text: this must be of the JSON type string.");
  }

  @Test
  void whatIsTooDeepOrFullOfMistakesIsSaidInAFewWords() {
    var deep = "{\"type\":\"Container\",\"items\":[".repeat(60) + "]}".repeat(60);
    assertThat(mistakes("{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[" + deep + "]}"))
        .containsExactly("The card is nested too deeply; 100 levels can be sent. Use fewer.");
    assertThat(mistakes("{\"a\": 9e99999999999999999999}"))
        .containsExactly("A number in the card is far too large or small. Correct it.");
    assertThat(Card.tree("[9e99999999999999999999]").isMissingNode()).isTrue();
    assertThat(mistakes("[".repeat(20_000)))
        .containsExactly("The card is nested too deeply; 100 levels can be sent. Use fewer.");

    var many = "{\"type\":\"x\"},".repeat(1_000) + "{\"type\":\"x\"}";
    assertThat(mistakes("{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[" + many + "]}"))
        .hasSize(11)
        .last()
        .isEqualTo("More mistakes: 991.");
  }

  private static List<String> mistakes(String card) {
    return new CardDesign.Own(card)
        .mistakes().stream().map(CardDesign.Mistake::phrase).map(Phrase::english).toList();
  }
}
