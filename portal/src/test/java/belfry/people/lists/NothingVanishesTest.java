package belfry.people.lists;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.lists.ListText.NoList;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables, written by a library and then broken: each address that was put in is a recipient,
 * in a line that is named, or, if it was put into another column, a value of that column.
 */
class NothingVanishesTest {
  private static final int TABLES = 1_000;
  private static final Pattern PLANTED = Pattern.compile("[pv]\\d+@x\\.example");
  private static final List<String> PIECES =
      List.of(
          "Bo",
          "Desk 4",
          " ",
          ",",
          ";",
          "\t",
          "|",
          "\"",
          "'",
          "12,5",
          "é",
          "日本",
          "\u00A0",
          "5\" disk",
          "a \"b\" c");

  @TempDir Path directory;

  /** A table as it was meant. */
  private record Meant(List<List<String>> rows, boolean titled, int address, char separator) {}

  @Test
  void whatALibraryWritesIsReadAsItWasMeant() throws IOException {
    for (var seed = 0; seed < TABLES; seed++) {
      var random = new Random(seed);
      var meant = table(random, true);
      var outcome = read(written(meant, random));

      var as = "seed " + seed;
      assertThat(outcome.refused).as(as).isEmpty();
      assertThat(outcome.unread).as(as).isEmpty();
      var people = meant.rows.subList(meant.titled ? 1 : 0, meant.rows.size());
      assertThat(outcome.rows)
          .as(as)
          .extracting(PeopleList.Row::email)
          .containsExactlyElementsOf(people.stream().map(row -> row.get(meant.address)).toList());
      assertThat(outcome.rows)
          .as(as)
          .extracting(row -> row.fields().values().stream().sorted().toList())
          .containsExactlyElementsOf(
              people.stream().map(row -> values(row, meant.address)).toList());
    }
  }

  private static List<String> values(List<String> row, int address) {
    return IntStream.range(0, row.size())
        .filter(i -> i != address)
        .mapToObj(i -> belfry.base.Bare.of(row.get(i)))
        .filter(value -> !value.isEmpty())
        .sorted()
        .toList();
  }

  @Test
  void ofABrokenFileNobodyIsLostAndNobodyBecomesTheValueOfAnother() throws IOException {
    var named = 0;
    for (var seed = 0; seed < TABLES; seed++) {
      var random = new Random(seed);
      var text = broken(written(table(random, random.nextBoolean()), random), random);
      var outcome = read(text);
      named += outcome.unread.size();
      if (outcome.refused.isEmpty()) {
        accounted("seed %d:%n%s%n%s".formatted(seed, text, outcome), text, outcome);
      }
    }
    assertThat(named).isGreaterThan(TABLES / 4);
  }

  private static void accounted(String as, String text, Outcome outcome) {
    // With other titles it cannot be known which column is meant; there are several, which is said.
    var isKnown = text.lines().findFirst().orElse("").matches(".*(E-mail|@).*");
    var planted = PLANTED.matcher(text);
    while (planted.find()) {
      var email = planted.group();
      var line =
          (int)
                  text.substring(0, planted.start())
                      .replace("\r\n", "\n")
                      .chars()
                      .filter(one -> one == '\n' || one == '\r')
                      .count()
              + 1;
      var isRecipient = outcome.rows.stream().anyMatch(row -> row.email().equals(email));
      var isValue =
          outcome.rows.stream()
              .anyMatch(row ->
                  row.fields().entrySet().stream()
                      .anyMatch(one ->
                          one.getValue().contains(email)
                              && outcome.elsewhere.containsKey(one.getKey())));
      var isNamed =
          outcome.unread.stream()
              .anyMatch(left ->
                  left.said().contains(email)
                      || said(text, planted.start(), left.said())
                      || (left.line() <= line && line <= last(left)));
      var which = email + " of line " + line + " in " + as;
      assertThat(isRecipient || isNamed || isValue).as(which).isTrue();
      if (isKnown) {
        assertThat(email.startsWith("v") ? isRecipient : isValue).as(which).isFalse();
      }
    }
  }

