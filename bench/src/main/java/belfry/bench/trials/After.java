package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  /** How many kills came when nothing was left to do. */
  private int late;

  /**
   * The options of this trial.
   *
   * @param platform who plays it; only the simulator loses answers
   * @param kills how often the program is killed, half of them in the recall
   */
  record Plan(Databases database, Strange.Player platform, int kills, int recipients, long seed) {}

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
    out.printf(
        "after: %d kills, %,d recipients, %s, %s, seed %d; %s%n",
        plan.kills,
        plan.recipients,
        plan.platform,
        plan.database,
        plan.seed,
        Site.times(Kills.SPEED, false));
    out.flush();
    try (var site =
            Site.open(plan.database, plan.platform.open(plan.recipients, plan.seed), Kills.SPEED);
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
        site.simulator().faults().set(faults());
      }
      staff.post("jobs/correct", Map.of("jobId", job, "markdown", CORRECTED));
      kill(site, staff, job);
      var correction = states(staff, job);
      staff.post("jobs/recall", Map.of("jobId", job, "audience", some(site)));
      kill(site, staff, job);
      if (late > plan.kills / 2) {
        throw new TrialException(
            "%d of %d kills came after the end, and show nothing".formatted(late, plan.kills));
      }
      var result = judged(site, correction, states(staff, job));
      out.println(result);
      if (plan.platform == Strange.Player.SIMULATOR) {
        out.printf("faults: %s%n", site.simulator().faultsFired());
      }
      out.flush();
      return result;
    }
  }

  private static List<FaultRule> faults() {
    var common =
        Stream.of(Operation.MESSAGES_EDIT, Operation.MESSAGES_DELETE)
            .flatMap(operation ->
                Stream.of(
                    rule(operation, Fault.after(502), 0.05),
                    rule(operation, Fault.before(503), 0.05),
                    rule(operation, new Fault.Reset(Stage.AFTER), 0.03),
                    rule(operation, new Fault.Reset(Stage.BEFORE), 0.03),
                    rule(operation, Fault.delayed(Duration.ofMillis(700)), 0.02)));
    // The answer to a DELETE has no body.
    var ofBodies =
        Stream.of(
            rule(Operation.MESSAGES_EDIT, new Fault.Truncated(), 0.02),
            rule(Operation.MESSAGES_EDIT, new Fault.NonJson(), 0.02));
    return Stream.concat(common, ofBodies).toList();
  }

  private static FaultRule rule(Operation operation, Fault fault, double share) {
    return FaultRule.on(operation, fault).withShare(share);
  }

  /** Every third of the first people. */
  private static List<Map<String, String>> some(Site site) {
    var people = site.platform().people();
    return IntStream.range(0, Math.min(people.size(), MOST_CHOSEN))
        .filter(number -> number % 3 == 0)
        .mapToObj(number -> Map.of("kind", "person", "email", people.get(number).email()))
        .toList();
  }

  /** Kills in the middle of the newest follow-up, and waits for its end. */
  private void kill(Site site, Staff staff, String job) {
    var kills = plan.kills / 2;
    for (var kill = 1; kill <= kills; kill++) {
      var total = Math.max(1, newest(staff, job).path("counts").path("total").asInt());
      var threshold = (int) (total * 0.9 * (kill - random.nextDouble()) / kills);
      Pauses.until(() -> done(staff, job) >= threshold, Duration.ofMinutes(2));
      Pauses.of(Duration.ofMillis(random.nextInt(120)));
      late += newest(staff, job).path("state").asText().equals("finished") ? 1 : 0;
      site.portal().kill();
      site.portal().start();
    }
    var over =
        Pauses.until(() -> newest(staff, job).path("state").asText().equals("finished"), LONGEST);
    if (!over) {
      throw new TrialException("it was not over in time: " + newest(staff, job));
    }
    out.printf("  %s%n", newest(staff, job).path("counts"));
    out.flush();
  }

  private static int done(Staff staff, String job) {
    Pauses.of(Duration.ofMillis(50));
    return newest(staff, job).path("counts").path("done").asInt();
  }

  private static JsonNode newest(Staff staff, String job) {
    return staff.job(job).path("run").path("followUps").path(0);
  }

  /** The state of each message of the newest follow-up, by its recipient. */
  private static Map<String, String> states(Staff staff, String job) {
    var states = new HashMap<String, String>();
    var id = newest(staff, job).path("id").asText();
    var path = "jobs/followUp/messages/" + id + "?limit=200";
    for (var next = ""; ; ) {
      var page = staff.get(next.isEmpty() ? path : path + "&cursor=" + next);
      page.path("items")
          .forEach(item -> states.put(item.path("id").asText(), item.path("state").asText()));
      next = page.path("next").asText();
      if (next.isEmpty()) {
        return states;
      }
    }
  }

  /** What is said must be so; what is unclear may be either. */
  private Result judged(Site site, Map<String, String> correction, Map<String, String> recall) {
    var wrong = 0;
    var doubled = 0;
    var seen = site.platform().shown(WORDS);
    for (var one : seen.entrySet()) {
      doubled += one.getValue().size() - 1;
      var text = one.getValue().getFirst();
      wrong += agrees(correction.get(one.getKey()), text.isEmpty() || text.endsWith("ten")) ? 0 : 1;
      wrong += agrees(recall.get(one.getKey()), text.isEmpty()) ? 0 : 1;
    }
    var lost = plan.recipients - seen.size();
    if (lost != 0 || correction.size() != plan.recipients) {
      throw new TrialException(
          "%d got nothing, and the correction is about %d of %d"
              .formatted(lost, correction.size(), plan.recipients));
    }
    return new Result(
        count(correction, "done"),
        count(recall, "done"),
        count(correction, "unclear") + count(recall, "unclear"),
        wrong,
        doubled);
  }

  private static boolean agrees(@Nullable String state, boolean changed) {
    return switch (state) {
      case "done" -> changed;
      case "refused", "skipped" -> !changed;
      case "unclear" -> true;
      case null -> !changed;
      default -> false;
    };
  }

  private static int count(Map<String, String> states, String state) {
    return (int) states.values().stream().filter(state::equals).count();
  }
}
