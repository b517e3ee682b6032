package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClauseTest {
  @ParameterizedTest
  @CsvSource({
    "Try it again., Try it again",
    "Look. Try it again., Look. Try it again",
    "no answer, no answer",
    "and so on..., and so on...",
    "'', ''",
  })
  void onlyTheFullStopAtTheEndIsLeftOut(String sentence, String clause) {
    assertThat(Clause.of(sentence)).isEqualTo(clause);
  }
}
