package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortenedTest {
  @ParameterizedTest
  @ValueSource(strings = {"👨‍👩‍👧‍👦", "👍🏽", "🇫🇮", "é", "🎉", "नि", "❤️"})
  void whatIsOneCharacterToAReaderIsNeverCut(String one) {
    var length = one.codePointCount(0, one.length());
    for (var before = 0; before < 12; before++) {
      var begun = "abcdefghijkl".substring(0, before);
      for (var most = before; most < before + length; most++) {
        if (most > 0 && before > 0) {
          assertThat(Shortened.to(begun + one + "x", most)).isEqualTo(begun);
          assertThat(Shortened.toEnd("x" + one + begun, most)).isEqualTo(begun);
        }
      }
      assertThat(Shortened.to(begun + one + "x", before + length)).isEqualTo(begun + one);
      assertThat(Shortened.marked(begun + one + "xy", before + length + 1))
          .isEqualTo(begun + one + "…");
      assertThat(Shortened.toEnd("x" + one + begun, before + length)).isEqualTo(one + begun);
    }
  }

  @Test
  void whatIsShortStaysAsItIs() {
    assertThat(Shortened.to("🎉🎉", 2)).isEqualTo("🎉🎉");
    assertThat(Shortened.marked("abc", 3)).isEqualTo("abc");
    assertThat(Shortened.toEnd("", 3)).isEmpty();
  }

  @Test
  void pilesOfMarksAreShortenedAllTheSame() {
    assertThat(Shortened.to("a" + "\u0301".repeat(500), 10)).hasSize(10);
    assertThat(Shortened.toEnd("a" + "\u0301".repeat(500), 10)).hasSize(10);
  }
}
