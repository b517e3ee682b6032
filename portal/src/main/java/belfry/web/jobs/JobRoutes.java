package belfry.web.jobs;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.Time;
import belfry.base.WallClock;
import belfry.http.Cursor;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Turns;
import belfry.jobs.Calendar;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobQuery;
import belfry.jobs.job.JobStore;
import belfry.platform.ids.PersonId;
import belfry.runs.RecipientList;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Database;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Csv;
import belfry.web.frame.Downloads;
import belfry.web.frame.Fields;
import belfry.web.frame.Live;
import belfry.web.frame.Views;
import belfry.web.runs.RecipientCsv;
import belfry.web.runs.Recipients;
import belfry.web.runs.RunViews;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code GET jobs/…}: lists, the calendar, one job, its recipients; all but the last also live. */
public final class JobRoutes {
  /**
   * One page of jobs.
   *
   * @param upcoming those that go out next, beside a list without them
   */
  record JobListView(
      List<JobView> items,
      Optional<String> next,
      Optional<List<JobView>> upcoming,
      Map<String, Integer> counts) {}

  record FailureView(String reason, Optional<Said> said, long recipients) {}

  private static final Map<String, List<String>> SCOPES =
      Map.of(
          "all", List.of(),
          "recent",
              List.of(
                  "draft",
                  "held",
                  "missed",
                  "sending",
                  "paused",
                  "stopping",
                  "finished",
                  "cancelled"),
          "mine", List.of(),
          "drafts", List.of("draft"),
          "scheduled", List.of("scheduled", "held", "missed"),
          "running", List.of("sending", "paused", "stopping"),
          "finished", List.of("finished", "cancelled"));

  /** So many of those that are scheduled are shown beside the recent ones. */
  private static final int UPCOMING = 3;

  private static final Duration AWAITED = Duration.ofSeconds(2);

  private final JobStore jobs;
  private final Runs runs;
  private final RecipientList list;
  private final Calendar calendar;
  private final JobViews views;
  private final Recipients recipients;
  private final Live live;
  private final Time time;
  private final Places exports = new Places("exports", 2, 8);

  /**
   * A job may have tens of thousands of recipients by address, and a list many jobs. Fewer such
   * answers are built at once than there are processors and SQLite readers, so that short requests
   * are answered meanwhile.
   */
  private static final int AT_ONCE =
      Math.clamp(Runtime.getRuntime().availableProcessors() - 1, 1, 3);

  private final Turns turns = new Turns(Math.min(2, AT_ONCE), AT_ONCE, 8, Duration.ofSeconds(10));

  public JobRoutes(
      Database database,
      Calendar calendar,
      Recipients recipients,
      JobViews views,
      Live live,
      Time time) {
    jobs = new JobStore(database);
    runs = new Runs(database);
    list = new RecipientList(database);
    this.calendar = calendar;
    this.recipients = recipients;
    this.views = views;
    this.live = live;
    this.time = time;
  }

  /** A list that is asked for, and perhaps another beside it. */
  private record Asked(JobQuery query, Optional<JobQuery> upcoming) {}

  public Reply list(Caller caller, Request request) {
    var query = query(caller, request);
    var isFirstOfRecent =
        request.path("scope").equals("recent")
            && query.after().isEmpty()
            && query.words().isBlank()
            && query.series().isEmpty()
            && query.reference().isEmpty()
            && query.author().isEmpty()
            && query.from().isEmpty()
            && query.until().isEmpty();
    var asked =
        new Asked(query, isFirstOfRecent ? Optional.of(upcoming(caller)) : Optional.empty());
    return Live.wanted(request)
        ? live.stream(caller, asked, () -> Optional.of(list(caller, asked)))
        : inTurn(caller, () -> list(caller, asked));
  }

  private static JobQuery upcoming(Caller caller) {
    return new JobQuery(
        caller.app().name(),
        List.of("scheduled"),
        Optional.empty(),
        Optional.empty(),
        "",
        Optional.empty(),
        UPCOMING);
  }

  private JobQuery query(Caller caller, Request request) {
    var scope = request.path("scope");
    var states = SCOPES.get(scope);
    if (states == null) {
      throw Problem.notFound(
              Phrase.of(
                  "jobs.noList", "There is no list of jobs called '{{name}}'.", "name", scope))
          .thrown();
    }
    return new JobQuery(
        caller.app().name(),
        states,
        author(caller, request),
        request.query("series").map(JobForms::id),
        request.query("reference").map(JobForms::reference),
        time(request, "from"),
        time(request, "until"),
        request.query("q").orElse(""),
        Cursor.read(request, Cursor.Bounds.PLACE, Cursor.Bounds.ANY, Cursor.Bounds.ANY)
            .map(at -> new JobQuery.After((int) at[0], at[1], at[2])),
        Cursor.limit(request));
  }

  private static Optional<PersonId> author(Caller caller, Request request) {
    var author = request.query("author").map(PersonId::new);
    if (!request.path("scope").equals("mine")) {
      return author;
    }
    if (author.isPresent()) {
      throw Problem.invalid(
              "author",
              Phrase.of(
                  "author.mine",
                  "The list 'mine' has only your own. Leave this out, or ask for another list."))
          .thrown();
    }
    return Optional.of(caller.personId());
  }

  private static Optional<Instant> time(Request request, String field) {
    return request.query(field).map(text -> Fields.moment(field, text));
  }

