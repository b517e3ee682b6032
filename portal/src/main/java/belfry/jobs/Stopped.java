package belfry.jobs;

import belfry.jobs.job.Answer;
import belfry.runs.RunProgress;
import belfry.runs.recipients.Tally;
import java.util.Optional;

/** How far a cancelled job had come at the moment of the cancel. */
public record Stopped(Answer answer, long sentBefore, long inFlight, long neverSent) {
  /**
   * For a job with this progress.
   *
   * @param counted how many people and spaces it was for, as long as its run does not say
   */
  static Stopped of(Answer answer, Optional<RunProgress> was, long counted) {
    var tally = was.map(RunProgress::tally).orElse(Tally.NONE);
    var total = was.filter(RunProgress::expanded).map(RunProgress::total).orElse(counted);
    var inFlight = tally.sending() + tally.unknown();
    var settled = tally.sent() + tally.failed() + tally.held();
    return new Stopped(answer, tally.sent(), inFlight, Math.max(0, total - settled - inFlight));
  }
}
