package belfry.web.jobs;

import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Said;
import belfry.base.Time;
import belfry.base.Wait;
import belfry.delivery.Delivery;
import belfry.delivery.Progress;
import belfry.delivery.Waits;
import belfry.jobs.ExpiredJobs;
import belfry.jobs.JobStanding;
import belfry.jobs.SeenJobs;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.reminders.JobReminders;
import belfry.messages.Attachment;
import belfry.messages.Attachments;
import belfry.people.audience.Audience;
import belfry.people.directory.Emails;
import belfry.platform.ids.PersonId;
import belfry.runs.DoubleCheckStore;
import belfry.runs.RecipientList;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunWaits;
import belfry.runs.Runs;
import belfry.runs.Timeline;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import belfry.web.drafts.WaveViews;
import belfry.web.frame.Caller;
import belfry.web.runs.FollowUpViews;
import belfry.web.runs.RecipientView;
import belfry.web.runs.ReminderViews;
import belfry.web.runs.RunViews;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Combines a job and its progress into the form that the API shows. */
public final class JobViews {
  private static final Logger LOG = LoggerFactory.getLogger(JobViews.class);

  private final Apps apps;
  private final SeenJobs seen;
  private final JobReminders reminders;
  private final ExpiredJobs expired;
  private final Attachments attachments;
  private final Runs runs;
  private final RecipientList recipients;
  private final FollowUps followUps;
  private final Emails emails;
  private final Progress progress;
  private final Waits waits;
  private final Time time;
  private final DoubleCheckStore checks;
  private final Timeline timeline;

  public JobViews(
      Apps apps,
      Database database,
      JobReminders reminders,
      ExpiredJobs expired,
      Attachments attachments,
      Emails emails,
      Delivery delivery,
      Time time) {
    this.apps = apps;
    this.reminders = reminders;
    this.expired = expired;
    this.attachments = attachments;
    this.emails = emails;
    this.time = time;
    progress = delivery.progress();
    waits = delivery.waits();
    checks = delivery.doubleChecks();
    seen = new SeenJobs(database);
    runs = new Runs(database);
    recipients = new RecipientList(database);
    followUps = new FollowUps(database);
    timeline = new Timeline(database, time);
  }

  Waits waits() {
    return waits;
  }

  /** Recipients of a run, and what each of them waits for. */
  List<RecipientView> recipients(Run run, List<RecipientList.Recipient> some) {
    var found = waits.recipients(run, some);
    return some.stream()
        .map(one ->
            RecipientView.of(one, Optional.ofNullable(found.get(one.seq())), from(run.app(), one)))
        .toList();
  }

  public RecipientView recipient(AppName app, RunId run, RecipientList.Recipient one) {
    return RecipientView.of(one, waits.recipient(run, one), from(app, one));
  }

  private Optional<RecipientView.FromView> from(AppName name, RecipientList.Recipient one) {
    return apps.find(name)
        .filter(app -> apps.numbers(app).size() > 1)
        .map(app ->
            new RecipientView.FromView(
                one.bot() + 1, apps.bot(app, one.bot()).map(Bot::displayName)));
  }

  /** Jobs in a list, with their progress but without text and timeline. */
  public List<JobView> listed(List<Job> listed, PersonId reader) {
    var found = runs.find(listed.stream().flatMap(job -> job.state().runId().stream()).toList());
    var followed = followUps.sums(found.keySet());
    var acknowledged = acknowledged(listed);
    var around = around();
    return listed.stream()
        .map(job -> {
          var run = job.state().runId().map(found::get);
          return view(
              job, reader, Optional.empty(), run, more(run, followed, acknowledged), around);
        })
        .toList();
  }

  /** A single job with all its details. */
  JobView whole(Job before, Caller reader) {
    var now = seen.of(before);
    var job = now.job();
    var run = now.run();
    var followed = followUps.sums(run.map(Run::id).stream().toList());
    var around = around();
    return view(
        job,
        reader.personId(),
        Optional.of(
            new JobView.Whole(
                // What an id stands for may be somebody else's.
                reader.reads() ? attachment(job) : Optional.empty(),
                reader.reads() ? job.audience() : job.audience().byIds(),
                reader.reads() ? emails(job.audience()) : Map.of(),
                reminders(job, around),
                ifReadable(() -> expired.keptUntil(reader.app(), job)),
                run.flatMap(this::notReached))),
        run,
        more(run, followed, acknowledged(List.of(job))),
        around);
  }