  /** Whether it names an address of the same line of the file. */
  private static boolean said(String text, int at, String said) {
    var from = Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1;
    return PLANTED
        .matcher(text.substring(from).lines().findFirst().orElse(""))
        .results()
        .anyMatch(one -> said.contains(one.group()));
  }

  private static int last(ListReport.Left left) {
    return left.why().arguments().get("last") instanceof Integer last ? last : left.line();
  }

  // ------------------------------------------------------------------------------------------

  private static Meant table(Random random, boolean breaks) {
    var width = 1 + random.nextInt(4);
    var address = random.nextInt(width);
    var titled = random.nextInt(4) > 0;
    var other = titled && width > 2 && random.nextBoolean() ? (address + 1) % width : -1;
    var rows = new ArrayList<List<String>>();
    if (titled) {
      rows.add(
          IntStream.range(0, width)
              .mapToObj(i -> i == address ? "E-mail" : i == other ? "Manager" : "Column " + i)
              .toList());
    }
    for (var i = 0; i < 2 + random.nextInt(8); i++) {
      var number = i;
      rows.add(
          IntStream.range(0, width)
              .mapToObj(column ->
                  column == address
                      ? "p" + number + "@x.example"
                      : column == other ? "v" + number + "@x.example" : words(random, breaks))
              .toList());
    }
    return new Meant(rows, titled, address, ",;\t|".charAt(random.nextInt(4)));
  }

  private static String words(Random random, boolean breaks) {
    var words =
        IntStream.range(0, random.nextInt(4))
            .mapToObj(_ -> PIECES.get(random.nextInt(PIECES.size())))
            .collect(Collectors.joining());
    return breaks && random.nextInt(8) == 0 ? "x" + words + "\nmore" : words;
  }

  private static String written(Meant meant, Random random) {
    var text = new StringWriter();
    try (var writer =
        CsvWriter.builder()
            .fieldSeparator(meant.separator)
            .quoteStrategy(random.nextBoolean() ? QuoteStrategies.ALWAYS : QuoteStrategies.REQUIRED)
            .lineDelimiter(
                List.of(LineDelimiter.LF, LineDelimiter.CRLF, LineDelimiter.CR)
                    .get(random.nextInt(3)))
            .build(text)) {
      meant.rows.forEach(writer::writeRecord);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return text.toString();
  }

  /**
   * Takes away and puts in quotation marks, separators and line ends, but not within an address.
   */
  private static String broken(String text, Random random) {
    var some = new StringBuilder(text);
    for (var i = 0; i < 1 + random.nextInt(3); i++) {
      var at = random.nextInt(some.length());
      var inside =
          PLANTED.matcher(some).results().anyMatch(one -> one.start() < at && at < one.end());
      if (inside) {
        continue;
      }
      switch (random.nextInt(4)) {
        case 0, 1 -> some.insert(at, '"');
        case 2 -> {
          var mark = some.indexOf("\"", at);
          if (mark >= 0) {
            some.deleteCharAt(mark);
          }
        }
        default -> some.insert(at, "\",;\n".charAt(random.nextInt(4)));
      }
    }
    return some.toString();
  }

  private record Outcome(
      String refused,
      List<PeopleList.Row> rows,
      List<ListReport.Left> unread,
      Map<String, Integer> elsewhere) {}

  private Outcome read(String text) throws IOException {
    var rows = new ArrayList<PeopleList.Row>();
    var unread = new ArrayList<ListReport.Left>();
    var file = Files.writeString(directory.resolve("list.csv"), text);
    try {
      var report =
          ListReader.of(() -> Files.newInputStream(file), ListChoices.NONE)
              .read(rows::addAll, unread::addAll);
      return new Outcome("", rows, unread, new LinkedHashMap<>(report.elsewhere()));
    } catch (NoList e) {
      return new Outcome(e.why().english(), rows, unread, Map.of());
    }
  }
}
