package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhraseTest {
  private static final Phrase TOO_LONG =
      Phrase.of(
          "a.code", "'{{name}}' has {{bytes, number}} bytes.", "name", "$1 {{x}}", "bytes", 7_440);

  @Test
  void itsWordsHaveTheArgumentsAsTheyAre() {
    assertThat(TOO_LONG.english()).isEqualTo("'$1 {{x}}' has 7,440 bytes.");
    assertThat(TOO_LONG.arguments()).isEqualTo(Map.of("name", "$1 {{x}}", "bytes", 7_440));
  }

  @Test
  void whatIsNotGivenIsNothing() {
    assertThat(Phrase.of("a.code", "Nobody is {{what}}.").english()).isEqualTo("Nobody is .");
  }

  @Test
  void oneAndSeveralHaveWordsOfTheirOwn() {
    var left =
        Phrase.Counted.of(
            "a.left",
            "{{count, number}} is left of {{of}}.",
            "{{count, number}} are left of {{of}}.");

    assertThat(left.with(1, "of", "ten").english()).isEqualTo("1 is left of ten.");
    assertThat(left.with(0, "of", "ten").english()).isEqualTo("0 are left of ten.");
    assertThat(left.with(1_200, "of", "ten"))
        .returns("1,200 are left of ten.", Phrase::english)
        .returns("a.left", Phrase::code);
  }

  @Test
  void whatIsSaidWithinIsSaidByProgramsToo() {
    var lost = Phrase.of("a.lost", "It was lost: {{why}}.");
    var late = Phrase.of("a.late", "{{seconds, number}} s late", "seconds", 3);

    assertThat(lost.with("why", late).english()).isEqualTo("It was lost: 3 s late.");
    assertThat(Said.of(lost.with("why", late)))
        .contains(new Said("a.lost", Map.of("why", new Said("a.late", Map.of("seconds", 3)))));
    assertThat(Said.of(lost.with("why", Phrase.quoted("reset"))))
        .as("what somebody else said stays as it is")
        .contains(new Said("a.lost", Map.of("why", "reset")));
    assertThat(Said.of(Phrase.quoted("reset"))).isEmpty();
    assertThat(Said.all(List.of(late, Phrase.quoted("reset")))).isEmpty();
  }
}
