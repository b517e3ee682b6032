package belfry.bench.trials;

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
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a trial does to a message while it is being recalled or corrected: it kills the program in
 * the middle, and reads what the portal says of each message in the end.
 */
final class FollowedUp {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Site site;
  private final Staff staff;
  private final PrintWriter out;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  /** How many kills came when nothing was left to do. */
  private int late;

  FollowedUp(Site site, Staff staff, PrintWriter out) {
    this.site = site;
    this.staff = staff;
    this.out = out;
  }

  /** Answers to edits and deletions are lost, late or none. */
  static List<FaultRule> faults() {
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

  /** Kills in the middle of the newest follow-up, and waits for its end. */
  void kill(int kills, String job) {
    killWhile(
        kills,
        () -> newest(job).path("counts").path("total").asInt(),
        () -> newest(job).path("counts").path("done").asInt(),
        () -> isOver(job));
    if (!Pauses.until(() -> isOver(job), LONGEST)) {
      throw new TrialException("it was not over in time: " + newest(job));
    }
    out.printf("  %s%n", newest(job).path("counts"));
    out.flush();
  }

  /** Kills evenly over something that goes from 0 to {@code total}. */
  void killWhile(int kills, IntSupplier total, IntSupplier done, BooleanSupplier over) {
    for (var kill = 1; kill <= kills; kill++) {
      var all = Math.max(1, total.getAsInt());
      var threshold = (int) (all * 0.9 * (kill - random.nextDouble()) / kills);
      Pauses.until(
          () -> {
            Pauses.of(Duration.ofMillis(50));
            return done.getAsInt() >= threshold;
          },
          Duration.ofMinutes(2));
      Pauses.of(Duration.ofMillis(random.nextInt(120)));
      late += over.getAsBoolean() ? 1 : 0;
      site.portal().kill();
      site.portal().start();
    }
  }

  /** Kills that come after the end show nothing. */
  void requireInTime(int kills) {
    if (late > kills / 2) {
      throw new TrialException(
          "%d of %d kills came after the end, and show nothing".formatted(late, kills));
    }
  }

  private boolean isOver(String job) {
    return newest(job).path("state").asText().equals("finished");
  }

  /** The newest follow-up. */
  JsonNode newest(String job) {
    return staff.job(job).path("run").path("followUps").path(0);
  }

  /** The state of each message of the newest follow-up, by its recipient. */
  Map<String, String> states(String job) {
    var states = new HashMap<String, String>();
    var id = newest(job).path("id").asText();
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

  /** Whether what the portal says of a message is so; what is unclear may be either. */
  static boolean agrees(@Nullable String state, boolean changed) {
    return switch (state) {
      case "done" -> changed;
      case "refused", "skipped" -> !changed;
      case "unclear" -> true;
      case null -> !changed;
      default -> false;
    };
  }

  static int count(Map<String, String> states, String state) {
    return (int) states.values().stream().filter(state::equals).count();
  }
}
