package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.base.Time;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.RecipientDecisions;
import belfry.jobs.Sending;
import belfry.jobs.SkippedTimes;
import belfry.jobs.Stopping;
import belfry.jobs.Writing;
import belfry.jobs.job.Again;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.JobStore;
import belfry.runs.followups.FollowUpId;
import belfry.runs.ids.JobId;
import belfry.web.drafts.DraftForm;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import belfry.web.people.AudienceForms;
import belfry.web.runs.RecipientActions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code POST jobs/…}: decodes, has it done, and answers. It contains no business rules. */
public final class JobActions {
  private final JobStore jobs;
  private final Writing writing;
  private final Sending sending;
  private final Stopping stopping;
  private final JobViews views;
  private final AudienceForms audiences;
  private final RecipientActions recipients;
  private final SkippedTimes skipped;
  private final Time time;

  /** The dependencies of the actions. */
  public record Parts(
      JobStore jobs,
      Writing writing,
      Sending sending,
      Stopping stopping,
      RecipientDecisions decisions,
      SkippedTimes skipped,
      AudienceForms audiences,
      JobViews views,
      Time time) {}

  public JobActions(Parts parts) {
    jobs = parts.jobs;
    writing = parts.writing;
    sending = parts.sending;
    stopping = parts.stopping;
    recipients = new RecipientActions(parts.decisions);
    skipped = parts.skipped;
    audiences = parts.audiences;
    views = parts.views;
    time = parts.time;
  }

  private record EditForm(
      @Nullable String jobId,
      @Nullable Long revision,
      @Nullable String reference,
      @Nullable String requestId) {}

  public Reply edit(Caller caller, Request request) {
    var sent = DraftForm.within(request, EditForm.class);
    var form = sent.form();
    if (form.jobId == null) {
      var limited = JobForms.limited(sent.draft().read(caller, Draft.NONE, audiences));
      var id = Fields.requestId(form.requestId);
      // What is written on the page grows between two requests; what a program sends does not.
      var exactly =
          request.header("idempotency-key").isPresent()
              || !caller.actor().token().isEmpty()
              || form.reference != null;
      return reply(
          caller,
          201,
          exactly
              ? writing.createExactly(
                  caller.actor(), limited, JobForms.reference(form.reference), id)
              : writing.create(caller.actor(), limited, id));
    }
    var revision = seen(form.revision);
    if (form.reference != null) {
      throw Problem.invalid(
              "reference",
              Phrase.of(
                  "reference.stays",
                  "It is given when the message is made, and stays. Leave it out."))
          .thrown();
    }
    var job = JobForms.found(caller, jobs, form.jobId);
    var draft = sent.draft().read(caller, job.draft(), audiences);
    return reply(
        caller,
        200,
        writing.edit(
            caller.actor(),
            job.id(),
            revision,
            JobForms.limited(draft),
            Fields.requestId(form.requestId)));
  }

  private static long seen(@Nullable Long revision) {
    if (revision == null) {
      throw Problem.invalid(
              "revision", Phrase.of("revision.missing", "Send the revision that you saw."))
          .thrown();
    }
    return revision;
  }

  /** What is to be sent, and what is changed of it first. */
  private Sending.Wish wish(
      Caller caller, @Nullable String jobId, @Nullable DraftForm edit, Consent consent) {
    if (edit == null) {
      return new Sending.Wish(JobForms.id(jobId), Optional.empty(), consent);
    }
    var _ = seen(consent.revision().orElse(null));
    var job = JobForms.found(caller, jobs, jobId);
    var draft = JobForms.limited(edit.read(caller, job.draft(), audiences));
    return new Sending.Wish(job.id(), Optional.of(draft), consent);
  }

  private record JobForm(
      @Nullable String jobId,
      @Nullable Long revision,
      @Nullable DraftForm edit,
      @Nullable Integer undoSeconds,
      @Nullable Long recipients,
      @Nullable String whom,
      @Nullable String goesOutAt,
      @Nullable String urgentReason,
      @Nullable Boolean keepDraft,
      @Nullable Boolean undo,
      @Nullable String requestId) {
    JobId id() {
      return JobForms.id(jobId);
    }
  }

  public Reply runNow(Caller caller, Request request) {
    var form = Bodies.json(request, JobForm.class);
    var undo = JobForms.undo(form.undoSeconds);
    return reply(
        caller,
        200,
        sending.runNow(
            caller.actor(),
            wish(
                caller,
                form.jobId,
                form.edit,
                JobForms.consent(
                    form.revision, form.recipients, form.whom, form.goesOutAt, form.urgentReason)),
            undo,
            Fields.requestId(form.requestId)));
  }

