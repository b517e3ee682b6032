package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
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
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Plan plan;
  private final PrintWriter out;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  /**
   * The options of this trial.
   *
   * @param kills how often the program is killed, half of them in the recall
   */
  record Plan(Databases database, int kills, int recipients, long seed) {}

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
        "after: %d kills, %,d recipients, %s, seed %d; %s%n",
        plan.kills, plan.recipients, plan.database, plan.seed, Site.times(Kills.SPEED, false));
    out.flush();
    try (var site = Site.open(plan.database, platform(), Kills.SPEED);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var everybody = staff.group("All staff");
      var job = staff.send(SENT, everybody);
      if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
        throw new TrialException("the message was not sent in time");
      }
      site.simulator().faults().set(faults());
      staff.post("jobs/correct", Map.of("jobId", job, "markdown", CORRECTED));
      kill(site, staff, job);
      var correction = states(staff, job);
      staff.post("jobs/recall", Map.of("jobId", job, "audience", some(staff)));
      kill(site, staff, job);
      var result = judged(site, correction, states(staff, job));
      out.println(result);
      out.printf("faults: %s%n", site.simulator().faultsFired());
      out.flush();
      return result;
    }
  }

  private SimulatorSettings platform() {
    var perSecond = Math.max(100, plan.recipients / (plan.kills * 0.4 + 2));
    return SimulatorSettings.defaults()
        .withPeople(plan.recipients)
        .withSeed(plan.seed)
        .withLimits(
            LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket((int) perSecond, perSecond)));
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

  /** One department. */
  private static List<Map<String, Object>> some(Staff staff) {
    return List.of(Map.of("kind", "group", "id", staff.group("Sales")));
  }

  /** Kills in the middle of the newest follow-up, and waits for its end. */
  private void kill(Site site, Staff staff, String job) {
    var kills = plan.kills / 2;
    var late = 0;
    for (var kill = 1; kill <= kills; kill++) {
      var total = Math.max(1, newest(staff, job).path("counts").path("total").asInt());
      var threshold = (int) (total * 0.9 * (kill - random.nextDouble()) / kills);
      Pauses.until(() -> done(staff, job) >= threshold, Duration.ofMinutes(2));
      Pauses.of(Duration.ofMillis(random.nextInt(120)));
      late += newest(staff, job).path("state").asText().equals("finished") ? 1 : 0;
      site.portal().kill();
      site.portal().start();
    }
    if (late > kills / 2) {
      throw new TrialException(
          "%d of %d kills came after the end, and show nothing".formatted(late, kills));
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
    var seen = new HashSet<String>();
    var doubled = 0;
    for (var entry : site.simulator().ledger().entries(Ledger.Query.containing(WORDS))) {
      doubled += seen.add(entry.recipient()) ? 0 : 1;
      var isCorrected = text(site, entry).endsWith("ten");
      wrong += agrees(correction.get(entry.recipient()), isCorrected || entry.deleted()) ? 0 : 1;
      wrong += agrees(recall.get(entry.recipient()), entry.deleted()) ? 0 : 1;
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

  private static String text(Site site, Ledger.Entry entry) {
    return site.simulator()
        .messages()
        .byId(entry.messageId())
        .map(message -> message.words().content().words())
        .orElse("");
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
