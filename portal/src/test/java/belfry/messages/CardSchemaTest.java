package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Phrase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of cards that people write. */
class CardSchemaTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\": |This is not valid JSON. Correct it at line 1, column 9.",
        "[]|The card: this must be of the JSON type object.",
        "{}|The card: type is missing. Add it.",
        "{\"type\":\"AdaptiveCard\"}|The card: version is missing. Add it.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\"}|version: this must be one of 1.0, 1.1,"
            + " 1.2, 1.3.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"bodi\":[]}|The card: there is no field"
            + " bodi here. Remove it.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":{}}|body: this must be of the JSON"
            + " type array.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlock\"}]}|Element"
            + " 1: text is missing. Add it.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"a\",\"size\":\"huge\"}]}|Element"
            + " 1, size: this must be one of Default, Small, Medium, Large, ExtraLarge.",
        "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"actions\":[{\"type\":\"Action.OpenUrl\",\"url\":\"javascript:x\"}]}|Button"
            + " 1, address: This is no address that a button may open. Give one that begins with"
            + " https://, http://, mailto: or tel:."
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
            "Element 1, column 1, element 1, text: this must be of the JSON type string.",
            "Element 2, element 1, text: this must be of the JSON type string.",
            "Button 1, the card behind it, element 1, text: this must be of the JSON type string.");
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'Table','rows':[],'fallback':{'type':'TextBlock','text':'a'}}",
        "{'type':'Badge','text':'a','fallback':'drop'}",
        "{'type':'TextBlock','text':'a','fallback':'drop','requires':{'x':'1.0'}}",
        "{'type':'Image','url':'https://x.test/a.png','fallback':{'type':'Badge','fallback':{'type':'TextBlock','text':'a'}}}",
        "{'type':'ActionSet','actions':[{'type':'Action.Execute','title':'a','fallback':{'type':'Action.Submit','title':'a'}}]}",
        "{'type':'ActionSet','actions':[{'type':'Action.Submit','title':'a','data':{'url':'anything'},'fallback':'drop'}]}",
        "{'type':'ColumnSet','columns':[{'items':[],'fallback':{'items':[]}},{'items':[],'fallback':'drop'}]}",
        "{'type':'Container','items':[],'backgroundImage':{'url':'https://x.test/a.png','fillMode':'Repeat'}}",
        "{'type':'Container','items':[],'backgroundImage':'https://x.test/a.png'}",
        "{'type':'Image','url':'data:image/png;base64,AAAA'}",
        "{'type':'Image','url':'https://bücher.test/a.png'}",
        "{'type':'ActionSet','actions':[{'type':'Action.OpenUrl','url':'mailto:{{email}}'},{'type':'Action.OpenUrl','url':'{{link}}'}]}"
      })
  void whatTheReferencePermitsIsTaken(String element) {
    for (var version : List.of("1.2", "1.3")) {
      assertThat(mistakes(card(version, element))).as(element).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'Table','rows':[]}|Element 1, type: this must be one of TextBlock, ",
        "{'type':'Table','fallback':{'type':'TextBlock'}}|Element 1, fallback: text is missing. Add"
            + " it.",
        "{'type':'TextBlock','text':'a','fallback':'other'}|Element 1, fallback: this must be one"
            + " of drop.",
        "{'type':'Image','url':'https://ok.test@evil.test/'}|Element 1, address: What stands before"
            + " the @ hides where this address leads. Remove it.",
        "{'type':'Image','url':'https://{{name}}@evil.test/'}|Element 1, address: What stands"
            + " before the @ hides",
        "{'type':'Image','url':'mailto:a@b.test'}|Element 1, address: This is no address of a"
            + " picture.",
        "{'type':'Image','url':'https:///a.png'}|Element 1, address: This is no address of a"
            + " picture.",
        "{'type':'Image','url':'data:text/html;base64,AAAA'}|Element 1, address: This is no address"
            + " of a picture.",
        "{'type':'Image','url':''}|Element 1, address: This is no address of a picture.",
        "{'type':'ImageSet','images':[{'type':'Image','url':'file:///a'}]}|Element 1, picture 1,"
            + " address: This is no address of a picture.",
        "{'type':'Media','sources':[{'mimeType':'video/mp4','url':'javascript:1'}]}|Element 1,"
            + " source 1, address: This is no address of a picture.",
        "{'type':'Media','sources':[],'poster':'javascript:1'}|Element 1, address of the poster:"
            + " This is no address of a picture.",
        "{'type':'Container','items':[],'backgroundImage':'javascript:1'}|Element 1, background"
            + " picture: This is no address of a picture.",
        "{'type':'Container','items':[],'backgroundImage':{'url':'javascript:1'}}|Element 1,"
            + " background picture, address: This is no address of a picture.",
        "{'type':'ColumnSet','columns':[{'items':[],'backgroundImage':'//x.test/a'}]}|Element 1,"
            + " column 1, background picture: This is no address of a picture.",
        "{'type':'Container','items':[],'selectAction':{'type':'Action.OpenUrl','url':'JavaScript:1'}}|Element"
            + " 1, what a click does, address: This is no address that a button may open.",
        "{'type':'ActionSet','actions':[{'type':'Action.OpenUrl','url':'data:image/png,1'}]}|Element"
            + " 1, button 1, address: This is no address that a button may open.",
        "{'type':'ActionSet','actions':[{'type':'Action.OpenUrl','url':'https://a.test','iconUrl':'javascript:1'}]}|Element"
            + " 1, button 1, address of the icon: This is no address of a picture.",
        "{'type':'ActionSet','actions':[{'type':'Action.OpenUrl','url':'https://ok.test\\\\@evil.test'}]}|Element"
            + " 1, button 1, address: This is no address that a button may open.",
        "{'type':'Badge','backgroundImage':'javascript:1','fallback':'drop'}|Element 1, background"
            + " picture: This is no address of a picture.",
        "{'type':'TextBlock','text':'a\\u202Eb'}|Element 1, text: The invisible character U+202E"
            + " turns the direction of this text. Remove it.",
        "{'type':'Container','items':[],'minHeight':'tall'}|Element 1, minHeight: give a number of"
            + " pixels, like 50px."
      })
  void whatIsWrongIsSaidInWords(String element, String words) {
    assertThat(mistakes(card("1.3", element))).as(element).anyMatch(one -> one.startsWith(words));
  }

  private static String card(String version, String element) {
    return "{'type':'AdaptiveCard','version':'%s','body':[%s]}"
        .formatted(version, element)
        .replace('\'', '"');
  }

  private static List<String> mistakes(String card) {
    return new CardDesign.Own(card)
        .mistakes().stream().map(CardDesign.Mistake::phrase).map(Phrase::english).toList();
  }
}
