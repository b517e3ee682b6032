package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.jobs.checking.Checking;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.schedule.Fault;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;

/** How the API answers a request to change a job. */
public final class JobReplies {
  record CancelView(JobView job, long sentBefore, long inFlight, long neverSent) {}

  private JobReplies() {}

  /** The reply with the job as it is now, or why nothing was changed. */
  static Reply of(JobViews views, Caller caller, int status, ChangeResult answer) {
    return switch (answer) {
      case ChangeResult.Agreed(var job) -> Reply.json(status, views.whole(job, caller));
      case ChangeResult.Cancelled(var job, var sentBefore, var inFlight, var neverSent) ->
          Reply.ok(new CancelView(views.whole(job, caller), sentBefore, inFlight, neverSent));
      case ChangeResult.Deleted _ -> Reply.noContent();
      case ChangeResult.Tried _ -> throw new IllegalArgumentException("no test was asked for");
      case ChangeResult.Missing() -> throw JobForms.noJob();
      case ChangeResult.Forbidden(var why, var field) ->
          throw (field.isEmpty() ? Problem.forbidden(why) : Problem.forbidden(field, why)).thrown();
      case ChangeResult.Stale(var job) ->
          throw Problem.stale(
                  Phrase.of(
                      "job.stale",
                      "Somebody else changed this; it is now at revision {{revision}}. Load it"
                          + " again.",
                      "revision",
                      job.revision()))
              .thrown();
      case ChangeResult.Invalid(var faults) ->
          throw Problem.invalid(
                  faults.stream()
                      .map(fault -> caller.reads() ? fault : Checking.withoutColumns(fault))
                      .map(JobReplies::error)
                      .toList())
              .thrown();
      case ChangeResult.Refused(var why) -> throw Problem.conflict(why).thrown();
    };
  }

  public static Problem.FieldError error(Fault fault) {
    return Problem.FieldError.of(fault.field(), fault.phrase());
  }
}