  private JobListView list(Caller caller, Asked asked) {
    var page = jobs.page(asked.query);
    var reader = caller.personId();
    return new JobListView(
        views.listed(page.jobs(), reader),
        page.next().map(after -> Cursor.write(after.rank(), after.at(), after.id())),
        asked.upcoming.map(query -> views.listed(jobs.page(query).jobs(), reader)),
        jobs.counts(caller.app().name()));
  }

  public Reply calendar(Caller caller, Request request) {
    var asked = CalendarView.Asked.read(request, time.now());
    Supplier<Object> view =
        () -> CalendarView.of(calendar.between(caller.app().name(), asked.from(), asked.until()));
    return Live.wanted(request)
        ? live.stream(caller, asked, () -> Optional.of(view.get()))
        : inTurn(caller, view);
  }

  public Reply detail(Caller caller, Request request) {
    var id = JobForms.id(request.path("jobId"));
    Function<Job, Object> view = job -> views.whole(job, caller);
    return Live.wanted(request)
        ? followed(caller, id, view)
        : inTurn(caller, () -> view.apply(found(caller, id).orElseThrow(JobForms::noJob)));
  }

  private Reply followed(Caller caller, JobId id, Function<Job, Object> view) {
    var _ = found(caller, id).orElseThrow(JobForms::noJob);
    return live.stream(caller, id, () -> found(caller, id).map(view));
  }

  private Optional<Job> found(Caller caller, JobId id) {
    return jobs.seen(caller.app().name(), id);
  }

  private Reply inTurn(Caller caller, Supplier<Object> view) {
    return turns.in(caller.personId().value(), () -> Reply.ok(view.get()));
  }

  public Reply recipients(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    var states = states(request.query("state").orElse(""));
    var after =
        Cursor.read(request, Cursor.Bounds.ANY, Cursor.Bounds.ANY)
            .map(at -> new RecipientList.After((int) at[0], at[1]));
    if (after.isPresent() && !after.get().isOf(states)) {
      throw Cursor.wrong().thrown();
    }
    var limit = Cursor.limit(request);
    var run = job.state().runId();
    if (run.isEmpty()) {
      return Reply.ok(Views.Items.all(List.of(), Optional.empty()));
    }
    var query =
        new RecipientList.Query(
            run.get(), states, request.query("q").orElse(""), acknowledged(request), after, limit);
    var page = recipients.page(caller.app(), caller.personId(), query);
    return Reply.ok(
        new RunViews.RecipientsView(
            runs.find(run.get())
                .map(one -> views.recipients(one, page.recipients()))
                .orElseGet(List::of),
            page.next().map(next -> Cursor.write(next.part(), next.seq())),
            after.isEmpty() && !query.words().isBlank()
                ? Optional.of(list.count(query))
                : Optional.empty()));
  }

  private static Optional<Boolean> acknowledged(Request request) {
    return request
        .query("acknowledged")
        .map(word ->
            switch (word) {
              case "true" -> true;
              case "false" -> false;
              default ->
                  throw Problem.invalid(
                          "acknowledged",
                          Phrase.of("acknowledged.unknown", "This must be true or false."))
                      .thrown();
            });
  }

  private static List<RecipientState> states(String words) {
    if (words.isBlank()) {
      return List.of();
    }
    var states = new ArrayList<RecipientState>();
    for (var word : words.split(",", -1)) {
      try {
        states.add(EnumWord.read(RecipientState.class, word.strip()));
      } catch (IllegalArgumentException _) {
        throw Problem.invalid(
                "state",
                Phrase.of(
                    "state.unknown", "There is no state called '{{name}}'.", "name", word.strip()))
            .thrown();
      }
    }
    return states;
  }

  /** Why recipients were refused, so that a person can choose which to retry. */
  public Reply failures(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    var failures =
        job.state().runId().map(list::failures).orElseGet(List::of).stream()
            .map(failure ->
                new FailureView(
                    failure.reason(), Views.reason(failure.reason()), failure.recipients()))
            .toList();
    return Reply.ok(Views.Items.all(failures, Optional.empty()));
  }

  /** All recipients as CSV, page by page, so that a million of them fit into little memory. */
  public Reply export(Caller caller, Request request) {
    var job = JobForms.found(caller, jobs, request.path("jobId"));
    var name = Csv.fileName(job.title(), began(job).atZone(zone(request)).toLocalDate());
    var place = exports.take(caller.personId().value(), AWAITED);
    return Reply.stream(
            "text/csv; charset=utf-8",
            place,
            out -> new RecipientCsv(recipients).write(caller.app(), job, out))
        .with("Content-Disposition", Downloads.named(name));
  }

  /** When its sending began, or it was changed last where it has not. */
  private Instant began(Job job) {
    return job.state()
        .runId()
        .flatMap(runs::find)
        .map(run -> run.progress().started().orElse(run.created()))
        .orElse(job.changed());
  }

  private static ZoneId zone(Request request) {
    var zone = request.query("zone").orElse("UTC");
    return WallClock.zone(zone)
        .orElseThrow(() ->
            Problem.invalid(
                    "zone",
                    Phrase.of(
                        "zone.unknown",
                        "'{{zone}}' is not a time zone. Use a name like Europe/Helsinki.",
                        "zone",
                        zone))
                .thrown());
  }
}