  /** What each app's runs have around them, found out once for all that is shown together. */
  private Function<AppName, Waits.Around> around() {
    var found = new HashMap<AppName, Waits.Around>();
    return app -> found.computeIfAbsent(app, waits::around);
  }

  /** Of those who failed or were skipped, some need nothing, and some were erased since. */
  private Optional<Long> notReached(Run run) {
    var tally = run.progress().tally();
    return Optional.of(run)
        .filter(one -> one.progress().gate() == Run.Gate.CLOSED)
        .filter(_ -> tally.failed() + tally.skipped() > 0)
        .map(one -> recipients.notReached(one.id()))
        .filter(count -> count > 0);
  }

  /** What became of a run's messages. */
  private record More(FollowUps.Sum followed, Optional<Long> acknowledged) {}

  private static More more(
      Optional<Run> run, Map<RunId, FollowUps.Sum> sums, Map<RunId, Long> acknowledged) {
    var id = run.map(Run::id);
    return new More(id.map(sums::get).orElse(FollowUps.Sum.NONE), id.map(acknowledged::get));
  }

  /** How many have acknowledged each of those that ask for it. */
  private Map<RunId, Long> acknowledged(List<Job> some) {
    return recipients.acknowledged(
        some.stream()
            .filter(job -> job.acknowledge().isPresent())
            .flatMap(job -> job.state().runId().stream())
            .toList());
  }

  private JobView view(
      Job job,
      PersonId reader,
      Optional<JobView.Whole> whole,
      Optional<Run> run,
      More more,
      Function<AppName, Waits.Around> around) {
    var checking =
        run.filter(one -> one.progress().expanded() && one.finished().isEmpty())
            .flatMap(progress::checking);
    var wait =
        run.map(one -> wait(one, more, checking, around)).orElseGet(() -> notBegun(job, around));
    var shown = run.map(one -> run(one, more, checking, whole.isPresent(), around));
    var facts =
        new JobStanding.Facts(
            run,
            wait,
            checking.map(Progress.Checking::people).orElse(0L),
            checking.map(Progress.Checking::spaces).orElse(0L),
            more.followed);
    var trouble = seen.trouble(job);
    var stands = seen.standing(job);
    var standing = StandingView.of(JobStanding.of(stands, facts));
    var beside = whole.flatMap(_ -> seen.troubleBeside(job));
    var doubts = new JobView.Doubts(seen.mayHaveGoneOut(job), trouble, beside);
    var retry =
        run.map(one -> one.progress().tally())
            .filter(tally -> tally.failed() + tally.held() > 0)
            .filter(_ -> whole.isEmpty() || recipients.hasSendable(run.orElseThrow().id()))
            .map(_ -> job.state().whyNotAgain(more.followed.outdated()))
            .map(JobView.RetryView::of);
    var waitsFor =
        trouble.isPresent() && stands.state() instanceof JobState.Held
            ? Optional.of(Wait.For.VERSION.open())
            : JobStanding.waits(job, facts, time.now());
    return JobView.of(
        job, reader, standing, waitsFor, doubts, whole, retry, shown, waits.quiet(job.app()));
  }

  /** What a run, or what becomes of its messages, waits for. */
  private Optional<Wait> wait(
      Run run,
      More more,
      Optional<Progress.Checking> checking,
      Function<AppName, Waits.Around> around) {
    if (run.finished().isEmpty()) {
      return waits.of(run, around.apply(run.app()), checking);
    }
    return more.followed.recalling() || more.followed.correcting()
        ? followUps.readable(run.id()).stream()
            .flatMap(one -> around.apply(run.app()).bot().followUp(one).stream())
            .findFirst()
        : Optional.empty();
  }

  /** What keeps a job from beginning that is due, or will when it is. */
  private Optional<Wait> notBegun(Job job, Function<AppName, Waits.Around> around) {
    var now = time.now();
    return job.state()
        .dueTime()
        .flatMap(due ->
            due.isAfter(now)
                ? held(job, due)
                : around.apply(job.app()).bot().here().or(() -> held(job, now)));
  }

  private Optional<Wait> held(Job job, Instant moment) {
    return job.schedule().held(moment, waits.quiet(job.app())).map(Wait.For.QUIET_HOURS::until);
  }

  /** The addresses of the chosen people, which distinguish people of the same name. */
  private Map<PersonId, String> emails(Audience audience) {
    return emails.known(
        audience.entries().stream()
            .flatMap(
                one -> one instanceof Audience.Person(var id, _) ? Stream.of(id) : Stream.empty())
            .toList());
  }

