package belfry.web.checking;

import belfry.base.Phrase;
import belfry.base.Time;
import belfry.http.Cursor;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.checking.LastTime;
import belfry.jobs.checking.LeftOut;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobStore;
import belfry.messages.MessageText;
import belfry.people.People;
import belfry.people.audience.Target;
import belfry.people.lists.SkippedLines;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.web.drafts.DraftForm;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import belfry.web.people.AudienceForms;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code jobs/check…}, {@code jobs/leftOut}, {@code jobs/changes}: every recipient of a message.
 */
public final class CheckRoutes {
  private static final Duration AWAITED = Duration.ofSeconds(5);
  private static final int FIRST_LINES = 3;

  private final JobStore jobs;
  private final Runs runs;
  private final WholeCheck whole;
  private final LastTime lastTime;
  private final People people;
  private final AudienceForms audiences;
  private final Time time;
  private final SkippedLines lines;
  private final LeftOutCsv csv;
  private final Places checks = new Places("checks", 1, 2);

  /** They last as long as whoever gets them reads, and keep nobody from checking. */
  private final Places exports = new Places("exports", 1, 4);

  public CheckRoutes(
      Database database,
      WholeCheck whole,
      AudienceForms audiences,
      People people,
      SkippedLines lines,
      Time time) {
    jobs = new JobStore(database);
    runs = new Runs(database);
    this.whole = whole;
    lastTime = new LastTime(database, whole, time);
    this.time = time;
    this.audiences = audiences;
    this.people = people;
    this.lines = lines;
    csv = new LeftOutCsv(database, whole, lines);
  }

  private record CheckForm(@Nullable String jobId, @Nullable String list) {}

  /** A message that is asked about, and its job, if it has one. */
  private record Asked(Draft draft, Optional<Job> job, String list) {}

  private Asked asked(Caller caller, Request request) {
    var sent = DraftForm.within(request, CheckForm.class, "onUnknown", "firstWave");
    var form = sent.form();
    var job = JobForms.job(caller, jobs, form.jobId);
    var draft = JobForms.limited(sent.draft().read(caller, JobForms.draft(job), audiences));
    return new Asked(draft, job, form.list == null ? "" : form.list);
  }

  private <T> T inPlace(Caller caller, Supplier<T> work) {
    return checks.in(caller.personId().value(), AWAITED, work);
  }

  /** Looks at everybody, and changes nothing. */
  public Reply check(Caller caller, Request request) {
    var asked = asked(caller, request);
    return inPlace(caller, () -> Reply.ok(checked(caller, asked)));
  }

  private CheckViews.CheckView checked(Caller caller, Asked asked) {
    var content = asked.draft.content();
    var audience = asked.draft.audience();
    var all = whole.summary(caller.app(), content, audience);
    var shown = shown(caller);
    return new CheckViews.CheckView(
        all.ready(),
        all.groups().stream().map(one -> CheckViews.GroupView.of(one, shown)).toList(),
        all.twice().map(one -> CheckViews.GroupView.of(one, shown)),
        all.disputed().stream().map(one -> CheckViews.GroupView.of(one, shown)).toList(),
        all.defaulted().stream().map(CheckViews.DefaultedView::of).toList(),
        whole.unread(caller.app(), audience).stream()
            .map(one -> CheckViews.UnreadView.of(one, lines.page(one.list().id(), 0, FIRST_LINES)))
            .toList(),
        all.longest()
            .map(longest ->
                new CheckViews.LongestView(
                    CheckViews.Who.of(List.of(longest.target()), shown).getFirst(),
                    longest.bytes(),
                    MessageText.MOST_BYTES)),
        asked
            .job
            .flatMap(lastTime::before)
            .map(before -> lastTime.of(caller.app(), content, audience, before))
            .map(one -> CheckViews.DifferenceView.of(one, shown)));
  }

  private UnaryOperator<List<Target>> shown(Caller caller) {
    var apps = caller.readableNames();
    return some -> people.shown(apps, some);
  }

  /** The names of one list of the check: a group, {@code added} or {@code gone}. */
  public Reply names(Caller caller, Request request) {
    var limit = Cursor.limit(request);
    var skip = skip(request);
    var asked = asked(caller, request);
    return inPlace(caller, () -> names(caller, asked, skip, limit));
  }

