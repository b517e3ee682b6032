package belfry.web.checking;

import belfry.apps.App;
import belfry.base.EnumWord;
import belfry.http.Places;
import belfry.http.Reply;
import belfry.jobs.checking.LeftOut;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.people.audience.Audience;
import belfry.people.audience.StoredAudience;
import belfry.people.audience.Target;
import belfry.people.lists.SkippedLines;
import belfry.runs.RecipientList;
import belfry.runs.Results;
import belfry.runs.Runs;
import belfry.runs.recipients.RecipientState;
import belfry.web.frame.Csv;
import belfry.web.frame.Downloads;
import belfry.web.runs.RecipientCsv;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Those who do not get a message, and why, as CSV. */
final class LeftOutCsv {
  private static final int PAGE = 1_000;

  private final Runs runs;
  private final RecipientList recipients;
  private final WholeCheck whole;
  private final SkippedLines lines;

  LeftOutCsv(Runs runs, RecipientList recipients, WholeCheck whole, SkippedLines lines) {
    this.runs = runs;
    this.recipients = recipients;
    this.whole = whole;
    this.lines = lines;
  }

  Reply of(Places.Place place, String title, LocalDate day, Reply.Writer writer) {
    var name = Csv.fileName(title, "not delivered", day);
    return Reply.stream("text/csv; charset=utf-8", place, writer)
        .with("Content-Disposition", Downloads.named(name));
  }

  /** Of a message that has not been sent: whoever would not get it now. */
  void draft(App app, Draft draft, OutputStream out) throws IOException {
    var table = begin(out);
    whole.walk(
        app,
        draft.content(),
        draft.audience(),
        new WholeCheck.Receiver() {
          @Override
          public void leftOut(LeftOut one) {
            line(
                table,
                one.target(),
                one.isOpen() ? "not yet known" : "left out",
                one.reason().why().english());
          }
        });
    unread(app, draft.audience(), table);
    table.flush();
  }

  /** Lines of files that could not be read; whoever they were meant for is in no list. */
  private void unread(App app, Audience audience, CsvWriter table) throws IOException {
    for (var one : whole.unread(app, audience)) {
      var after = 0;
      var left = one.bad();
      for (var page = lines.page(one.list().id(), after, PAGE);
          !page.isEmpty();
          page = lines.page(one.list().id(), after, PAGE)) {
        for (var line : page) {
          notRead(table, one, "line " + line.line(), line.said(), line.why().english());
        }
        table.flush();
        after = page.getLast().line();
        left -= page.size();
      }
      if (left > 0) {
        notRead(table, one, "%,d more lines".formatted(left), "", "");
      }
    }
  }

  private static void notRead(
      CsvWriter table, StoredAudience.Unread one, String which, String said, String why) {
    var result = one.leavesOut() ? "not read, so not left out" : "not read";
    Csv.line(table, one.list().name() + ", " + which, said, "line", result, why);
  }

  /** Of a message that was sent: whoever it was not sent to, with whom its author left out. */
  void job(App app, Job job, OutputStream out) throws IOException {
    var run = job.state().runId();
    if (run.isEmpty()) {
      draft(app, job.draft(), out);
      return;
    }
    var table = begin(out);
    Optional<RecipientList.After> after = Optional.empty();
    do {
      var page =
          recipients.page(
              new RecipientList.Query(
                  run.get(),
                  List.of(RecipientState.FAILED, RecipientState.SKIPPED),
                  "",
                  after,
                  PAGE));
      for (var one : page.recipients()) {
        line(
            table,
            new Target(one.kind(), one.target(), one.name(), one.email()),
            RecipientCsv.result(Results.of(one.state(), Optional.empty())),
            one.reason().orElse(""));
      }
      table.flush();
      after = page.next();
    } while (after.isPresent());
    var audience = runs.audience(run.get());
    whole.walk(
        app,
        job.draft().content(),
        audience,
        new WholeCheck.Receiver() {
          @Override
          public void leftOut(LeftOut one) {
            if (one.reason().kind() == LeftOut.Kind.EXCLUDED) {
              line(table, one.target(), "left out", one.reason().why().english());
            }
          }
        });
    unread(app, audience, table);
    table.flush();
  }

  private static CsvWriter begin(OutputStream out) throws IOException {
    var table = Csv.table(out);
    Csv.line(table, "name", "email", "kind", "result", "why");
    table.flush();
    return table;
  }

  private static void line(CsvWriter table, Target target, String result, String why) {
    Csv.line(table, target.name(), target.email(), EnumWord.of(target.kind()), result, why);
  }
}
