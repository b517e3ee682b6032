package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people type finds what it should, however either is spelt. */
class FoldedTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Ana Lopez, ana lopez",
        "Väinö Ääri, vaino aari",
        "Va\u0308ino\u0308, vaino",
        "ＡＮＡ, ana",
        "İpek, ipek",
        "O'Brien-Smith (IT), o'brien-smith (it)",
        "\" Ana  Lopez \", ana lopez",
        "\"Ana\tLopez\", ana lopez",
        "\"Ana\u00a0Lopez\", ana lopez",
        "\" \", \"\"",
        "\"\", \"\"",
      })
  void caseAccentsAndSuperfluousBlanksMakeNoDifference(String text, String folded) {
    assertThat(Folded.of(text)).isEqualTo(folded);
  }

  @Test
  void wordsAreLettersAndDigitsInARowEachOnce() {
    assertThat(Folded.words("**Überland**: the GATE 7b, the gate; l’été!"))
        .containsExactly("uberland", "the", "gate", "7b", "l", "ete");
    assertThat(Folded.words("?!")).isEmpty();
    assertThat(Folded.words("x".repeat(100))).containsExactly("x".repeat(40));
  }

  @Test
  void theEndOfABeginningComesAfterAllThatBeginsSo() {
    assertThat(Folded.after("ann")).hasValue("ano");
    assertThat(Folded.after("\ud7ff")).hasValue("\ue000");
    assertThat(Folded.after("a\udbff\udfff")).hasValue("b");
    assertThat(Folded.after("\udbff\udfff")).isEmpty();
    assertThat(Folded.after("")).isEmpty();
  }

  @Test
  void aPatternFindsItsOwnSignsLiterally() {
    assertThat(Folded.beginning("100% _a!")).isEqualTo("100!% !_a!!%");
    assertThat(Folded.anywhere("Ä")).isEqualTo("%a%");
  }
}
