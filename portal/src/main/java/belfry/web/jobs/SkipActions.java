package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Request;
import belfry.jobs.SkippedTimes;
import belfry.jobs.job.Answer;
import belfry.web.drafts.JobForms;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code POST jobs/skip} and {@code jobs/unskip}: single times of a repeating job. */
final class SkipActions {
  private final SkippedTimes skipped;

  SkipActions(SkippedTimes skipped) {
    this.skipped = skipped;
  }

  private record Form(@Nullable String jobId, @Nullable String time, @Nullable String requestId) {
    Instant planned() {
      try {
        return Instant.parse(time == null ? "" : time);
      } catch (DateTimeException _) {
        throw Problem.invalid(
                "time",
                Phrase.of("skip.noTime", "Send one of the job's times, like 2026-11-27T14:00:00Z."))
            .thrown();
      }
    }
  }

  Answer skip(Caller caller, Request request) {
    var form = Bodies.json(request, Form.class);
    return skipped.skip(
        caller.actor(), JobForms.id(form.jobId), form.planned(), Fields.requestId(form.requestId));
  }

  Answer unskip(Caller caller, Request request) {
    var form = Bodies.json(request, Form.class);
    return skipped.unskip(
        caller.actor(), JobForms.id(form.jobId), form.planned(), Fields.requestId(form.requestId));
  }
}
