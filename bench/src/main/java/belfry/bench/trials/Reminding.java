package belfry.bench.trials;

import belfry.bench.site.CabledNode;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.PortalProcess;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Reminders come due while people acknowledge and the program is killed again and again, or, on
 * PostgreSQL, one of two nodes is. Whoever had acknowledged before a reminder was due must not get
 * it, everybody who had not must get it, and nobody may get it twice; the platform's record
 * decides.
 */
final class Reminding {
  private static final String WORDS = "The belfry wants to be heard";
  private static final String REMINDED = "The belfry has *not* been heard";
  private static final String WORD = "heard";

  /** Less than in other trials on one node: two nodes must not be late on a busy machine. */
  private static final double SPEED_OF_TWO = 6;

  private static final Duration LONGEST = Duration.ofMinutes(5);

  /** Until the first is due: the message is sent, and some have acknowledged it. */
  private static final Duration BEFORE_FIRST = Duration.ofSeconds(7);

  private final Plan plan;
  private final PrintWriter out;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  /** Who has acknowledged, and when that was first seen in the portal. */
  private final Map<String, Long> seen = new ConcurrentHashMap<>();

  /** Who has said the word, and when. */
  private final Map<String, Long> said = new ConcurrentHashMap<>();

  private volatile boolean over;

  /**
   * The options of this trial.
   *
   * @param kills between the first reminder and the last
   * @param spacing between two reminders
   */
  record Plan(
      Databases database,
      int bots,
      int kills,
      int people,
      int reminders,
      Duration spacing,
      long seed) {}

  /**
   * What the platform holds.
   *
   * @param begun how many reminders began; several that came due while nothing ran are one
   * @param messages how many messages they were
   * @param spared how many people did not get one because they had acknowledged before
   * @param wronged those who had acknowledged before it was due, and got it all the same
   * @param forgotten those who had not acknowledged until the next was due, and did not get it
   * @param doubled those who got it twice
   * @param strange messages before the first
   */
  record Result(
      int begun,
      int messages,
      int spared,
      int wronged,
      int forgotten,
      int doubled,
      int strange,
      String end) {
    boolean sound() {
      return begun > 0 && spared > 0 && wronged + forgotten + doubled + strange == 0;
    }
  }

