package belfry.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
