package belfry.bench.trials;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Wording;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Backs the program up while it sends, kills it when much more has been sent, restores the backup
 * at an empty place and lets it send on: everybody has one message, nobody two.
 */
final class Restores {
  private static final double SPEED = 20;
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int FILE_BYTES = 20_000;

  private final Plan plan;
  private final PrintWriter out;

  /** The options of this trial. */
  record Plan(Databases database, int bots, int recipients, long seed) {}

  /**
   * What came of it.
   *
   * @param messages what each message came to, by its words
   * @param lost how many messages were sent after the backup, and are in no row of it
   * @param held whether the job that had gone out after the backup waits for a decision
   * @param doubledByIt how many got that one twice
   */
  record Result(Map<String, Judgement> messages, int lost, boolean held, long doubledByIt) {
    /** Only spaces may be left to people. */
    boolean sound() {
      return lost > 0
          && held
          && doubledByIt == 0
          && messages.values().stream().allMatch(Judgement::sound)
          && messages.entrySet().stream()
              .allMatch(one -> one.getKey().equals(SPACES) || one.getValue().decided());
    }
  }

  // With words in common, a message that no row tells of would be taken for one in doubt.
  private static final String PERSONAL = "The belfry was rebuilt";
  private static final String WITH_FILE = "Find your seat plan attached";
  private static final String SPACES = "Every room closes early today";
  private static final String SCHEDULED = "Lunch waits downstairs since noon";

  /** The jobs under way. */
  private record Jobs(String personal, String withFile, String spaces, String scheduled) {}

  Restores(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  Result run() {
    out.printf(
        "restore: %,d recipients, %s, seed %d; %s%n",
        plan.recipients, plan.database, plan.seed, Site.times(SPEED, true));
    out.flush();
    try (var site = Site.open(plan.database, platform(), SPEED, plan.bots);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var wording = new Wording(PERSONAL, "", true, true, Optional.empty());
      var jobs = begun(site, staff, wording);
      await(
          () -> Arrivals.of(site) >= plan.recipients / 4, "too few arrived", Duration.ofMinutes(2));
      pauseAtOnce(staff, jobs.spaces);
      var before = backup(site);
      staff.post("jobs/resume", Map.of("jobId", jobs.spaces));
      goOnUntil(site, staff, jobs, plan.recipients * 4 / 3);
      site.portal().kill();
      var lost = Arrivals.of(site) - before;
      out.printf("  killed when %,d more messages had arrived%n", lost);
      restore(site);
      staff.signIn(site.platform());
      staff.post("jobs/resume", Map.of("jobId", jobs.spaces));
      await(() -> isOver(staff, jobs), "the messages are not over", LONGEST);
      var result = judged(site, staff, jobs, wording, lost);
      result.messages.forEach((words, judgement) -> out.printf("%s: %s%n", words, judgement));
      out.printf(
          "%s: %s, doubled: %d%n",
          SCHEDULED, result.held ? "held" : "NOT HELD", result.doubledByIt);
      out.flush();
      return result;
    }
  }

  /** The rate leaves time for a backup in between. */
  private SimulatorSettings platform() {
    var perSecond = Math.max(60, plan.recipients / 15) / plan.bots;
    return SimulatorSettings.defaults()
        .withPeople(plan.recipients)
        .withSeed(plan.seed)
        .withListingLag(Duration.ofMillis(100))
        .withLimits(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
  }

  private static Jobs begun(Site site, Staff staff, Wording wording) {
    var all = staff.group("All staff");
    var everybody = Map.<String, Object>of("kind", "group", "id", all);
    var spaces =
        staff.spacesBut(site.platform().closedSpaces()).stream()
            .map(id -> Map.<String, Object>of("kind", "space", "id", id))
            .toList();
    var scheduled = staff.draft(SCHEDULED, staff.group("Engineering"));
    var due = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(8).truncatedTo(ChronoUnit.SECONDS);
    staff.post("jobs/schedule", Map.of("jobId", scheduled, "at", due.toString(), "zone", "UTC"));
    return new Jobs(
        staff.send(wording, List.of(staff.desks(site.platform()), everybody), false, Map.of()),
        staff.send(WITH_FILE, FILE_BYTES, all),
        staff.draft(SPACES, spaces),
        scheduled);
  }

  /** Spaces are few: without a pause, all of them would have it before the backup. */
  private static void pauseAtOnce(Staff staff, String job) {
    staff.post("jobs/runNow", Map.of("jobId", job));
    await(
        () -> staff.job(job).path("state").asText().equals("sending"),
        "a message did not begin",
        Duration.ofMinutes(1));
    staff.post("jobs/pause", Map.of("jobId", job));
  }

  /** How many messages had arrived when it began. */
  private int backup(Site site) {
    var before = Arrivals.of(site);
    var file = site.file("belfry.backup").toString();
    if (site.portal().run(Duration.ofMinutes(2), "backup", file) != 0) {
      throw new TrialException("the backup failed; see " + site.portal().log());
    }
    out.printf("  backup while %,d to %,d messages arrived%n", before, Arrivals.of(site));
    out.flush();
    return before;
  }

  private static void goOnUntil(Site site, Staff staff, Jobs jobs, int threshold) {
    await(
        () ->
            Arrivals.of(site) >= threshold
                && Kills.isOver(staff, jobs.scheduled)
                && Kills.isOver(staff, jobs.spaces),
        "what was to go out after the backup did not",
        Duration.ofMinutes(3));
  }

  private void restore(Site site) {
    site.moveToAnEmptyPlace();
    var file = site.file("belfry.backup").toString();
    if (site.portal().run(Duration.ofMinutes(5), "restore", file) != 0) {
      throw new TrialException("the restore failed; see " + site.portal().log());
    }
    site.portal().start();
  }

  private static boolean isOver(Staff staff, Jobs jobs) {
    return List.of(jobs.personal, jobs.withFile, jobs.spaces).stream()
        .allMatch(job -> Kills.isOver(staff, job));
  }

  private Result judged(Site site, Staff staff, Jobs jobs, Wording wording, int lost) {
    var file = Wording.of(WITH_FILE);
    var spaces = Wording.of(SPACES);
    var held = staff.job(jobs.scheduled);
    var twice =
        site.platform().held(SCHEDULED).values().stream().filter(texts -> texts.size() > 1).count();
    return new Result(
        Map.of(
            PERSONAL,
            Judgement.of(staff, jobs.personal, site.platform(), wording, plan.recipients),
            WITH_FILE,
            Judgement.of(staff, jobs.withFile, site.platform(), file, plan.recipients),
            SPACES,
            Judgement.of(staff, jobs.spaces, site.platform(), spaces, total(staff, jobs.spaces))),
        lost,
        held.path("state").asText().equals("held") && held.path("mayHaveGoneOut").asBoolean(),
        twice);
  }

  private static int total(Staff staff, String job) {
    return staff.job(job).path("run").path("counts").path("total").asInt();
  }

  private static void await(BooleanSupplier what, String trouble, Duration longest) {
    if (!Pauses.until(what, longest)) {
      throw new TrialException(trouble + " within " + longest);
    }
  }
}
