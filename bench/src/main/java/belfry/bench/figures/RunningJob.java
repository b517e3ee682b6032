package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.time.Duration;

/** A job that is being sent, slowly, while something else is looked at. */
final class RunningJob {
  private RunningJob() {}

  /** Sends to everybody, so many a second, and returns the job's id once some have got it. */
  static String begin(Site site, Staff staff, int perSecond, Duration within) {
    site.simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
    var before = Arrivals.of(site);
    var job = staff.send("Good morning everybody", staff.group("All staff"));
    if (!Pauses.until(() -> Arrivals.of(site) > before + 2 * perSecond, within)) {
      throw new TrialException("the job did not begin");
    }
    return job;
  }

  /** What is left of this time, which began then. */
  static Duration left(Duration of, long since) {
    var left = of.minusNanos(System.nanoTime() - since);
    if (left.isNegative()) {
      throw new TrialException("the portal was too slow to start");
    }
    return left;
  }

  static void mustGoOn(Staff staff, String job) {
    if (staff.job(job).path("state").asText().equals("finished")) {
      throw new TrialException("the job was over before all questions were asked");
    }
  }
}
