package belfry.web.checking;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.delivery.Progress;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.checking.Checking;
import belfry.jobs.checking.Expected;
import belfry.jobs.checking.Promise;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.SendingRules;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.messages.Card;
import belfry.messages.MessageText;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalText;
import belfry.people.People;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.web.drafts.DraftForm;
import belfry.web.drafts.JobForms;
import belfry.web.drafts.PersonalView;
import belfry.web.frame.Caller;
import belfry.web.jobs.JobReplies;
import belfry.web.jobs.JobView;
import belfry.web.people.AudienceForms;
import belfry.web.people.EntryView;
import belfry.web.people.HeadcountView;
import belfry.web.runs.ReminderViews;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@code jobs/preview}: says in numbers what would happen, and changes nothing. */
public final class PreviewAction {
  private static final Duration AWAITED = Duration.ofSeconds(5);

  private final JobStore jobs;
  private final Checking checking;
  private final SendingRules rules;
  private final JobReminders reminders;
  private final People people;
  private final AudienceForms forms;
  private final Audiences counting;
  private final Progress progress;
  private final Predicate<Caller> mayHurry;
  private final Time time;
  private final Places places = new Places("previews", 1, 4);

  public PreviewAction(
      JobStore jobs,
      Checking checking,
      SendingRules rules,
      JobReminders reminders,
      People people,
      AudienceForms forms,
      Audiences counting,
      Progress progress,
      Predicate<Caller> mayHurry,
      Time time) {
    this.mayHurry = mayHurry;
    this.jobs = jobs;
    this.checking = checking;
    this.rules = rules;
    this.reminders = reminders;
    this.progress = progress;
    this.time = time;
    this.people = people;
    this.forms = forms;
    this.counting = counting;
  }

  /**
   * How long sending takes.
   *
   * @param seconds empty while only a first guess could be made
   * @param urgentSeconds likewise, and where it cannot be urgent
   */
  private record EstimateView(
      Optional<Long> seconds, Optional<Long> urgentSeconds, double perSecond, boolean learned) {}

  /** How many get it. */
  private record ReachView(long people, long most, long spaces, boolean complete) {
    static ReachView of(Expected expected) {
      return new ReachView(
          expected.people(), expected.most(), expected.spaces(), expected.complete());
    }
  }

  /** One choice, and how many people it means by itself. */
  private record ChosenView(
      String kind,
      Optional<String> id,
      Optional<String> listId,
      String name,
      Optional<Long> people) {
    static ChosenView of(Audience.Entry entry, Optional<Long> people) {
      var shown = EntryView.of(entry, Map.of());
      return new ChosenView(shown.kind(), shown.id(), shown.listId(), shown.name(), people);
    }
  }

  private record PreviewView(
      String title,
      int bytes,
      int mostBytes,
      HeadcountView audience,
      ReachView reach,
      String whom,
      List<ChosenView> chosen,
      List<ChosenView> except,
      EstimateView estimate,
      Optional<Instant> startsAt,
      Optional<JobView.RepeatView> repeat,
      List<Instant> noLongerSkipped,
      List<String> columns,
      boolean asksAboutValues,
      Optional<PersonalView> personal,
      Optional<JsonNode> card,
      Optional<Instant> quietUntil,
      Optional<Long> typeNumber,
      Optional<ReminderViews.Foreseen> reminders,
      Optional<ReminderViews.Foreseen> urgentReminders,
      Optional<Problem.FieldError> urgentProblem,
      List<Problem.FieldError> problems) {}

  private record PreviewForm(
      @Nullable String jobId,
      @Nullable String at,
      @Nullable String zone,
      @Nullable String repeat,
      @Nullable Long graceMinutes,
      @Nullable Boolean anew) {}

  public Reply answer(Caller caller, Request request) {
    var sent = DraftForm.within(request, PreviewForm.class, "onUnknown");
    return places.in(
        caller.personId().value(), AWAITED, () -> preview(caller, sent.form(), sent.draft()));
  }

