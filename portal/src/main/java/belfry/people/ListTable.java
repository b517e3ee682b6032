package belfry.people;

import belfry.base.Phrase;
import belfry.people.ListText.NoList;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * A text as a table, with commas, semicolons, tabs or bars between the cells, read line by line in
 * memory that does not grow with the file.
 */
record ListTable(ListText text, char separator) {
  static final int MOST_COLUMNS = 30;

  private static final String SEPARATORS = ",;\t|";
  private static final int SAMPLE = 64 * 1024;
  private static final int SAMPLED_LINES = 50;

  /** More than any list of people has in one cell or line, so a quotation mark is not closed. */
  private static final int LONGEST_CELL = 32 * 1024;

  private static final int LONGEST_LINE = 256 * 1024;

  /** A line that is not blank; {@code line} counts from 1. */
  record Line(int line, List<String> cells) {
    boolean isBlank() {
      return cells.stream().allMatch(String::isBlank);
    }
  }

  static ListTable of(ListText text) throws IOException {
    var sample = new char[SAMPLE];
    int read;
    try (var reader = text.open()) {
      read = reader.read(sample);
    }
    return new ListTable(text, separator(new String(sample, 0, Math.max(0, read))));
  }

  /** The separator that is most frequent in the first lines, outside of quotation marks. */
  private static char separator(String sample) {
    var counts = new int[SEPARATORS.length()];
    var quoted = false;
    var lines = 0;
    for (var i = 0; i < sample.length() && lines < SAMPLED_LINES; i++) {
      var letter = sample.charAt(i);
      if (letter == '"') {
        quoted = !quoted;
      } else if (letter == '\n' && !quoted) {
        lines++;
      } else if (!quoted && SEPARATORS.indexOf(letter) >= 0) {
        counts[SEPARATORS.indexOf(letter)]++;
      }
    }
    var most = 0;
    for (var i = 1; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
    }
    // Excel can name the separator in the first line.
    return sample.matches("(?s)sep=[,;\\t|]\\r?\\n.*") ? sample.charAt(4) : SEPARATORS.charAt(most);
  }

  /**
   * Delivers each line that is not blank, until {@code more} returns false.
   *
   * @throws NoList if it has too many columns, or cannot be read as a table
   */
  void forEach(Predicate<Line> more) throws IOException {
    var last = 0L;
    var handler =
        CsvRecordHandler.builder()
            .maxFields(MOST_COLUMNS + 1)
            .maxFieldSize(LONGEST_CELL)
            .maxRecordSize(LONGEST_LINE)
            .build();
    try (var reader = text.open();
        CsvReader<CsvRecord> records =
            CsvReader.builder()
                .fieldSeparator(separator)
                .commentStrategy(CommentStrategy.NONE)
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .trimWhitespacesAroundQuotes(true)
                .maxBufferSize(LONGEST_LINE)
                .build(handler, reader)) {
      for (var one : records) {
        last = one.getStartingLineNumber();
        if (one.getFieldCount() > MOST_COLUMNS) {
          throw tooManyColumns();
        }
        var line = new Line((int) last, one.getFields());
        var says = last == 1 && line.cells().getFirst().startsWith("sep=");
        if (!says && !line.isBlank() && !more.test(line)) {
          return;
        }
      }
    } catch (CsvParseException e) {
      if (says(e, " fields")) {
        throw tooManyColumns();
      }
      throw new NoList(
          Phrase.of(
              "list.unreadable",
              "The table cannot be read after line {{line, number}}: quotation marks there do not enclose a whole cell, or a cell is far too long. Correct it and choose the file again.",
              "line",
              last));
    }
  }

  private static boolean says(Throwable thrown, String words) {
    for (var one = thrown; one != null; one = one.getCause()) {
      if (String.valueOf(one.getMessage()).contains(words)) {
        return true;
      }
    }
    return false;
  }

  private static NoList tooManyColumns() {
    return new NoList(
        Phrase.of(
            "list.tooManyColumns",
            "The table has more than {{most, number}} columns. Remove those that the message does not need.",
            "most",
            MOST_COLUMNS));
  }
}
