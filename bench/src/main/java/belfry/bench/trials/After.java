package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Corrects a message for everybody and then recalls it for some, while the program is killed again
 * and again and answers are lost; then compares with what the platform shows.
 */
final class After {
  private static final String WORDS = "The belfry rings at";
  private static final String SENT = "Dear {{firstName}}, " + WORDS + " nine";
  private static final String CORRECTED = "Dear {{firstName}}, " + WORDS + " ten";
  private static final int MOST_CHOSEN = 600;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Plan plan;
  private final PrintWriter out;

  /**
   * The options of this trial.
   *
   * @param platform who plays it; only the simulator loses answers
   * @param kills how often the program is killed, half of them in the recall
   */
  record Plan(
      Databases database, int bots, Strange.Player platform, int kills, int recipients, long seed) {
    /** Opens the site, and says what is tried there. */
    Site open(String trial, PrintWriter out) {
      out.printf(
          "%s: %d kills, %,d recipients, %s, %s, seed %d; %s%n",
          trial, kills, recipients, platform, database, seed, Site.times(Kills.SPEED, false));
      out.flush();
      return Site.open(database, platform.open(recipients, seed, bots), Kills.SPEED, bots);
    }

    /** Says what came of it. */
    void tell(Record result, Site site, PrintWriter out) {
      out.println(result);
      if (platform == Strange.Player.SIMULATOR) {
        out.printf("faults: %s%n", site.simulator().faultsFired());
      }
      out.flush();
    }
  }

  /**
   * What the platform shows beside what the portal says.
   *
   * @param wrong people for whom the two differ
   */
  record Result(int corrected, int recalled, int unclear, int wrong, int doubled) {
    boolean sound() {
      return wrong == 0 && doubled == 0;
    }
  }

  After(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  /** Carries it out. */
  Result run() {
    try (var site = plan.open("after", out);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      site.platform().permit(Math.max(100, plan.recipients / (plan.kills * 0.4 + 2)));
      staff.signIn(site.platform());
      var everybody = staff.group("All staff");
      var job = staff.send(SENT, everybody);
      if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
        throw new TrialException("the message was not sent in time");
      }
      if (plan.platform == Strange.Player.SIMULATOR) {
        site.simulator().faults().set(FollowedUp.faults());
      }
      var followed = new FollowedUp(site, staff, out);
      staff.post("jobs/correct", Map.of("jobId", job, "markdown", CORRECTED));
      followed.kill(plan.kills / 2, job);
      var correction = followed.states(job);
      staff.post("jobs/recall", Map.of("jobId", job, "audience", some(site)));
      followed.kill(plan.kills / 2, job);
      followed.requireInTime(plan.kills);
      var result = judged(site, correction, followed.states(job));
      plan.tell(result, site, out);
      return result;
    }
  }

  /** Every third of the first people. */
  private static List<Map<String, String>> some(Site site) {
    var people = site.platform().people();
    return IntStream.range(0, Math.min(people.size(), MOST_CHOSEN))
        .filter(number -> number % 3 == 0)
        .mapToObj(number -> Map.of("kind", "person", "email", people.get(number).email()))
        .toList();
  }

  /** What is said must be so; what is unclear may be either. */
  private Result judged(Site site, Map<String, String> correction, Map<String, String> recall) {
    var wrong = 0;
    var doubled = 0;
    var seen = site.platform().shown(WORDS);
    for (var one : seen.entrySet()) {
      doubled += one.getValue().size() - 1;
      var text = one.getValue().getFirst();
      wrong +=
          FollowedUp.agrees(correction.get(one.getKey()), text.isEmpty() || text.endsWith("ten"))
              ? 0
              : 1;
      wrong += FollowedUp.agrees(recall.get(one.getKey()), text.isEmpty()) ? 0 : 1;
    }
    var lost = plan.recipients - seen.size();
    if (lost != 0 || correction.size() != plan.recipients) {
      throw new TrialException(
          "%d got nothing, and the correction is about %d of %d"
              .formatted(lost, correction.size(), plan.recipients));
    }
    return new Result(
        FollowedUp.count(correction, "done"),
        FollowedUp.count(recall, "done"),
        FollowedUp.count(correction, "unclear") + FollowedUp.count(recall, "unclear"),
        wrong,
        doubled);
  }
}