  Reminding(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  /** Carries it out. */
  Result run() {
    var isTwo = plan.database == Databases.POSTGRESQL;
    var speed = isTwo ? SPEED_OF_TWO : Kills.SPEED;
    out.printf(
        "reminders: %d kills of %s, %,d people, %d reminders %d s apart, %s, seed %d; %s%n",
        plan.kills,
        isTwo ? "one of two nodes" : "the program",
        plan.people,
        plan.reminders,
        plan.spacing.toSeconds(),
        plan.database,
        plan.seed,
        Site.times(speed));
    out.flush();
    var settings = SimulatorSettings.defaults().withPeople(plan.people).withSeed(plan.seed);
    try (var site = Site.open(plan.database, settings, speed, plan.bots)) {
      return isTwo ? onTwo(site) : on(site, List.of(site.portal()));
    }
  }

  private Result onTwo(Site site) {
    try (CabledNode first = site.cabledNode("first");
        CabledNode second = site.cabledNode("second")) {
      return on(site, List.of(first.portal(), second.portal()));
    }
  }

  private Result on(Site site, List<PortalProcess> nodes) {
    for (var node : nodes) {
      // Without webhooks, so that it does not matter which node is there to be told.
      node.readAnswers(false);
      node.start();
    }
    var staff = nodes.stream().map(node -> new Staff(node.address())).toList();
    try {
      staff.forEach(one -> one.signIn(site.platform()));
      var first = Instant.now().plus(BEFORE_FIRST).truncatedTo(ChronoUnit.SECONDS);
      var due =
          IntStream.range(0, plan.reminders)
              .mapToObj(number -> first.plus(plan.spacing.multipliedBy(number)))
              .toList();
      var job = announced(site, staff.getFirst(), due);
      site.simulator().faults().set(faults());
      var people = Thread.ofVirtual().start(() -> acknowledge(site.simulator(), due));
      var watch = Thread.ofVirtual().start(() -> watch(staff, job));
      kill(nodes, due);
      await(people);
      var end = ended(staff, job, due.getLast());
      over = true;
      await(watch);
      var result = judged(site, staff, job, end);
      out.println(result);
      out.printf("faults: %s%n", site.simulator().faultsFired());
      out.flush();
      return result;
    } finally {
      over = true;
      staff.forEach(Staff::close);
    }
  }

  private String announced(Site site, Staff staff, List<Instant> due) {
    var today = LocalDate.now(ZoneOffset.UTC);
    var times =
        due.stream()
            .map(time -> time.atOffset(ZoneOffset.UTC))
            .map(time ->
                Map.of(
                    "days",
                    ChronoUnit.DAYS.between(today, time.toLocalDate()),
                    "time",
                    time.toLocalTime().format(DateTimeFormatter.ISO_LOCAL_TIME)))
            .toList();
    var reminders = Map.of("times", times, "zone", "UTC", "markdown", REMINDED);
    var draft =
        Map.of(
            "markdown",
            WORDS,
            "audience",
            List.of(Map.of("kind", "group", "id", staff.group("All staff"))),
            "acknowledge",
            Map.of("word", WORD, "reminders", reminders));
    var job = staff.post("jobs/edit", draft).path("id").asText();
    staff.post("jobs/runNow", Map.of("jobId", job));
    if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
      throw new TrialException("the message was not sent in time; see " + site.portal().log());
    }
    return job;
  }

  private static List<FaultRule> faults() {
    return List.of(
        rule(Fault.after(502), 0.03),
        rule(Fault.before(503), 0.03),
        rule(new Fault.Reset(Stage.AFTER), 0.02),
        rule(new Fault.Reset(Stage.BEFORE), 0.01),
        rule(new Fault.Truncated(), 0.01));
  }

  private static FaultRule rule(Fault fault, double share) {
    return FaultRule.on(Operation.MESSAGES_CREATE, fault).withShare(share);
  }

  /** Two of three people, evenly until the last reminder is due; the others never do. */
  private void acknowledge(Simulator simulator, List<Instant> due) {
    var who = IntStream.range(0, plan.people).filter(number -> number % 3 != 0).toArray();
    var left = Duration.between(Instant.now(), due.getLast()).toMillis();
    var rest = Math.max(1, left / who.length);
    for (var number : who) {
      var person = simulator.directory().person(number);
      said.put(person.id(), System.currentTimeMillis());
      simulator.say(person.email(), simulator.bots().get(number % plan.bots).name(), WORD);
      Pauses.of(Duration.ofMillis(random.nextLong(2 * rest)));
    }
  }

  /** Notes who has acknowledged as soon as the portal says so. */
  private void watch(List<Staff> staff, String job) {
    while (!over) {
      Pauses.of(Duration.ofMillis(150));
      var cursor = "";
      do {
        var path = "jobs/recipients/" + job + "?acknowledged=true&limit=200&cursor=" + cursor;
        var page = ask(staff, one -> one.get(path));
        page.path("items")
            .forEach(
                item -> seen.putIfAbsent(item.path("id").asText(), System.currentTimeMillis()));
        cursor = page.path("next").asText("");
      } while (!cursor.isEmpty());
    }
  }