  private record ScheduleForm(
      @Nullable String jobId,
      @Nullable Long revision,
      @Nullable DraftForm edit,
      @Nullable String at,
      @Nullable String zone,
      @Nullable String repeat,
      @Nullable Long graceMinutes,
      @Nullable Long recipients,
      @Nullable String whom,
      @Nullable String goesOutAt,
      @Nullable String urgentReason,
      @Nullable String requestId) {}

  public Reply schedule(Caller caller, Request request) {
    var form = Bodies.json(request, ScheduleForm.class);
    if (form.at == null) {
      throw Problem.invalid("at", Phrase.of("at.missing", "Give a time, like 2026-11-27T16:00."))
          .thrown();
    }
    var id = JobForms.id(form.jobId);
    var former = JobForms.former(jobs.find(caller.app().name(), id));
    var when =
        JobForms.when(form.at, form.zone, form.repeat, form.graceMinutes).read(time.now(), former);
    return reply(
        caller,
        200,
        sending.schedule(
            caller.actor(),
            wish(
                caller,
                form.jobId,
                form.edit,
                JobForms.consent(
                    form.revision, form.recipients, form.whom, form.goesOutAt, form.urgentReason)),
            when,
            Fields.requestId(form.requestId)));
  }

  public Reply cancel(Caller caller, Request request) {
    var form = Bodies.json(request, JobForm.class);
    var requestId = Fields.requestId(form.requestId);
    var keepDraft = Boolean.TRUE.equals(form.keepDraft);
    return reply(
        caller,
        200,
        Boolean.TRUE.equals(form.undo)
            ? stopping.undo(
                caller.actor(), form.id(), Optional.ofNullable(form.revision), requestId)
            : stopping.cancel(caller.actor(), form.id(), keepDraft, requestId));
  }

  public Reply pause(Caller caller, Request request) {
    var form = Bodies.json(request, JobForm.class);
    return reply(
        caller, 200, stopping.pause(caller.actor(), form.id(), Fields.requestId(form.requestId)));
  }

  public Reply resume(Caller caller, Request request) {
    var form = Bodies.json(request, JobForm.class);
    return reply(
        caller,
        200,
        stopping.resume(
            caller.actor(),
            form.id(),
            Optional.ofNullable(form.revision),
            Fields.requestId(form.requestId)));
  }

  private record UrgentForm(
      @Nullable String jobId, @Nullable String reason, @Nullable String requestId) {}

  /** Has it also sent during quiet hours. */
  public Reply hurry(Caller caller, Request request) {
    var form = Bodies.json(request, UrgentForm.class);
    var reason = JobForms.reason("reason", form.reason == null ? "" : form.reason);
    return reply(
        caller,
        200,
        sending.hurry(
            caller.actor(), JobForms.id(form.jobId), reason, Fields.requestId(form.requestId)));
  }

  public Reply duplicate(Caller caller, Request request) {
    var form = Bodies.json(request, CopyForm.class);
    var id = JobForms.id(form.jobId);
    var requestId = Fields.requestId(form.requestId);
    return reply(caller, 201, writing.duplicate(caller.actor(), id, form.again(), requestId));
  }

  private record CopyForm(
      @Nullable String jobId,
      @Nullable String who,
      @Nullable String recall,
      @Nullable String requestId) {
    Optional<Again> again() {
      var named =
          Optional.ofNullable(recall)
              .map(id ->
                  FollowUpId.parse(id)
                      .filter(_ -> who != null)
                      .orElseThrow(() -> Problem.invalid("recall", Again.NO_RECALL).thrown()));
      return Optional.ofNullable(who).map(word -> new Again(AudienceForms.who(word, "who"), named));
    }
  }

  public Reply delete(Caller caller, Request request) {
    var form = Bodies.json(request, JobForm.class);
    return reply(
        caller,
        204,
        writing.delete(
            caller.actor(),
            form.id(),
            Optional.ofNullable(form.revision),
            Fields.requestId(form.requestId)));
  }

  public Reply decide(Caller caller, Request request) {
    return reply(caller, 200, recipients.decide(caller, request));
  }

  public Reply retryFailed(Caller caller, Request request) {
    return reply(caller, 200, recipients.retryFailed(caller, request));
  }

  public Reply skip(Caller caller, Request request) {
    return ofOneTime(caller, request, skipped::skip);
  }

  public Reply unskip(Caller caller, Request request) {
    return ofOneTime(caller, request, skipped::unskip);
  }

  private Reply ofOneTime(Caller caller, Request request, TimeForm.Change change) {
    var ifNone =
        Phrase.of("skip.noTime", "Send one of the job's times, like 2026-11-27T14:00:00Z.");
    return reply(caller, 200, TimeForm.answer(caller, request, ifNone, change));
  }

  private Reply reply(Caller caller, int status, ChangeResult answer) {
    return JobReplies.of(views, caller, status, answer);
  }
}
