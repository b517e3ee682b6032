package belfry.web.checking;

import belfry.apps.App;
import belfry.base.EnumWord;
import belfry.http.Places;
import belfry.http.Reply;
import belfry.jobs.checking.LeftOut;
import belfry.jobs.checking.Promises;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.people.audience.Audience;
import belfry.people.audience.StoredAudience;
import belfry.people.audience.Target;
import belfry.people.lists.SkippedLines;
import belfry.platform.ids.PlatformId;
import belfry.runs.RecipientList;
import belfry.runs.Results;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Database;
import belfry.web.frame.Csv;
import belfry.web.frame.Downloads;
import belfry.web.runs.RecipientCsv;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Those who do not get a message, and why, as CSV. */
final class LeftOutCsv {
  private static final int PAGE = 1_000;

  private static final String AUTHORS = "The author leaves this person out.";
  private static final String PASSED_ON =
      "An address in Except is this person's by now, and was not when somebody agreed to it.";

  private final Database database;
  private final Runs runs;
  private final RecipientList recipients;
  private final WholeCheck whole;
  private final SkippedLines lines;

  LeftOutCsv(Database database, WholeCheck whole, SkippedLines lines) {
    this.database = database;
    runs = new Runs(database);
    recipients = new RecipientList(database);
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
    var promise = database.read(handle -> Promises.of(handle, job));
    var anew = promise.map(said -> whole.leftOutAnew(app, audience, said)).orElse(Set.of());
    whole.walk(
        app,
        job.draft().content(),
        audience,
        new WholeCheck.Receiver() {
          @Override
          public void ready(Target target, int bytes, Map<String, String> defaulted) {
            if (promise.filter(said -> said.excepts(target.id())).isPresent()
                && !isIn(run.get(), target)) {
              line(table, target, "left out", AUTHORS);
            }
          }

          @Override
          public void leftOut(LeftOut one) {
            if (one.reason().kind() != LeftOut.Kind.EXCLUDED) {
              ready(one.target(), 0, Map.of());
            } else if (!anew.contains(PlatformId.key(one.target().id()))) {
              line(table, one.target(), "left out", AUTHORS);
            } else if (!isIn(run.get(), one.target())) {
              line(table, one.target(), "left out", PASSED_ON);
            }
          }
        });
    unread(app, audience, table);
    table.flush();
  }

  private boolean isIn(RunId run, Target target) {
    return !database
        .read(handle -> RecipientRows.present(handle, run, PlatformId.forms(target.id())))
        .isEmpty();
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
