package belfry.web.jobs;

import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Feed;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.Time;
import belfry.delivery.Progress;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Draft;
import belfry.jobs.job.JobStore;
import belfry.jobs.tests.MessageTests;
import belfry.runs.RecipientList;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.web.drafts.DraftForm;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import belfry.web.frame.Views;
import belfry.web.people.AudienceForms;
import belfry.web.runs.RecipientView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST jobs/test}: sends a message to its author or colleagues, and waits a little for the
 * result.
 */
public final class MessageTestActions {
  /**
   * The result of a test.
   *
   * @param reason why it failed, or what it waits for
   * @param job empty if the content was not saved
   */
  record TestView(
      String state,
      Optional<String> reason,
      Optional<Said> said,
      Optional<JobView> job,
      List<RecipientView> recipients) {}

  private static final Duration AWAITED = Duration.ofSeconds(12);

  /** More than a test goes to. */
  private static final int MOST_READERS = 20;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final JobStore jobs;
  private final Runs runs;
  private final RecipientList recipients;
  private final MessageTests tests;
  private final AudienceForms audiences;
  private final Progress progress;
  private final JobViews views;
  private final Feed feed;
  private final Time time;

  public MessageTestActions(
      Database database,
      MessageTests tests,
      AudienceForms audiences,
      Progress progress,
      JobViews views,
      Feed feed,
      Time time) {
    jobs = new JobStore(database);
    runs = new Runs(database);
    recipients = new RecipientList(database);
    this.tests = tests;
    this.audiences = audiences;
    this.progress = progress;
    this.views = views;
    this.feed = feed;
    this.time = time;
  }

  private record Form(
      @Nullable String jobId,
      @Nullable Long revision,
      @Nullable List<MessageTestForms.@Nullable SomebodyForm> to,
      MessageTestForms.@Nullable SomebodyForm as,
      @Nullable String requestId) {}

  public Reply test(Caller caller, Request request) {
    var answer = begin(caller, request);
    return answer instanceof ChangeResult.Tried(var test)
        ? outcome(caller, test)
        : JobReplies.of(views, caller, 200, answer);
  }

  /** Begins a test of a job, or of a text that is not saved. */
  private ChangeResult begin(Caller caller, Request request) {
    var sent = DraftForm.within(request, Form.class, "onUnknown", "firstWave");
    var form = sent.form();
    var requestId = Fields.requestId(form.requestId);
    var wish = MessageTestForms.wish(form.to, form.as);
    if (wish.as().isPresent()) {
      caller.mustRead();
    }
    if (form.jobId == null && sent.draft().markdown() != null) {
      var draft = sent.draft().read(caller, Draft.NONE, audiences);
      return tests.of(caller.actor(), draft, wish, requestId);
    }
    if (form.jobId == null || !sent.draft().equals(DraftForm.NONE)) {
      throw Problem.invalid(
              "jobId",
              Phrase.of(
                  "test.either",
                  "Send either the jobId of a saved message, or the markdown (with attachment, card and audience) of one that is not saved."))
          .thrown();
    }
    var seen = Optional.ofNullable(form.revision);
    return tests.of(caller.actor(), JobForms.id(form.jobId), seen, wish, requestId);
  }

  /** Reports whether the test has arrived, or why not, as soon as that is known. */
  private Reply outcome(Caller caller, RunId test) {
    var run = settled(caller.app().name(), test).orElseThrow(JobForms::noJob);
    var tally = run.progress().tally();
    var job = jobs.find(caller.app().name(), run.job());
    var view = job.map(one -> views.whole(one, caller));
    var readers = readers(run);
    var isSettled = run.finished().isPresent() || (tally.total() > 0 && tally.open() == 0);
    if (isSettled && tally.sent() > 0) {
      return Reply.ok(new TestView("sent", Optional.empty(), Optional.empty(), view, readers));
    }
    if (isSettled) {
      var reason = readers.stream().flatMap(one -> one.reason().stream()).findFirst();
      var said = reason.flatMap(Views::reason);
      return Reply.ok(new TestView("failed", reason, said, view, readers));
    }
    var trouble = trouble(run.app());
    var state = trouble.isPresent() ? "waiting" : "sending";
    var said = trouble.map(Apps::refusal).flatMap(Said::of);
    return Reply.json(202, new TestView(state, trouble, said, view, readers));
  }

  /** The test, as soon as it is finished or will not finish soon. */
  private Optional<Run> settled(AppName app, RunId test) {
    var until = time.now().plus(AWAITED);
    while (true) {
      var version = feed.version(app.value());
      var run = runs.find(test);
      var goesOn = run.filter(one -> one.finished().isEmpty()).isPresent();
      if (!goesOn || trouble(app).isPresent() || !time.now().isBefore(until)) {
        return run;
      }
      try {
        feed.await(app.value(), version, LOOK_AGAIN);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return run;
      }
    }
  }

  /** Why the bot cannot send anything until somebody acts. */
  private Optional<String> trouble(AppName app) {
    return progress.bot(app).pace().trouble();
  }

  /** What has become of it at each of those it goes to. */
  private List<RecipientView> readers(Run run) {
    var all = new RecipientList.Query(run.id(), List.of(), "", Optional.empty(), MOST_READERS);
    return views.recipients(run, recipients.page(all).recipients());
  }
}
