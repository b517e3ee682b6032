package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What eyes do not see. */
class BareTest {
  @Test
  void whatIsWhiteOrInvisibleIsTakenOffBothEnds() {
    for (var unseen :
        List.of(
            " ", "\t", "\n", "\u0085", "\u00A0", "\u00AD", "\u034F", "\u061C", "\u115F", "\u1680",
            "\u180E", "\u2007", "\u200B", "\u200C", "\u200D", "\u200E", "\u200F", "\u2028",
            "\u202A", "\u202E", "\u202F", "\u205F", "\u2060", "\u2064", "\u2066", "\u2069",
            "\u2800", "\u3000", "\u3164", "\uFEFF", "\uFFA0", "\0")) {
      assertThat(Bare.of(unseen + "a b" + unseen + unseen)).isEqualTo("a b");
      assertThat(Bare.line(unseen + "a" + " \u00A0b")).isEqualTo("a b");
      assertThat(Bare.isBlank(unseen + unseen)).isTrue();
      assertThat(Bare.address("ana" + unseen.strip() + "@x.example" + unseen))
          .endsWith("@x.example");
      assertThat(Folded.of(unseen + "Desk" + unseen)).isEqualTo("desk");
    }
  }

  @Test
  void whatIsSeenStays() {
    for (var seen :
        List.of(
            "a",
            "é",
            "日本",
            "\u0600\u0661",
            "❤\uFE0F",
            "👩\u200D💻",
            "\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67\uDB40\uDC7F")) {
      assertThat(Bare.of(seen)).isEqualTo(seen);
      assertThat(Bare.isBlank(seen)).isFalse();
    }
  }

  @Test
  void whatLooksTheSameIsTheSame() {
    assertThat(Bare.of("Zoe\u0308")).isEqualTo("Zoë");
    assertThat(Bare.of("a\u202Eb\u202Cc")).as("what turns around").isEqualTo("abc");
    assertThat(Bare.address("ＡＮＡ＠Ｘ．example\u200E")).isEqualTo("ana@x.example");
    assertThat(Folded.of("De\u00ADsk\u200B\u00A0 4")).isEqualTo("desk 4");
    assertThat(Folded.words("Desk\u200Btop")).containsExactly("desktop");
  }
}