  private Optional<ReminderViews.View> reminders(Job job, Function<AppName, Waits.Around> around) {
    return job.acknowledge().isPresent()
            && job.state().runId().isPresent()
            && seen.trouble(job).isEmpty()
        ? ifReadable(() -> reminders.of(job, time.now()))
            .map(seen -> reminders(seen, around.apply(job.app())))
        : Optional.empty();
  }

  private ReminderViews.View reminders(JobReminders.Seen seen, Waits.Around around) {
    return ReminderViews.View.of(
        seen, seen.reminders().waits(time.now(), around.bot().here(), around.quiet()));
  }

  /** What cannot be read is named beside the rest. */
  private static <T> Optional<T> ifReadable(Supplier<Optional<T>> part) {
    try {
      return part.get();
    } catch (Unreadable _) {
      return Optional.empty();
    }
  }

  private Optional<Attachment> attachment(Job job) {
    return job.attachment().flatMap(id -> attachments.find(job.app(), id));
  }

  private RunViews.RunView run(
      Run run,
      More more,
      Optional<Progress.Checking> checking,
      boolean whole,
      Function<AppName, Waits.Around> around) {
    var counts = run.progress();
    if (!counts.isSound()) {
      LOG.error(
          "Run {}: the counts {} do not add up to its audience of {}. The run is shown anyway; please report this",
          run.id(),
          counts.tally(),
          counts.total());
    }
    var running = counts.expanded() && run.finished().isEmpty();
    var after =
        whole ? Optional.of(checks.after(run.id())) : Optional.<DoubleCheckStore.After>empty();
    var isQuiet = run.keepsQuiet() && around.apply(run.app()).quiet().isPresent();
    var goesOn = running && counts.gate() != Run.Gate.PAUSED && !isQuiet;
    // What kept it from being prepared is not tried again before quiet hours are over.
    var notes = counts.expanded() || !isQuiet ? run.notes() : List.<String>of();
    return new RunViews.RunView(
        run.id().toString(),
        !counts.expanded(),
        run.late(),
        notes,
        notes(notes),
        Remarks.asked(run),
        question(run),
        run.created(),
        counts.started(),
        run.finished(),
        RunViews.CountsView.of(counts.tally()),
        goesOn
            ? Optional.of(rounded(timeline.speed(run))).filter(speed -> speed > 0)
            : Optional.empty(),
        goesOn ? progress.left(run).map(left -> Math.max(1, left.toSeconds())) : Optional.empty(),
        checking.map(RunViews.CheckingView::of),
        after.flatMap(DoubleCheckStore.After::sendingEnded),
        after.map(it -> rounded(it.waited().toMillis() / 1_000.0)),
        after.map(DoubleCheckStore.After::wave),
        counts.wave().map(wave -> WaveViews.Underway.of(wave, moment -> quiet(run, moment))),
        after.flatMap(DoubleCheckStore.After::result).map(RunViews.DoubleCheckView::of),
        whole ? Optional.of(timeline(run)) : Optional.empty(),
        whole ? followUps(run, around) : Optional.empty(),
        Optional.of(more.followed.recalled()).filter(count -> count > 0),
        more.acknowledged);
  }

  private Optional<Instant> quiet(Run run, Instant moment) {
    return run.urgent() ? Optional.empty() : waits.quietUntil(run.app(), moment);
  }

  private Optional<List<FollowUpViews.FollowUpView>> followUps(
      Run run, Function<AppName, Waits.Around> around) {
    var found = followUps.readable(run.id());
    var bot =
        found.stream().anyMatch(FollowUp::isOpen)
            ? around.apply(run.app()).bot()
            : RunWaits.Bot.FREE;
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(found.stream().map(one -> FollowUpViews.FollowUpView.of(one, bot)).toList());
  }

  private static Optional<List<Said>> notes(List<String> notes) {
    return Said.all(notes.stream().map(Remarks::note).toList()).filter(all -> !all.isEmpty());
  }

  private static Optional<List<Said>> question(Run run) {
    return Remarks.asked(run).flatMap(Remarks::question).flatMap(Said::all);
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }

  private RunViews.TimelineView timeline(Run run) {
    var steps = timeline.of(run);
    return new RunViews.TimelineView(
        steps.step().toSeconds(),
        steps.steps().stream().map(step -> new long[] {step.sent(), step.failed()}).toList(),
        progress.rests(run).stream().map(rest -> List.of(rest.from(), rest.until())).toList());
  }
}
