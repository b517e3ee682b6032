package belfry.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In what something is called, a person is erased, and nobody else. */
class ForgottenTest {
  private final Forgotten ana =
      new Forgotten(
          Identity.of(List.of("ana@x.example"), List.of("id-of-ana"), List.of("Ana Lopez")),
          "forgotten-7");

  @ParameterizedTest
  @CsvSource({
    "ana@x.example.csv, forgotten-7.csv",
    "list-ana@x.example.csv, list-forgotten-7.csv",
    "Contacts of Ana Lopez.csv, Contacts of forgotten-7.csv",
    "Contacts_ana lopez_2026, Contacts_forgotten-7_2026",
    "maria.ana@x.example, maria.ana@x.example",
    "ana@x.example.org, ana@x.example.org",
    "Ana Lopez-Garcia, Ana Lopez-Garcia",
    "Diana Lopez, Diana Lopez",
  })
  void whoElseIsCalledSimilarlyStays(String name, String left) {
    assertThat(ana.called(name)).isEqualTo(left);
  }

  @ParameterizedTest
  @CsvSource({
    "Ask <@personEmail:ana@x.example|Ana Lopez>!, Ask forgotten-7!",
    "Ask <@personId:id-of-ana>!, Ask forgotten-7!",
    "<@personEmail:ana@x.example|Ana <3> or <@personEmail:bo@x.example|Bo>, forgotten-7 or <@personEmail:bo@x.example|Bo>",
    "<@personEmail:ana@x.example> <@personEmail:ana@x.example|Ana, forgotten-7 <@personEmail:forgotten-7|Ana",
    "<@personEmail:ana@x.example.org|Ana>, <@personEmail:ana@x.example.org|Ana>",
  })
  void aMentionGoesWithTheNameInIt(String text, String left) {
    assertThat(ana.in(text)).isEqualTo(left);
  }

  /** Counts how often a letter of it is looked at. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long reads;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @Test
  void mentionsThatAreNeverClosedAreLookedThroughOnce() {
    var hostile = new Counted("<@personEmail:ana@x.example|".repeat(1_000));
    assertThat(ana.unmentioned(hostile)).isEqualTo(hostile.text);
    assertThat(hostile.reads).isLessThan(20L * hostile.length());
  }
}
