package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PhraseTest {
  private static final Phrase TOO_LONG =
      Phrase.of(
          "a.code", "'{{name}}' has {{bytes, number}} bytes.", "name", "$1 {{x}}", "bytes", 7_440);

  @Test
  void itsWordsHaveTheArgumentsAsTheyAre() {
    assertThat(TOO_LONG.words()).isEqualTo("'$1 {{x}}' has 7,440 bytes.");
    assertThat(TOO_LONG.arguments()).isEqualTo(Map.of("name", "$1 {{x}}", "bytes", 7_440));
  }

  @Test
  void whatIsNotGivenIsNothing() {
    assertThat(Phrase.of("a.code", "Nobody is {{what}}.").words()).isEqualTo("Nobody is .");
  }

  @Test
  void wordsThatWereMadeOfItAreReadBack() {
    var lost = Phrase.of("a.lost", "It was lost ({{why}}); it is being looked for.");

    assertThat(lost.reader().apply(lost.with("why", "no answer (20 s)\nat all").words()))
        .contains(lost.with("why", "no answer (20 s)\nat all"));
    assertThat(lost.reader().apply("It was lost (x); it is found.")).isEmpty();
    assertThat(lost.reader().apply("")).isEmpty();
  }
}
