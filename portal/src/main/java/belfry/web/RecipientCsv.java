package belfry.web;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.jobs.Job;
import belfry.runs.RecipientList;
import belfry.runs.Results;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A job's recipients as CSV (RFC 4180) that spreadsheets can open without executing anything. */
final class RecipientCsv {
  private static final int PAGE = 1_000;

  /** Makes Excel read the file as UTF-8; Excel looks for it at the very beginning. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Includes the full-width forms of these characters. */
  private static final Pattern FORMULA =
      Pattern.compile("[\\s\\p{Z}\\p{C};,]*[=+\\-@＝＋－＠]|[\\t\\r\\n]");

  /** What is no part of a file's name somewhere. */
  private static final Pattern NO_NAME = Pattern.compile("[\\s\\p{C}\\p{Z}/\\\\:*?\"<>|]+");

  /** What makes it a hidden one. */
  private static final Pattern HIDDEN = Pattern.compile("^[. ]+");

  private static final int LONGEST_NAME = 80;

  private final Recipients recipients;

  RecipientCsv(Recipients recipients) {
    this.recipients = recipients;
  }

  /** What the file is called: {@code Fire drill at noon 2026-11-22.csv}. */
  static String fileName(String title, LocalDate day) {
    return "%s %s.csv".formatted(shortened(title), day).strip();
  }

  /** The same for a part of the recipients. */
  static String fileName(String title, String part, LocalDate day) {
    return "%s, %s %s.csv".formatted(shortened(title), part, day);
  }

  private static String shortened(String title) {
    var name = HIDDEN.matcher(NO_NAME.matcher(title).replaceAll(" ")).replaceFirst("");
    return Shortened.to(name, LONGEST_NAME).strip();
  }

  void write(App app, Job job, OutputStream out) throws IOException {
    var table = table(out);
    var isAsked = job.acknowledge().isPresent();
    line(
        table,
        cells(
            isAsked,
            "acknowledged",
            "name",
            "email",
            "kind",
            "result",
            "why",
            "tries",
            "at",
            "sent"));
    table.flush();
    var run = job.state().runId();
    Optional<RecipientList.After> after = Optional.empty();
    while (run.isPresent()) {
      var page =
          recipients.page(app, new RecipientList.Query(run.get(), List.of(), "", after, PAGE));
      for (var one : page.recipients()) {
        line(
            table,
            cells(
                isAsked,
                one.acknowledged().map(Object::toString).orElse(""),
                one.name(),
                one.email(),
                Views.word(one.kind()),
                result(Results.of(one.state(), one.followed())),
                one.reason().orElse(""),
                Integer.toString(one.attempts()),
                one.settled().map(Object::toString).orElse(""),
                one.sent().map(Object::toString).orElse("")));
      }
      table.flush();
      after = page.next();
      if (after.isEmpty()) {
        return;
      }
    }
  }

  /** With one more at the end, if readers were asked to acknowledge it. */
  private static String[] cells(boolean isAsked, String acknowledged, String... cells) {
    return isAsked
        ? Stream.concat(Stream.of(cells), Stream.of(acknowledged)).toArray(String[]::new)
        : cells;
  }

  /** In the words of the page. */
  static String result(Phrase result) {
    return result.english().toLowerCase(Locale.ENGLISH);
  }

  static CsvWriter table(OutputStream out) throws IOException {
    out.write(BYTE_ORDER_MARK.getBytes(StandardCharsets.UTF_8));
    return CsvWriter.builder().quoteStrategy(QuoteStrategies.ALWAYS).build(out);
  }

  /**
   * A cell that begins like a formula gets an apostrophe in front (OWASP, CSV injection), even
   * after characters that some spreadsheet takes for blank or for the end of a cell. All cells are
   * quoted.
   */
  static void line(CsvWriter table, String... cells) {
    table.writeRecord(
        Stream.of(cells)
            .map(cell -> FORMULA.matcher(cell).lookingAt() ? "'" + cell : cell)
            .toList());
  }
}
