package belfry.delivery.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Content;
import belfry.platform.ShownContent;
import belfry.platform.ids.Likeness;
import java.text.Normalizer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What platforms, gateways and keys make of a content, and what may still be said of it. */
class ContentComparisonTest {
  private static final String OURS =
      """
      # Café **geschlossen** ☕
      Hi <@personEmail:lars@corp.test|Lars>, from 12:30  \s
      we're <b>out</b> & about: [the plan](https://corp.test/plan?a=1&b=2)

      1. "Quotes" stay
      2. so does `x < y`\
      """;

  static Stream<Arguments> manners() {
    var mentioned =
        OURS.replace(
            "<@personEmail:lars@corp.test|Lars>",
            "<spark-mention data-object-type=\"person\" data-object-id=\"Y2lz\">Lars Berg</spark-mention>");
    var words =
        """
        Café geschlossen ☕
        Hi Lars Berg, from 12:30
        we're out & about: the plan
        1. "Quotes" stay
        2. so does x < y\
        """;
    var html =
        "<h1>Café <strong>geschlossen</strong> ☕</h1><p>Hi <spark-mention>Lars</spark-mention>, from 12:30<br/>we're <b>out</b> &amp; about: <a href=\"https://corp.test/plan\">the plan</a></p><ol><li>&quot;Quotes&quot; stay</li><li>so does <code>x &lt; y</code></li></ol>";
    return Stream.of(
        Arguments.of("as it was given", markdown(OURS)),
        Arguments.of("with an element for the mention", markdown(mentioned)),
        Arguments.of("line ends of another system", markdown(OURS.replace("\n", "\r\n"))),
        Arguments.of("without blanks at ends of lines", markdown(OURS.replaceAll(" +\n", "\n"))),
        Arguments.of("with a line more", markdown(OURS + "\n\n")),
        Arguments.of("with every blank once", markdown(OURS.replaceAll("\\s+", " "))),
        Arguments.of(
            "letters taken apart", markdown(Normalizer.normalize(OURS, Normalizer.Form.NFD))),
        Arguments.of("escaped", markdown(escaped(mentioned))),
        Arguments.of("escaped twice", markdown(escaped(escaped(OURS)))),
        Arguments.of(
            "without elements", markdown(mentioned.replaceAll("</?[a-z-]+( [^>]*)?>", ""))),
        Arguments.of("other quotes", markdown(mentioned.replace("\"", "“").replace("'", "’"))),
        Arguments.of("the words alone", new ShownContent("", words, "", 0, true)),
        Arguments.of("HTML alone", new ShownContent("", "", html, 0, true)),
        Arguments.of(
            "a text that is not whole beside markdown that is",
            new ShownContent(OURS, "eyJhbGciOiJkaXIi.x.y.z.w", "", 0, false)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("manners")
  void itIsOursAsPlatformsGiveItBack(String manner, ShownContent shown) {
    assertThat(compared(shown)).as(manner).isEqualTo(Likeness.SAME);
  }

  static Stream<Arguments> notReadable() {
    return Stream.of(
        Arguments.of("nothing", ShownContent.NONE),
        Arguments.of("reported as unreadable", new ShownContent("", "abc def", "", 0, false)),
        Arguments.of(
            "cipher without a report",
            markdown(
                "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..WVpDQkVTU0lHTkVEMTIzNA.c2VjcmV0c2VjcmV0.tag")),
        Arguments.of("a code", markdown("4f6e6365".repeat(40))),
        Arguments.of("blackened", markdown("***** ******** ****")),
        Arguments.of("the first words", markdown("Café geschlossen ☕ Hi Lars, from 12:30…")),
        Arguments.of("cut off within the first word", markdown("Café ges…")),
        Arguments.of(
            "other addresses in it",
            markdown(
                OURS.replace("https://corp.test/plan?a=1&b=2", "https://safe.test/?u=aHR0cHM6"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notReadable")
  void whatCannotBeReadIsNotAnother(String manner, ShownContent shown) {
    assertThat(compared(shown)).as(manner).isEqualTo(Likeness.UNCLEAR);
  }

  static Stream<String> others() {
    return Stream.of(
        "The lift is being repaired until Friday",
        "Thank you, I have noted your answer.",
        "OK",
        "会議は三時に始まります",
        "Lars");
  }

  @ParameterizedTest
  @MethodSource("others")
  void otherWordsAreAnotherMessage(String words) {
    assertThat(compared(markdown(words))).isEqualTo(Likeness.OTHER);
  }

  @Test
  void howTheSameContentWasShownBeforeIsHowItLooksHere() {
    var shouted = new ShownContent("", "CAFÉ CLOSED ON MARCH", "", 0, true);
    var cafe = new Content("Café closed on March", Optional.empty());
    assertThat(new ContentComparison(cafe, List.of()).with(shouted)).isEqualTo(Likeness.UNCLEAR);
    assertThat(new ContentComparison(cafe, List.of(shouted)).with(shouted))
        .isEqualTo(Likeness.SAME);
  }

  @Test
  void whatAPlatformMakesOfItThatNobodyCouldReadMayBeOurs() {
    var turned =
        new ShownContent(
            "", "hcraM no desolc éfaC :sdrawkcab siht etorw mroftalp siht", "", 0, true);
    var ours = new Content("Café closed on March", Optional.empty());

    assertThat(new ContentComparison(ours, List.of()).with(turned)).isEqualTo(Likeness.OTHER);
    assertThat(new ContentComparison(ours, List.of(turned)).with(turned))
        .as("it may be what stands for every message")
        .isEqualTo(Likeness.UNCLEAR);
    assertThat(
            new ContentComparison(ours, List.of(turned)).with(markdown(".yadirF litnu tfil eht")))
        .isEqualTo(Likeness.OTHER);
    assertThat(new ContentComparison(ours, List.of(ShownContent.NONE)).with(ShownContent.NONE))
        .as("of which nothing is known")
        .isEqualTo(Likeness.UNCLEAR);
  }

  @Test
  void aMentionAloneIsNoSignOfUs() {
    var everybody = new ContentComparison(new Content("<@all>", Optional.empty()), List.of());

    assertThat(everybody.with(markdown("Hello"))).isNotEqualTo(Likeness.SAME);
    assertThat(
            everybody.with(
                markdown("<spark-mention data-object-type=\"groupMention\">All</spark-mention>")))
        .isEqualTo(Likeness.SAME);
  }

  @Test
  void whatNeverEndsOrIsFullOfMarksIsComparedInTime() {
    var long_ =
        new ContentComparison(new Content("<@a>x".repeat(1_400), Optional.empty()), List.of());

    assertThat(long_.with(markdown("<".repeat(3_000) + "&amp;".repeat(800))))
        .isNotEqualTo(Likeness.SAME);
    assertThat(long_.with(markdown("x".repeat(7_000)))).isNotEqualTo(Likeness.SAME);
  }

  private static Likeness compared(ShownContent shown) {
    return new ContentComparison(new Content(OURS, Optional.empty()), List.of()).with(shown);
  }

  private static ShownContent markdown(String markdown) {
    return new ShownContent(markdown, "", "", 0, true);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
