package belfry.jobs;

import belfry.runs.RunProgress;
import belfry.runs.Tally;
import java.util.Optional;

/** What a cancelled job came to at the moment of the cancel. */
public record Stopped(Answer answer, long sentBefore, long inFlight, long neverSent) {
  /**
   * Of a job that stood there.
   *
   * @param counted how many people and spaces it was to go to, as long as its run does not say
   */
  static Stopped of(Answer answer, Optional<RunProgress> was, long counted) {
    var tally = was.map(RunProgress::tally).orElse(Tally.NONE);
    var total = was.filter(RunProgress::expanded).map(RunProgress::total).orElse(counted);
    var inFlight = tally.sending() + tally.unknown();
    var settled = tally.sent() + tally.failed() + tally.held();
    return new Stopped(answer, tally.sent(), inFlight, Math.max(0, total - settled - inFlight));
  }
}
