package belfry.web.runs;

import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.Wait;
import belfry.http.Problem;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.reminders.LeftOutReminder;
import belfry.jobs.reminders.ReminderEnd;
import belfry.jobs.schedule.QuietHours;
import belfry.messages.Reminders;
import belfry.web.drafts.ReminderForm;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reminders as JSON. */
public final class ReminderViews {
  private ReminderViews() {}

  /**
   * The reminders of a job that has begun.
   *
   * @param state planned, held or ended
   * @param why they are held, or ended
   * @param people how many would be reminded now
   * @param times those to come
   * @param quiet those of them that quiet hours hold
   * @param skipped those that were left out and can be brought back
   * @param leftOut those that were due and did not begin
   * @param set what was set
   * @param markdown the words of the next one
   * @param setBy who set them last; absent if that is not known by name
   * @param sent those that have begun, oldest first
   */
  public record View(
      String state,
      Optional<String> why,
      Optional<Said> said,
      Optional<WaitView> waitsFor,
      long people,
      List<Instant> times,
      List<HeldView> quiet,
      List<Instant> skipped,
      List<LeftOutView> leftOut,
      ReminderForm.View set,
      String markdown,
      Optional<String> setBy,
      List<SentView> sent) {
    public static View of(JobReminders.Seen seen, Optional<Wait> waits) {
      var reminders = seen.reminders();
      var why =
          seen.endedWords()
              .or(() ->
                  reminders.held() ? Optional.of(ReminderEnd.HELD) : Optional.<Phrase>empty());
      return new View(
          seen.ended().isPresent() ? "ended" : reminders.held() ? "held" : "planned",
          why.map(Phrase::english),
          why.flatMap(Said::of),
          waits.filter(_ -> seen.ended().isEmpty()).map(WaitView::of),
          seen.standing().silent(),
          seen.ended().isPresent() ? List.of() : reminders.times(),
          seen.ended().isPresent()
              ? List.of()
              : HeldView.of(seen.quiet(), reminders.times(), reminders.set()),
          seen.skipped(),
          reminders.leftOut().stream().map(LeftOutView::of).toList(),
          ReminderForm.View.of(reminders.set()),
          seen.markdown(),
          Views.present(reminders.senderName()),
          seen.begun().stream()
              .map(
                  one -> new SentView(one.job().toString(), one.planned(), one.state(), one.sent()))
              .toList());
    }
  }

  /** One that was due and did not begin, and why. */
  record LeftOutView(Instant time, String why, Optional<Said> said) {
    static LeftOutView of(LeftOutReminder one) {
      var why = one.why().phrase();
      return new LeftOutView(one.time(), why.english(), Said.of(why));
    }
  }

  /** One that has begun, and how many have got it. */
  record SentView(String jobId, Instant at, String state, long sent) {}

  /**
   * One in quiet hours.
   *
   * @param until when these are over; absent if it would be sent after the last day, so it is not
   * @param instead a later one that is due by then and goes out instead, as only the newest does
   */
  record HeldView(Instant time, Optional<Instant> until, Optional<Instant> instead) {
    static List<HeldView> of(List<QuietHours.Held> held, List<Instant> times, Reminders set) {
      return held.stream().map(one -> of(one, times, set.end().orElse(Instant.MAX))).toList();
    }

    private static HeldView of(QuietHours.Held one, List<Instant> times, Instant end) {
      var until = Optional.of(one.until()).filter(end::isAfter);
      var newest =
          times.stream()
              .filter(time -> time.isAfter(one.time()) && !time.isAfter(one.until()))
              .max(Comparator.naturalOrder());
      return new HeldView(one.time(), until, newest.filter(_ -> until.isPresent()));
    }
  }

  /**
   * What would be sent for a draft.
   *
   * @param counted for a message that was sent, from when the days are counted
   * @param problem why it could not be sent like this
   */
  public record Foreseen(
      List<Instant> times,
      List<HeldView> quiet,
      String markdown,
      Optional<Instant> counted,
      Optional<Problem.FieldError> problem) {
    public static Optional<Foreseen> of(
        JobReminders.Foreseen foreseen,
        Reminders set,
        Optional<String> ofSent,
        Optional<Instant> counted) {
      return foreseen.markdown().isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Foreseen(
                  foreseen.times(),
                  HeldView.of(foreseen.quiet(), foreseen.times(), set),
                  ofSent.orElse(foreseen.markdown()),
                  counted,
                  foreseen
                      .fault()
                      .map(fault -> Problem.FieldError.of(fault.field(), fault.phrase()))));
    }
  }
}
