package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses in the forms that mail programs, spreadsheets and pages copy them in. */
class MailboxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bo@x.example",
        "BO@X.Example",
        " bo@x.example\u00A0",
        "\u200Bbo@x.example\u202C",
        "bo@x.exam\u00ADple",
        "bo\uFE0F@x.exam\uFE00ple\uFE0F",
        "bo@x\uDB40\uDD00.example",
        "\uFEFFbo@x.example\t",
        "\u2066bo@x.example\u2069",
        "ｂｏ＠ｘ．ｅｘａｍｐｌｅ",
        "bo﹫x.example",
        "Bo Lind <bo@x.example>",
        "\"Lind, Bo\" <bo@x.example>",
        "Lind, Bo <bo@x.example>;",
        "<bo@x.example>;",
        "bo@x.example <bo@x.example>",
        "'bo@x.example' <bo@x.example>",
        "'bo@x.example <bo@x.example>",
        "**bo@x.example** <bo@x.example>",
        "Bo Lind <mailto:bo@x.example>",
        "Bo Lind <bo@x.example> (Sales)",
        "Bo Lind <bo@x.example> (Sales, Oslo (Norway))",
        "bo@x.example (Bo (Sales))",
        "\"Lind; Bo\" <bo@x.example>",
        "Bo Lind (AT) <bo@x.example>",
        "mailto:bo@x.example",
        "mailto:bo@x.example?subject=Hello%20Bo",
        "MAILTO:bo@x.example",
        "SMTP:bo@x.example",
        "E-Mail: bo@x.example",
        "bo@x.example (Bo Lind)",
        "Bo Lind (bo@x.example)",
        "Bo Lind [bo@x.example]",
        "'bo@x.example'",
        "'bo@x.example",
        "=\"bo@x.example\"",
        "“bo@x.example”",
        "„bo@x.example“,",
        "«bo@x.example»",
        "`bo@x.example`",
        "**bo@x.example**",
        "bo@x.example.",
        "bo@x.example...",
        "bo@x.example,",
        "[Bo Lind](mailto:bo@x.example)",
        "[bo@x.example](mailto:bo@x.example)",
        "(bo@x.example)",
        "<bo@x.example",
        "{bo@x.example}",
        "mailto:bo@x.example/",
      })
  void isReadAsItIsMeant(String written) {
    assertThat(Mailbox.of(written)).contains("bo@x.example");
  }

  @Test
  void whatBelongsToAnAddressStays() {
    for (var address :
        List.of(
            "o'brien@x.example",
            "bo+news@x.example",
            "_bo_@x.example",
            "bo/x=y@x.example",
            "jörg@xn--tst-qla.example",
            "bo@local",
            "b.o-1@sub.x.example")) {
      assertThat(Mailbox.of(address)).contains(address);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bo",
        "half@",
        "@bo",
        "bo@@x.example",
        "bo@x@y.example",
        ".bo@x.example",
        "bo@.example",
        "bo lind@x.example",
        "\"bo lind\"@x.example",
        "bo@x.example ana@x.example",
        "bo@x.example;ana@x.example",
        "ana@x.example <bo@x.example>",
        "Bo <bo@x.example> Ana <ana@x.example>",
        "mailto:bo@x.example?cc=ana@x.example",
        "[ana@x.example](mailto:bo@x.example)",
        "ana.bo@x.example <bo@x.example>",
        "o'bo@x.example <bo@x.example>",
        "_bo@x.example <bo@x.example>",
        "bo@x.example.mx <bo@x.example>",
        "bo@x.example-mx.example (bo@x.example)",
        "[ana.bo@x.example](mailto:bo@x.example)",
        "TYPE=INTERNET:bo@x.example",
        "https://bo@x.example/",
        "ask bo@x.example",
        "Bo <bo@x.example>; ana",
        "Bo <bo@x.example> ana",
        "ana; Bo <bo@x.example>",
        "ana\nBo <bo@x.example>",
        "bo@x.example (Bo) ana (Ana)",
        "bo@x.example (also ana.reyes at x)",
        "ana(at)x.example <bo@x.example>",
        "mailto:bo@x.example?cc=ana%40x.example",
        "bo(at)x.example",
      })
  void whatIsNoneOrSeveralIsNotGuessed(String written) {
    assertThat(Mailbox.of(written)).isEmpty();
  }

  @Test
  void ofSeveralNoneIsLost() {
    assertThat(Mailbox.all("Bo <bo@x.example>; 'ana@x.example', cy@@x.example di@x.example."))
        .containsExactly("bo@x.example", "ana@x.example", "cy@@x.example", "di@x.example");
    assertThat(Mailbox.all("\"bo@x.example\" <bo@x.example>; @cy <cy@x.example>"))
        .containsExactly("bo@x.example", "bo@x.example", "@cy", "cy@x.example");
  }

  /** Half of an address is before it only where nothing else is. */
  @Test
  void numbersAndSentencesBeforeAnAddressAreNoPartOfIt() {
    assertThat(Mailbox.all("103. ana@x.example")).containsExactly("ana@x.example");
    assertThat(Mailbox.all("001- ana@x.example")).containsExactly("ana@x.example");
    assertThat(Mailbox.all("Ana Lopez Sales dept. ana@x.example")).containsExactly("ana@x.example");
    assertThat(Mailbox.all("maria. garcia@x.example")).containsExactly("maria. garcia@x.example");
  }

  /** What is behind the blank may be somebody else's. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "María Garcia <maria. garcia@x.example",
        "John Smith <j. smith@x.example",
        "María Garcia maria. garcia@x.example",
        "anna. maria. lopez@x.example",
      })
  void anAddressThatABlankHasCutIsNotTakenForAnothersAlsoWithAName(String cut) {
    var bracket = cut.contains("<") ? ">" : "";
    assertThat(Mailbox.all(cut + bracket + "; Bo <bo@x.example>"))
        .containsExactly(cut, "bo@x.example");
    assertThat(Mailbox.all("bo@x.example (maria. garcia@x.example)"))
        .containsExactly("bo@x.example", "maria. garcia@x.example");
    assertThat(Mailbox.all("a. ana@x.example")).as("an item").containsExactly("ana@x.example");
  }

  /** Each word is looked at once, however many are before it. */
  @Test
  void manyWordsThatAreNoAddressesAreReadAtOnce() {
    assertThat(Mailbox.all("ana@x.example bo@x.example " + "a@ ".repeat(80_000)))
        .startsWith("ana@x.example", "bo@x.example");
  }

  @Test
  void wordsThatMayBeSomebodyAreNotLost() {
    assertThat(Mailbox.all("ana@x.example bo.lind, cy.moon; di@x.example & el@x.example flo"))
        .containsExactly(
            "ana@x.example", "bo.lind", "cy.moon", "di@x.example", "el@x.example", "flo");
    assertThat(Mailbox.all("ana@x.example (Ana) bo @ x.example; cy@ x.example, di (at) x.example"))
        .containsExactly("ana@x.example", "bo @ x.example", "cy@ x.example", "di (at) x.example");
    assertThat(Mailbox.all("\"Lind, Bo\" <bo@x.example> Ana Reyes [ana@x.example] (Sales)"))
        .as("names and comments")
        .containsExactly("bo@x.example", "ana@x.example");
    assertThat(Mailbox.all("Ana Reyes ana@x.example"))
        .as("the name before the only one")
        .containsExactly("ana@x.example");
    assertThat(Mailbox.all("ana@x.example bo.lind")).containsExactly("ana@x.example", "bo.lind");
    assertThat(Mailbox.all("bo. lind@x.example, ana. reyes@x.example"))
        .as("initials, and half an address")
        .containsExactly("bo.", "lind@x.example", "ana. reyes@x.example");
  }

  @Test
  void whoIsSaidInANameOrACommentIsNotLost() {
    assertThat(Mailbox.all("ana@x.example (bo.lind at x.example)"))
        .containsExactly("ana@x.example", "bo.lind at x.example");
    assertThat(Mailbox.all("Ana <ana@x.example> [deputy: bo.lind at x.example, cy@x.example]"))
        .containsExactly("ana@x.example", "deputy: bo.lind at x.example", "cy@x.example");
    assertThat(Mailbox.all("ana@x.example (Sales, bo(at)x.example) cy@x.example (Oslo) (Sales)"))
        .containsExactly("ana@x.example", "Sales, bo(at)x.example", "cy@x.example");
    assertThat(Mailbox.all("ana@x.example (bo @ x.example)"))
        .containsExactly("ana@x.example", "bo @ x.example");
    assertThat(Mailbox.all("bo.lind at x.example <ana@x.example>"))
        .containsExactly("bo.lind at x.example", "ana@x.example");
  }

  @Test
  void aHostWithVeryManyDotsIsRead() {
    assertThat(Mailbox.isSaid("bo @ " + "a.".repeat(100_000) + "example")).isTrue();
    assertThat(Mailbox.isSaid("bo @ " + "9.".repeat(100_000) + "9")).isFalse();
    assertThat(Mailbox.all("ana@x.example, bo @ " + "a.".repeat(5_000) + "9 <cy@x.example>"))
        .contains("ana@x.example");
  }

  @Test
  void wordsThatJoinTwoAreNobody() {
    assertThat(Mailbox.all("ana@x.example, bo@x.example und cy@x.example AND di@x.example, y flo"))
        .containsExactly("ana@x.example", "bo@x.example", "cy@x.example", "di@x.example", "y flo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bo@y.example <bo@x.example>",
        "'bo@y.example' <mailto:bo@x.example>",
        "\"bo@y.example\" <bo@x.example>",
        "bo@y.example<bo@x.example>",
        "bo@x.example (bo@y.example)",
        "bo@x.example [bo@y.example]",
        "[bo@y.example](mailto:bo@x.example)",
      })
  void ofTwoBesideEachOtherNoneIsGuessed(String written) {
    var all = Mailbox.all("ana@x.example, " + written + "; cy@x.example");

    assertThat(all).hasSize(3).startsWith("ana@x.example").endsWith("cy@x.example");
    assertThat(Mailbox.of(all.get(1))).isEmpty();
    assertThat(all.get(1)).contains("bo@x.example", "bo@y.example");
  }
}
