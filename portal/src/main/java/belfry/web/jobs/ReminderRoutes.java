package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.reminders.JobReminders;
import belfry.web.drafts.JobForms;
import belfry.web.drafts.ReminderForm;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code POST jobs/remind}, and the same to skip, bring back and stop reminders. */
public final class ReminderRoutes {
  private final JobReminders reminders;
  private final JobViews views;

  public ReminderRoutes(JobReminders reminders, JobViews views) {
    this.reminders = reminders;
    this.views = views;
  }

  private record SetForm(
      @Nullable String jobId,
      @Nullable Long revision,
      @Nullable ReminderForm reminders,
      @Nullable String requestId) {}

  public Reply set(Caller caller, Request request) {
    var form = Bodies.json(request, SetForm.class);
    var id = JobForms.id(form.jobId);
    var errors = new ArrayList<Problem.FieldError>();
    var set = ReminderForm.read(form.reminders, "reminders", reminders.zone(id), errors);
    if (errors.isEmpty() && !set.any()) {
      errors.add(
          Problem.FieldError.of(
              "reminders.times",
              Phrase.of("reminders.noTimes", "Say when to remind, or stop the reminders.")));
    }
    if (!errors.isEmpty()) {
      throw Problem.invalid(errors).thrown();
    }
    return reply(
        caller,
        reminders.set(
            caller.actor(),
            id,
            Optional.ofNullable(form.revision),
            set,
            Fields.requestId(form.requestId)));
  }

  public Reply skip(Caller caller, Request request) {
    return ofOne(caller, request, reminders::skip);
  }

  public Reply unskip(Caller caller, Request request) {
    return ofOne(caller, request, reminders::unskip);
  }

  private Reply ofOne(Caller caller, Request request, TimeForm.Change change) {
    var ifNone =
        Phrase.of(
            "reminders.noTime", "Send the time of the next reminder, like 2026-12-03T08:00:00Z.");
    return reply(caller, TimeForm.answer(caller, request, ifNone, change));
  }

  private record StopForm(@Nullable String jobId, @Nullable String requestId) {}

  public Reply stop(Caller caller, Request request) {
    var form = Bodies.json(request, StopForm.class);
    return reply(
        caller,
        reminders.stop(caller.actor(), JobForms.id(form.jobId), Fields.requestId(form.requestId)));
  }

  private Reply reply(Caller caller, ChangeResult answer) {
    return JobReplies.of(views, caller, 200, answer);
  }
}
