package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a spreadsheet could take for a formula is none, and every cell is one cell. */
class RecipientCsvTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "\nplain",
        ";=1+1",
        " =1",
        "\u00a0=1",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20x",
        "\ufeff=1",
        "\u200b=1",
        ",=1"
      })
  void whatBeginsLikeAFormulaIsText(String text) {
    assertThat(RecipientCsv.cell(text)).startsWith("\"'").endsWith("\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Ana Lopez", "", "1+1", "a=b", "ana@northwind.example", "Ana, Lopez", "a\nb"})
  void anythingElseStaysAsItIs(String text) {
    assertThat(RecipientCsv.cell(text)).isEqualTo('"' + text + '"');
  }

  @ParameterizedTest
  @ValueSource(strings = {"say \"yes\""})
  void quotesAreDoubled(String text) {
    assertThat(RecipientCsv.cell(text)).isEqualTo("\"say \"\"yes\"\"\"");
  }
}
