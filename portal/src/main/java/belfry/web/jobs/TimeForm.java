package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Request;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.runs.ids.JobId;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names one time of a job, which is to be skipped or brought back. */
record TimeForm(@Nullable String jobId, @Nullable String time, @Nullable String requestId) {
  /** What is done about it. */
  interface Change {
    ChangeResult answer(Actor actor, JobId job, Instant planned, Optional<String> requestId);
  }

  static ChangeResult answer(Caller caller, Request request, Phrase ifNoTime, Change change) {
    var form = Bodies.json(request, TimeForm.class);
    return change.answer(
        caller.actor(),
        JobForms.id(form.jobId),
        form.planned(ifNoTime),
        Fields.requestId(form.requestId));
  }

  private Instant planned(Phrase ifNone) {
    try {
      return Instant.parse(time == null ? "" : time);
    } catch (DateTimeException _) {
      throw Problem.invalid("time", ifNone).thrown();
    }
  }
}