  private Reply names(Caller caller, Asked asked, int skip, int limit) {
    var content = asked.draft.content();
    var audience = asked.draft.audience();
    var part = part(asked.list);
    if (part.isEmpty()) {
      var page = whole.page(caller.app(), content, audience, asked.list, skip, limit);
      return page(
          caller,
          page.some().stream().map(LeftOut::target).toList(),
          page.more() ? Optional.of((long) skip + limit) : Optional.empty());
    }
    return asked
        .job
        .flatMap(lastTime::before)
        .map(before ->
            lastTime.page(caller.app(), content, audience, before, part.get(), skip, limit))
        .map(page -> page(caller, page.some(), page.next()))
        .orElseGet(() -> page(caller, List.of(), Optional.empty()));
  }

  private Reply page(Caller caller, List<Target> some, Optional<Long> next) {
    return Reply.ok(
        Views.Items.page(
            CheckViews.Who.of(some, shown(caller)), next.map(Cursor::write), Optional.empty()));
  }

  private static int skip(Request request) {
    return Cursor.read(request, Cursor.Bounds.PLACE).map(at -> (int) at[0]).orElse(0);
  }

  private static Optional<LastTime.Part> part(String word) {
    return switch (word) {
      case "added" -> Optional.of(LastTime.Part.ADDED);
      case "gone" -> Optional.of(LastTime.Part.GONE);
      default -> Optional.empty();
    };
  }

  /** Those who do not get a message that is being written, as CSV. */
  public Reply leftOutOfDraft(Caller caller, Request request) {
    var asked = asked(caller, request);
    var place = exports.take(caller.personId().value(), AWAITED);
    return csv.of(
        place,
        asked.draft.text().title(),
        LocalDate.ofInstant(time.now(), ZoneOffset.UTC),
        out -> csv.draft(caller.app(), asked.draft, out));
  }

  /** Those who do not get a saved message, or did not get it, as CSV. */
  public Reply leftOut(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    var place = exports.take(caller.personId().value(), AWAITED);
    return csv.of(
        place,
        job.title(),
        LocalDate.ofInstant(job.changed(), ZoneOffset.UTC),
        out -> csv.job(caller.app(), job, out));
  }

  /** The difference of a time of a repeating message from the time before. */
  public Reply changes(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    var before = lastTime.before(job);
    return inPlace(
        caller,
        () ->
            Reply.ok(
                new CheckViews.ChangesView(
                    before
                        .map(last -> difference(caller, job, last))
                        .map(one -> CheckViews.DifferenceView.of(one, shown(caller))))));
  }

  private LastTime.Difference difference(Caller caller, Job job, LastTime.Before last) {
    return run(job)
        .map(run -> lastTime.of(run, last))
        .orElseGet(() -> lastTime.of(caller.app(), job.draft().content(), job.audience(), last));
  }

  /** Its run, once everybody is in it. */
  private Optional<RunId> run(Job job) {
    return job.state()
        .runId()
        .filter(id -> runs.find(id).filter(run -> run.progress().expanded()).isPresent());
  }

  /** The names of one part of that difference. */
  public Reply changedNames(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    var word = request.path("part");
    var part =
        part(word)
            .orElseThrow(() ->
                Problem.notFound(
                        Phrase.of(
                            "changes.noPart",
                            "There is no list called '{{name}}'. Use added or gone.",
                            "name",
                            word.toLowerCase(Locale.ROOT)))
                    .thrown());
    var limit = Cursor.limit(request);
    var after = Cursor.read(request, Cursor.Bounds.PLACE).map(at -> at[0]).orElse(-1L);
    var before = lastTime.before(job);
    return inPlace(
        caller,
        () ->
            before
                .map(last ->
                    run(job)
                        .map(run -> lastTime.page(run, last, part, after, limit))
                        .orElseGet(() ->
                            lastTime.page(
                                caller.app(),
                                job.draft().content(),
                                job.audience(),
                                last,
                                part,
                                Math.max(0, after),
                                limit)))
                .map(page -> page(caller, page.some(), page.next()))
                .orElseGet(() -> page(caller, List.of(), Optional.empty())));
  }
}
