package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An Error ends the process; whatever else ends a thread does not. */
class LastWordsTest {
  private final List<Integer> ends = new ArrayList<>();
  private final LastWords words = new LastWords(ends::add);

  @Test
  void anErrorEndsTheProcess() {
    words.uncaughtException(Thread.currentThread(), new StackOverflowError());

    assertThat(ends).containsExactly(LastWords.STATUS);
  }

  @Test
  void anExceptionDoesNot() {
    words.uncaughtException(Thread.currentThread(), new IllegalStateException("test"));

    assertThat(ends).isEmpty();
  }
}
