package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was searched for is marked as it is written, whatever its case and accents. */
class ExcerptTest {
  /** With marks as brackets. */
  private static String shown(Excerpt excerpt) {
    return excerpt.parts().stream()
        .map(part -> part.marked() ? "[" + part.text() + "]" : part.text())
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Fire drill, fire, [Fire] drill",
        "Fire drill, dri, Fire [dri]ll",
        "Väinö Ääri, vain, [Väin]ö Ääri",
        "Va\u0308ino\u0308, vaino, [Va\u0308ino\u0308]",
        "Va\u0308ino\u0308, va, [Va\u0308]ino\u0308",
        "die Straße, strass, die Straße",
        "ﬁnal call, fi, [ﬁ]nal call",
        "ﬁnal call, f, [ﬁ]nal call",
        "drill drilling, drill, [drill] [drill]ing",
        "a.b@x.example, b, a.[b]@x.example",
        "nothing, fire, nothing",
        "\"\", fire, \"\"",
        "😀 smile, smi, 😀 [smi]le",
      })
  void theBeginningOfAWordIsMarked(String text, String word, String expected) {
    assertThat(shown(Excerpt.whole(text, List.of(word)))).isEqualTo(expected);
  }

  @Test
  void theLongestBeginningCounts() {
    assertThat(shown(Excerpt.whole("Firewall", List.of("fi", "firew", "fire"))))
        .isEqualTo("[Firew]all");
  }

  @Test
  void whatStandsAroundTheFirstWordIsShown() {
    var text = "word ".repeat(40) + "Here is the\n\n  canteen, open " + "again ".repeat(40);

    var excerpt = Excerpt.around(text, List.of("canteen"), 90).orElseThrow();

    assertThat(shown(excerpt))
        .startsWith("…word word")
        .contains("Here is the [canteen], open again")
        .endsWith("…");
    assertThat(shown(excerpt).length()).isLessThanOrEqualTo(94);
  }

  @Test
  void aShortTextIsShownAsAWhole() {
    assertThat(shown(Excerpt.around(" The  canteen ", List.of("can"), 90).orElseThrow()))
        .isEqualTo("The [can]teen");
    assertThat(Excerpt.around("The canteen", List.of("anteen"), 90)).isEmpty();
  }

  @Test
  void noCharacterIsCutInHalves() {
    var excerpt = Excerpt.around("x " + "😀".repeat(100), List.of("x"), 51).orElseThrow();

    assertThat(shown(excerpt)).matches("\\[x] (😀)+…");
  }

  @Test
  void aTextWithoutBlanksIsShownFromTheWordOn() {
    var excerpt = Excerpt.around("-".repeat(100) + "canteen", List.of("canteen"), 90).orElseThrow();

    assertThat(shown(excerpt)).isEqualTo("…[canteen]");
  }
}
