package belfry.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.web.frame.Csv;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a spreadsheet could take for a formula is none, and every cell is one cell. */
class RecipientCsvTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Fire drill at noon today   | Fire drill at noon today 2026-11-22.csv
          ../../etc/passwd           | etc passwd 2026-11-22.csv
          .hidden: "really?" <b>     | hidden really b 2026-11-22.csv
          Reunión · 会議             | Reunión · 会議 2026-11-22.csv
          ...                        | 2026-11-22.csv
          """)
  void theFileIsCalledByTitleAndDay(String title, String name) {
    assertThat(Csv.fileName(title, LocalDate.of(2026, 11, 22))).isEqualTo(name);
  }

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
  void whatBeginsLikeAFormulaIsText(String text) throws IOException {
    assertThat(cell(text)).startsWith("\"'").endsWith("\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Ana Lopez", "", "1+1", "a=b", "ana@northwind.example", "Ana, Lopez", "a\nb"})
  void anythingElseStaysAsItIs(String text) throws IOException {
    assertThat(cell(text)).isEqualTo('"' + text + '"');
  }

  @ParameterizedTest
  @ValueSource(strings = {"say \"yes\""})
  void quotesAreDoubled(String text) throws IOException {
    assertThat(cell(text)).isEqualTo("\"say \"\"yes\"\"\"");
  }

  @Test
  void theMarkOfUtf8ComesBeforeEverything() throws IOException {
    assertThat(written("name", "why")).isEqualTo("\uFEFF\"name\",\"why\"\r\n");
  }

  private static String cell(String text) throws IOException {
    var line = written(text);
    assertThat(line).startsWith("\uFEFF").endsWith("\r\n");
    return line.substring(1, line.length() - 2);
  }

  private static String written(String... cells) throws IOException {
    var out = new ByteArrayOutputStream();
    var table = Csv.table(out);
    Csv.line(table, cells);
    table.flush();
    return out.toString(StandardCharsets.UTF_8);
  }
}
