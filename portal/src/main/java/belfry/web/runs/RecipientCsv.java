package belfry.web.runs;

import belfry.apps.App;
import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.jobs.job.Job;
import belfry.runs.RecipientList;
import belfry.runs.Results;
import belfry.runs.recipients.RecipientState;
import belfry.web.frame.Csv;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A job's recipients as CSV (RFC 4180) that spreadsheets can open without executing anything. */
public final class RecipientCsv {
  private static final int PAGE = 1_000;

  /** Chosen, they are in one order, which nobody leaves by failing while it is read. */
  private static final List<RecipientState> ALL = List.of(RecipientState.values());

  private final Recipients recipients;

  public RecipientCsv(Recipients recipients) {
    this.recipients = recipients;
  }

  public void write(App app, Job job, OutputStream out) throws IOException {
    var table = Csv.table(out);
    var isAsked = job.acknowledge().isPresent();
    Csv.line(
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
      var page = recipients.page(app, new RecipientList.Query(run.get(), ALL, "", after, PAGE));
      for (var one : page.recipients()) {
        Csv.line(
            table,
            cells(
                isAsked,
                one.acknowledged().map(Object::toString).orElse(""),
                one.name(),
                one.email(),
                EnumWord.of(one.kind()),
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
  public static String result(Phrase result) {
    return result.english().toLowerCase(Locale.ENGLISH);
  }
}
