package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgementTest {
  private static final MessageText TEXT = new MessageText("Read *this*");

  @ParameterizedTest
  @ValueSource(strings = {"OK", " ok! ", "Ok.", "„ok“", "ＯＫ", "OK 👍", "\"OK\"\n"})
  void caseBlanksAndPunctuationDoNotMatter(String written) {
    assertThat(new Acknowledgement("", "ok").isWord(written)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "okay", "ok but when?", "not ok", "o k"})
  void anythingElseIsAnAnswerLikeOthers(String written) {
    assertThat(new Acknowledgement("", "OK").isWord(written)).isFalse();
  }

  @Test
  void wordsInOtherScriptsAndOfSeveralPartsAreCompared() {
    assertThat(new Acknowledgement("", "Leí el aviso").isWord("LEÍ  EL AVISO.")).isTrue();
    assertThat(new Acknowledgement("", "了解").isWord("了解。")).isTrue();
    assertThat(new Acknowledgement("Got it", "").isWord("")).isFalse();
  }

  @Test
  void theButtonIsTheLastOfTheCard() {
    var link = new CardDesign.Button("Plan", "https://corp.test/plan");
    var design = new CardDesign.Simple(List.of(link), Optional.empty());
    var asked = Optional.of(new Acknowledgement("Got it", ""));

    var actions = card(Optional.of(design), asked).tree().path("actions");

    assertThat(actions).hasSize(2);
    assertThat(actions.path(1).path("type").asText()).isEqualTo("Action.Submit");
    assertThat(actions.path(1).path("title").asText()).isEqualTo("Got it");
    assertThat(Acknowledgement.isPress(actions.path(1).path("data").toString())).isTrue();
    assertThat(Acknowledgement.isPress("{\"belfry\":\"other\"}")).isFalse();
    assertThat(Acknowledgement.isPress("nothing")).isFalse();
  }

  @Test
  void aPlainTextBecomesACardAndAPastedOneKeepsWhatItHas() {
    var asked = Optional.of(new Acknowledgement("Got it", "OK"));
    var pasted = new CardDesign.Own("{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[]}");

    assertThat(card(Optional.empty(), asked).tree().path("body").path(0).path("text").asText())
        .contains("Read");
    assertThat(card(Optional.of(pasted), asked).tree().path("actions")).hasSize(1);
    assertThat(
            Acknowledgement.card(
                TEXT, Optional.empty(), Optional.of(new Acknowledgement("", "OK"))))
        .isEmpty();
  }

  private static Card card(Optional<CardDesign> design, Optional<Acknowledgement> asked) {
    return Acknowledgement.card(TEXT, design, asked).orElseThrow();
  }

  @Test
  void whatCannotBeAskedForIsSaidWithItsField() {
    var link = new CardDesign.Button("Plan", "https://corp.test/plan");
    var full = new CardDesign.Simple(List.of(link, link, link, link, link), Optional.empty());

    assertThat(new Acknowledgement("Got it", "!?").mistakes(Optional.of(full)))
        .extracting(CardDesign.Mistake::field)
        .containsExactly("acknowledge.button", "acknowledge.word");
    assertThat(new Acknowledgement("", "OK").mistakes(Optional.of(full))).isEmpty();
  }
}