  /** Whichever node answers. */
  private static JsonNode ask(List<Staff> staff, Function<Staff, JsonNode> question) {
    var end = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      for (var one : staff) {
        try {
          return question.apply(one);
        } catch (TrialException e) {
          if (System.nanoTime() - end > 0) {
            throw e;
          }
        }
      }
      Pauses.of(Duration.ofMillis(100));
    }
  }

  /** Evenly from before the first is due until the last is, so that some fall on what is due. */
  private void kill(List<PortalProcess> nodes, List<Instant> due) {
    var from = due.getFirst().minusSeconds(1).toEpochMilli();
    var until = due.getLast().plusMillis(500).toEpochMilli();
    for (var kill = 0; kill < plan.kills; kill++) {
      var moment = from + (long) ((until - from) * (kill + random.nextDouble()) / plan.kills);
      Pauses.of(Duration.ofMillis(Math.max(0, moment - System.currentTimeMillis())));
      var node = nodes.size() > 1 ? owner(nodes) : nodes.getFirst();
      node.kill();
      node.start();
    }
  }

  /** The one that sends, if it is known in time. */
  private static PortalProcess owner(List<PortalProcess> nodes) {
    return nodes.stream().filter(PortalProcess::ownsLane).findFirst().orElseGet(nodes::getFirst);
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** Why no more are to come, once all that began are over. */
  private static String ended(List<Staff> staff, String job, Instant last) {
    Pauses.of(Duration.ofMillis(Math.max(0, last.toEpochMilli() - System.currentTimeMillis())));
    var isOver =
        Pauses.until(
            () -> {
              var reminders = reminders(staff, job);
              var isOpen = false;
              for (var one : reminders.path("sent")) {
                isOpen |= !one.path("state").asText().equals("finished");
              }
              return !isOpen && reminders.path("state").asText().equals("ended");
            },
            Duration.ofMillis(200),
            LONGEST);
    if (!isOver) {
      throw new TrialException("the reminders did not end: " + reminders(staff, job));
    }
    return reminders(staff, job).path("said").path("code").asText();
  }

  private static JsonNode reminders(List<Staff> staff, String job) {
    return ask(staff, one -> one.job(job)).path("reminders");
  }

  /** Each reminder's messages came between its time and that of the next. */
  private Result judged(Site site, List<Staff> staff, String job, String end) {
    var begun = new ArrayList<Long>();
    reminders(staff, job)
        .path("sent")
        .forEach(one -> begun.add(Instant.parse(one.path("at").asText()).toEpochMilli()));
    var arrived = new HashMap<String, List<Long>>();
    site.simulator()
        .ledger()
        .entries(
            Ledger.Query.containing(REMINDED),
            entry ->
                arrived
                    .computeIfAbsent(entry.recipient(), _ -> new ArrayList<>())
                    .add(entry.createdMillis()));
    var all = new HashSet<String>();
    for (var number = 0; number < plan.people; number++) {
      all.add(site.simulator().directory().person(number).id());
    }
    var messages = arrived.values().stream().mapToInt(List::size).sum();
    var counts = new int[4];
    var within = 0;
    for (var at = 0; at < begun.size(); at++) {
      var from = begun.get(at);
      var until = at + 1 < begun.size() ? begun.get(at + 1) : Long.MAX_VALUE;
      within += judge(all, arrived, from, until, counts);
    }
    return new Result(
        begun.size(), messages, counts[0], counts[1], counts[2], counts[3], messages - within, end);
  }

  /** Adds to who was spared, wronged, forgotten and doubled; how many messages came in the time. */
  private int judge(
      Set<String> all, Map<String, List<Long>> arrived, long from, long until, int[] counts) {
    var within = 0;
    for (var person : all) {
      var got =
          (int)
              arrived.getOrDefault(person, List.of()).stream()
                  .filter(time -> time >= from && time < until)
                  .count();
      var isSpared = seen.getOrDefault(person, Long.MAX_VALUE) < from;
      var isSilent = said.getOrDefault(person, Long.MAX_VALUE) >= until;
      counts[0] += isSpared && got == 0 ? 1 : 0;
      counts[1] += isSpared && got > 0 ? 1 : 0;
      counts[2] += isSilent && got == 0 ? 1 : 0;
      counts[3] += got > 1 ? 1 : 0;
      within += got;
    }
    return within;
  }
}
