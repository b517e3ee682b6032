package belfry.web.jobs;

import belfry.base.Said;
import belfry.jobs.JobStanding;
import java.util.Optional;

/**
 * Where a job stands.
 *
 * @param name for programs; the words say the numbers too
 */
record StandingView(String name, String words, Optional<Said> said) {
  static StandingView of(JobStanding standing) {
    var words = standing.words();
    return new StandingView(standing.name().word(), words.english(), Said.of(words));
  }
}
