package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.Wait;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.job.Occurrence;
import belfry.jobs.schedule.Ahead;
import belfry.jobs.schedule.QuietHours;
import belfry.jobs.schedule.Recurrence;
import belfry.jobs.schedule.Schedule;
import belfry.messages.Attachment;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.web.drafts.AttachmentView;
import belfry.web.drafts.CardView;
import belfry.web.drafts.DraftForm;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import belfry.web.people.EntryView;
import belfry.web.runs.ReminderViews;
import belfry.web.runs.RunViews;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A job; text, file and audience only in the detail of a single job. */
public record JobView(
    String id,
    long revision,
    String state,
    StandingView standing,
    Optional<WaitView> waitsFor,
    String title,
    Optional<Said> titleSaid,
    String audienceSummary,
    Optional<Said> audienceSaid,
    Views.AuthorView author,
    boolean mine,
    long people,
    long spaces,
    boolean withFile,
    boolean tested,
    Optional<String> reference,
    Instant createdAt,
    Instant changedAt,
    Optional<Instant> startsAt,
    Optional<Instant> insteadOf,
    Optional<Boolean> mayHaveGoneOut,
    Optional<String> unreadable,
    Optional<String> unreadableBeside,
    Optional<String> localTime,
    Optional<String> zone,
    long graceMinutes,
    Optional<String> urgentReason,
    Optional<RepeatView> repeat,
    Optional<String> series,
    Optional<Instant> planned,
    @JsonUnwrapped DraftForm.View draft,
    Optional<String> reminds,
    Optional<ReminderViews.View> reminders,
    Optional<Instant> keptUntil,
    Optional<String> markdown,
    Optional<AttachmentView> attachment,
    Optional<CardView> card,
    Optional<List<EntryView>> audience,
    Optional<List<EntryView>> except,
    Optional<Boolean> outside,
    Optional<RetryView> retry,
    Optional<Long> notReached,
    Optional<RunViews.RunView> run) {

  static JobView of(
      Job job,
      PersonId reader,
      StandingView standing,
      Optional<Wait> waits,
      Doubts doubts,
      Optional<Whole> whole,
      Optional<RetryView> retry,
      Optional<RunViews.RunView> run,
      Optional<QuietHours> quiet) {
    var audience = whole.map(Whole::audience).orElse(job.audience());
    var summary = audience.summary();
    var due = job.state().dueTime().filter(_ -> job.state() instanceof JobState.Scheduled);
    return new JobView(
        job.id().toString(),
        job.revision(),
        job.state().word(),
        standing,
        waits.map(WaitView::of),
        job.title(),
        job.text().untitled().flatMap(Said::of),
        summary.english(),
        Said.of(summary),
        new Views.AuthorView(job.author(), job.authorName()),
        job.author().equals(reader),
        job.people(),
        job.spaces(),
        job.attachment().isPresent(),
        job.isTested(),
        Views.present(job.reference()),
        job.created(),
        job.changed(),
        job.state().dueTime(),
        job.schedule().ahead().flatMap(Ahead::due),
        Optional.of(doubts.mayHaveGoneOut()).filter(it -> it),
        doubts.unreadable(),
        doubts.unreadableBeside(),
        Views.present(job.schedule().local()),
        Views.present(job.schedule().zone()),
        job.schedule().grace().toMinutes(),
        Views.present(job.schedule().urgent()).filter(_ -> isToStart(job.state())),
        RepeatView.of(job.schedule(), due, quiet),
        job.series().map(JobId::toString),
        job.occurrence().flatMap(Occurrence::planned),
        DraftForm.View.of(job.draft()),
        job.reminded().map(JobId::toString),
        whole.flatMap(Whole::reminders),
        whole.flatMap(Whole::keptUntil),
        whole.map(_ -> job.text().markdown()),
        whole.flatMap(Whole::attachment).map(AttachmentView::of),
        whole.flatMap(_ -> job.card()).map(CardView::of),
        whole.map(more -> EntryView.of(audience.entries(), more.emails())),
        whole.map(more -> EntryView.of(audience.excluded(), more.emails())),
        whole.map(_ -> job.audience().outside()),
        retry,
        whole.flatMap(Whole::notReached),
        run);
  }

  /** Whether its author may still send it, or change when it goes out. */
  private static boolean isToStart(JobState state) {
    return state instanceof JobState.Draft || state.dueTime().isPresent();
  }

  /**
   * How a job repeats.
   *
   * @param words the days, for people
   * @param count the total number of times
   * @param until the day on which the rule ends
   * @param next the next times it goes out, at most three
   * @param quiet those of {@code next} that quiet hours hold
   * @param skipped the times that are left out since it last went out
   */
  public record RepeatView(
      String rule,
      String words,
      Optional<Integer> count,
      Optional<LocalDate> until,
      List<Instant> next,
      List<QuietHours.Held> quiet,
      List<Instant> skipped) {
    private static final int FORESEEN = 3;

    /** Absent if it does not repeat; only the rule if it can no longer be read. */
    public static Optional<RepeatView> of(
        Schedule schedule, Optional<Instant> due, Optional<QuietHours> quiet) {
      try {
        return schedule.recurrence().map(recurrence -> of(schedule, recurrence, due, quiet));
      } catch (IllegalArgumentException _) {
        var words = Recurrence.quoted(schedule.rule());
        return Optional.of(
            new RepeatView(
                schedule.rule(),
                words,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of()));
      }
    }

    private static RepeatView of(
        Schedule schedule,
        Recurrence recurrence,
        Optional<Instant> due,
        Optional<QuietHours> quiet) {
      var next = due.map(recurrence::from).orElseGet(Stream::empty).limit(FORESEEN).toList();
      return new RepeatView(
          schedule.rule(),
          recurrence.description(),
          recurrence.count(),
          recurrence.until(),
          next,
          quiet.map(hours -> hours.holding(next)).orElseGet(List::of),
          schedule.skipped());
    }
  }

  /**
   * What is shown only in the detail of a single job.
   *
   * @param audience as its reader may see it
   * @param emails the addresses of the chosen people, by id
   * @param keptUntil when it is deleted because it is old
   * @param notReached how many certainly did not get it, where sending is over
   */
  record Whole(
      Optional<Attachment> attachment,
      Audience audience,
      Map<PersonId, String> emails,
      Optional<ReminderViews.View> reminders,
      Optional<Instant> keptUntil,
      Optional<Long> notReached) {}

  /**
   * Why a job waits for somebody.
   *
   * @param unreadable what of it, or of its run, cannot be read
   * @param unreadableBeside what of its reminders, recalls and corrections cannot be read
   */
  record Doubts(
      boolean mayHaveGoneOut, Optional<String> unreadable, Optional<String> unreadableBeside) {}

  /** Whether those who failed or are held can be sent to again, and otherwise why not. */
  record RetryView(boolean possible, Optional<String> reason, Optional<Said> said) {
    static RetryView of(Optional<Phrase> whyNot) {
      return new RetryView(whyNot.isEmpty(), whyNot.map(Phrase::english), whyNot.flatMap(Said::of));
    }
  }
}
