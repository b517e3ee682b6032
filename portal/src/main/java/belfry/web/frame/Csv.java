package belfry.web.frame;

import belfry.base.Shortened;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tables as files that spreadsheets open (RFC 4180). */
public final class Csv {
  /** Includes the full-width forms of these characters. */
  private static final Pattern FORMULA =
      Pattern.compile("[\\s\\p{Z}\\p{C};,]*[=+\\-@＝＋－＠]|[\\t\\r\\n]");

  /** Makes Excel read the file as UTF-8; Excel looks for it at the very beginning. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** What is no part of a file's name somewhere. */
  private static final Pattern NO_NAME = Pattern.compile("[\\s\\p{C}\\p{Z}/\\\\:*?\"<>|]+");

  /** What makes it a hidden one. */
  private static final Pattern HIDDEN = Pattern.compile("^[. ]+");

  private static final int LONGEST_NAME = 80;

  private Csv() {}

  /** What the file is called: {@code Fire drill at noon 2026-11-22.csv}. */
  public static String fileName(String title, LocalDate day) {
    return "%s %s.csv".formatted(shortened(title), day).strip();
  }

  /** The same for a part of it. */
  public static String fileName(String title, String part, LocalDate day) {
    return "%s, %s %s.csv".formatted(shortened(title), part, day);
  }

  private static String shortened(String title) {
    var name = HIDDEN.matcher(NO_NAME.matcher(title).replaceAll(" ")).replaceFirst("");
    return Shortened.to(name, LONGEST_NAME).strip();
  }

  public static CsvWriter table(OutputStream out) throws IOException {
    out.write(BYTE_ORDER_MARK.getBytes(StandardCharsets.UTF_8));
    return CsvWriter.builder().quoteStrategy(QuoteStrategies.ALWAYS).build(out);
  }

  /**
   * A cell that begins like a formula gets an apostrophe in front (OWASP, CSV injection), even
   * after characters that some spreadsheet takes for blank or for the end of a cell. All cells are
   * quoted.
   */
  public static void line(CsvWriter table, String... cells) {
    table.writeRecord(
        Stream.of(cells)
            .map(cell -> FORMULA.matcher(cell).lookingAt() ? "'" + cell : cell)
            .toList());
  }
}
