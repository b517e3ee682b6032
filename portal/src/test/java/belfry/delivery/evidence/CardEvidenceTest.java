package belfry.delivery.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Card;
import belfry.messages.CardDesign;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.platform.ShownContent;
import belfry.platform.ids.Likeness;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What platforms make of cards, and what may still be said of a message that has one. */
class CardEvidenceTest {
  private static final String WORDS = "# Café **moves**\n\nFrom Monday on, see the plan & the map.";
  private static final String CARD = card(WORDS, "Open the plan", "https://corp.test/plan?a=1&b=2");
  private static final Content OURS =
      new Content(WORDS, Optional.empty(), Optional.of(new Card(CARD)));

  private static final String OTHER_WORDS = "The lift is being repaired until Friday";
  private static final String OTHER_CARD = card(OTHER_WORDS, "Details", "https://lift.test/");

  private static String card(String markdown, String title, String url) {
    var button = new CardDesign.Button(title, url);
    return new CardDesign.Simple(List.of(button), Optional.empty())
        .card(new MessageText(markdown))
        .json();
  }

  static Stream<Arguments> manners() {
    return Stream.of(
        Arguments.of("as it was given", CARD),
        Arguments.of(
            "with blanks",
            CARD.replace(":", " : ").replace(" : //", "://").replace(",\"", ",\n\"")),
        Arguments.of(
            "fields in another order",
            CARD.replace(
                    "{\"$schema\":\"http://adaptivecards.io/schemas/adaptive-card.json\",", "{")
                .replace("\"version\":\"1.3\",", "")
                .replaceFirst("}$", ",\"version\":\"1.3\"}")),
        Arguments.of(
            "with what nobody sees",
            CARD.replace("\"wrap\":true", "\"wrap\":true,\"spacing\":\"Default\",\"id\":null")
                .replaceFirst("}$", ",\"lang\":\"en\"}")),
        Arguments.of("escaped in JSON", CARD.replace("é", "\\u00e9").replace("/plan", "\\/plan")),
        Arguments.of("letters taken apart", CARD.replace("é", "e\u0301")),
        Arguments.of("escaped in its texts", CARD.replace("&", "&amp;")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("manners")
  void itIsOursAsPlatformsGiveItBack(String manner, String card) {
    assertThat(compared(shown(WORDS, card))).as(manner).isEqualTo(Likeness.SAME);
    assertThat(compared(shown("", card))).as("without the words").isEqualTo(Likeness.SAME);
  }

  static Stream<Arguments> notOurs() {
    return Stream.of(
        Arguments.of("none", ""),
        Arguments.of("no card", "[]"),
        Arguments.of("no JSON", "{\"type\":"),
        Arguments.of("too deep", "[".repeat(5_000)),
        Arguments.of("cipher", "{\"cipher\":\"eyJhbGciOiJkaXIi\"}"),
        Arguments.of("another address", CARD.replace("/plan", "/pian")),
        Arguments.of("another button", CARD.replace("Open the plan", "Open the map")),
        Arguments.of(
            "a button more", CARD.replace("\"actions\":[", "\"actions\":[{\"type\":\"x\"},")),
        Arguments.of("words more", CARD.replaceFirst("}$", ",\"speak\":\"and more\"}")),
        Arguments.of("a text too long", CARD.replace("From Monday", "From Tuesday")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notOurs")
  void aCardThatIsMissingOrChangedProvesNothing(String manner, String card) {
    assertThat(compared(shown(WORDS, card))).as(manner).isEqualTo(Likeness.UNCLEAR);
    assertThat(compared(shown("", card))).as("without the words").isEqualTo(Likeness.UNCLEAR);
  }

  @Test
  void onlyWhatSaysSomethingElseThroughoutIsAnother() {
    assertThat(compared(shown(OTHER_WORDS, OTHER_CARD))).isEqualTo(Likeness.OTHER);
    assertThat(compared(shown(OTHER_WORDS, ""))).isEqualTo(Likeness.OTHER);
    assertThat(compared(shown(OTHER_WORDS, CARD)))
        .as("words that stand for a card that cannot be shown")
        .isEqualTo(Likeness.UNCLEAR);
    assertThat(compared(shown(OTHER_WORDS, "{\"no\":\"card\"}"))).isEqualTo(Likeness.UNCLEAR);
    assertThat(compared(shown(WORDS, OTHER_CARD)))
        .as("our words with another card")
        .isEqualTo(Likeness.UNCLEAR);
    assertThat(compared(shown("", OTHER_CARD))).isEqualTo(Likeness.UNCLEAR);
  }

  @Test
  void aCardIsNothingThatATextAloneHas() {
    var plain = new ContentComparison(new Content(WORDS, Optional.empty()), List.of());

    assertThat(plain.with(shown(WORDS, CARD))).isEqualTo(Likeness.UNCLEAR);
    assertThat(plain.with(shown(OTHER_WORDS, OTHER_CARD))).isEqualTo(Likeness.OTHER);
  }

  @Test
  void aCardAloneIsEnoughOnlyIfItSaysTheWords() {
    var other = new Content(OTHER_WORDS, Optional.empty(), Optional.of(new Card(CARD)));

    assertThat(new ContentComparison(other, List.of()).with(shown("", CARD)))
        .isEqualTo(Likeness.UNCLEAR);
  }

  @Test
  void howThePlatformShowedTheSameCardBeforeIsHowItLooksHere() {
    var changed = CARD.replace("https://corp.test/plan", "https://safe.test/?to=corp.test/plan");
    var echo = shown(WORDS, changed);

    assertThat(compared(echo)).isEqualTo(Likeness.UNCLEAR);
    assertThat(new ContentComparison(OURS, List.of(echo)).with(echo)).isEqualTo(Likeness.SAME);
    assertThat(new ContentComparison(OURS, List.of(echo)).with(shown(WORDS, OTHER_CARD)))
        .isEqualTo(Likeness.UNCLEAR);
  }

  @Test
  void aCardThatIsNotGivenBackSaysNothingOfTheWords() {
    var ours = new ContentComparison(OURS, List.of());

    assertThat(ours.isFaithful(shown(WORDS, ""))).isTrue();
    assertThat(ours.isFaithful(shown(WORDS, CARD))).isTrue();
    assertThat(ours.isFaithful(shown(WORDS, OTHER_CARD))).isFalse();
    assertThat(ours.isFaithful(shown(OTHER_WORDS, CARD))).isFalse();
  }

  private static Likeness compared(ShownContent shown) {
    return new ContentComparison(OURS, List.of()).with(shown);
  }

  private static ShownContent shown(String markdown, String card) {
    return new ShownContent(markdown, "", "", 0, true, card);
  }
}