  private Reply preview(Caller caller, PreviewForm form, DraftForm said) {
    var job = JobForms.job(caller, jobs, form.jobId);
    var draft = said.read(caller, JobForms.draft(job), forms);
    var audience = draft.audience();
    var text = draft.text();
    var check =
        Boolean.TRUE.equals(form.anew)
            ? checking.checkAnew(caller.app(), draft)
            : checking.check(caller.app(), draft);
    var problems = new ArrayList<>(check.faults().stream().map(JobReplies::error).toList());
    var quiet = rules.of(caller.app().name()).quiet();
    var startsAt = Optional.<Instant>empty();
    var repeat = Optional.<JobView.RepeatView>empty();
    var noLongerSkipped = List.<Instant>of();
    if (form.at != null) {
      var former = JobForms.former(job);
      switch (JobForms.when(form.at, form.zone, form.repeat, form.graceMinutes)
          .read(time.now(), former)) {
        case ParsedSchedule.At(var due, var schedule) -> {
          startsAt = Optional.of(due);
          repeat = JobView.RepeatView.of(schedule, startsAt, quiet);
          noLongerSkipped = schedule.forgotten(former, time.now());
        }
        case ParsedSchedule.Wrong(var fault) -> problems.add(JobReplies.error(fault));
      }
    }
    var start = startsAt.orElseGet(time::now);
    var quietUntil = quiet.flatMap(hours -> hours.over(start));
    // They are counted from when it is sent. What repeats cannot be urgent.
    var isOnce = repeat.isEmpty();
    var mayHurry = this.mayHurry.test(caller);
    var mayBeUrgent = isOnce && mayHurry;
    var foreseen = JobReminders.foreseen(draft, quietUntil.orElse(start), quiet);
    var urgent =
        quietUntil.filter(_ -> mayBeUrgent).map(_ -> JobReminders.foreseen(draft, start, quiet));
    // Whether it is urgent is only said when it is sent, which looks at this again.
    foreseen
        .fault()
        .filter(_ -> urgent.filter(one -> one.fault().isEmpty()).isEmpty())
        .map(JobReplies::error)
        .ifPresent(problems::add);
    var counted = job.filter(_ -> draft.reminders().any()).flatMap(reminders::counted);
    var ofSent = job.flatMap(one -> reminders.words(one, draft));
    var heads = check.expected().heads();
    var apps = caller.readableNames();
    return Reply.ok(
        new PreviewView(
            text.title(),
            text.bytes(),
            MessageText.MOST_BYTES,
            HeadcountView.of(check.count()),
            ReachView.of(check.expected()),
            check.whom(),
            chosen(audience.entries(), counting.sizes(caller.app(), audience, check.count())),
            chosen(audience.excluded(), counting.sizesExcluded(caller.app(), audience)),
            estimate(caller.app().name(), heads, mayBeUrgent),
            startsAt,
            repeat,
            noLongerSkipped,
            check.columns(),
            isOnce
                && check.columns().stream()
                    .map(PersonalText::key)
                    .anyMatch(PersonalContent.of(draft.content()).names()::containsKey)
                && !counting.replaceable(caller.app(), audience, Promise.MOST_NAMED).isEmpty(),
            check.personal().map(one -> PersonalView.of(one, some -> people.shown(apps, some))),
            draft.content().card().flatMap(Card::shown),
            quietUntil,
            heads > rules.of(caller.app().name()).typeAbove()
                ? Optional.of(heads)
                : Optional.empty(),
            ReminderViews.Foreseen.of(foreseen, draft.reminders(), ofSent, counted),
            urgent.flatMap(
                one -> ReminderViews.Foreseen.of(one, draft.reminders(), ofSent, counted)),
            mayHurry
                ? Optional.empty()
                : Optional.of(
                    Problem.FieldError.of(
                        "urgentReason", JobChange.MAY_NOT_HURRY.with("app", caller.app().title()))),
            problems));
  }

  private EstimateView estimate(AppName app, long heads, boolean mayBeUrgent) {
    var pace = progress.bot(app).pace();
    var learned =
        Optional.of(app).filter(_ -> pace.learned()).map(one -> progress.estimate(one, heads));
    return new EstimateView(
        learned.map(one -> one.usual().toSeconds()),
        learned.filter(_ -> mayBeUrgent).map(one -> one.urgent().toSeconds()),
        pace.perSecond(),
        pace.learned());
  }

  private static List<ChosenView> chosen(List<Audience.Entry> entries, List<Optional<Long>> sizes) {
    return IntStream.range(0, entries.size())
        .mapToObj(i -> ChosenView.of(entries.get(i), sizes.get(i)))
        .toList();
  }
}
