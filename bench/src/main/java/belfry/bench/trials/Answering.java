package belfry.bench.trials;

import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.TrialPlatform;
import belfry.bench.site.Wording;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.webhooks.WebhookFaults;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Many people write back and press a button while the program is killed again and again. What the
 * platform tells of it is lost, doubled, late and forged, and reading it fails. In the end each
 * answer must be in the inbox once, and each person must have one automatic reply.
 */
final class Answering {
  private static final String WORDS = "The belfry asks";
  private static final String REPLY = "The belfry has *heard* it";
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Twice as long as the program takes to start, so that it hears about half of them. */
  private static final Duration BETWEEN_KILLS = Duration.ofSeconds(6);

  private final Plan plan;
  private final PrintWriter out;
  private final RandomGenerator random;

  /** What was written, by its text. */
  private final Set<String> written = ConcurrentHashMap.newKeySet();

  /** Who pressed, by the id of the press, which is also what it sent. */
  private final Map<String, String> pressed = new ConcurrentHashMap<>();

  private final AtomicInteger answered = new AtomicInteger();

  /** How many may still answer before the program runs again. */
  private final Semaphore unheard;

  /** Whether the platform can reach the program. */
  enum Way {
    WEBHOOKS,
    POLL
  }

  /**
   * The options of this trial.
   *
   * @param platform who plays it; only the simulator loses events and fails reads
   */
  record Plan(
      Databases database,
      int bots,
      Strange.Player platform,
      Way way,
      int kills,
      int people,
      long seed) {}

  /**
   * What is in the inbox beside what people did.
   *
   * @param missing written answers that are not there, and presses that the program had confirmed
   * @param doubled answers that are there more than once
   * @param strange answers that nobody gave
   * @param repliesMissing people who wrote and got no automatic reply
   * @param repliesDoubled people who got more than one
   * @param unheard presses whose events never arrived, which nobody can know
   */
  record Result(
      int written,
      int pressed,
      int missing,
      int doubled,
      int strange,
      int repliesMissing,
      int repliesDoubled,
      int unheard) {
    boolean sound() {
      return missing + doubled + strange + repliesMissing + repliesDoubled == 0;
    }
  }

  Answering(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
    random = RandomGenerator.of("L64X128MixRandom");
    unheard = new Semaphore(plan.people);
  }

  /** Carries it out. */
  Result run() {
    out.printf(
        "answers by %s: %d kills, %,d people, %s, %s, seed %d%n",
        plan.way, plan.kills, plan.people, plan.platform, plan.database, plan.seed);
    out.flush();
    try (var site =
            Site.open(
                plan.database,
                plan.platform.open(plan.people, plan.seed, plan.bots),
                Kills.SPEED,
                plan.bots);
        var staff = new Staff(site.portal().address())) {
      site.portal().readAnswers(plan.way == Way.WEBHOOKS);
      site.portal().start();
      staff.signIn(site.platform());
      staff.post("answers/automatic", Map.of("revision", 0, "markdown", REPLY));
      var job = announced(site, staff);
      var simulated = plan.platform == Strange.Player.SIMULATOR;
      if (simulated) {
        site.simulator().webhooks().setFaults(new WebhookFaults(0.1, 0.2, 0.2, 700, 0.2));
        site.simulator().faults().set(faults());
      }
      var people = Thread.ofVirtual().start(() -> answer(site.platform()));
      kill(site);
      await(people);
      var result = judged(site, staff, job);
      out.println(result);
      if (simulated) {
        out.printf(
            "webhooks: %s%nfaults: %s%n",
            site.simulator().webhooks().counts(), site.simulator().faultsFired());
      }
      out.flush();
      return result;
    }
  }

  private static String announced(Site site, Staff staff) {
    var group = Map.<String, Object>of("kind", "group", "id", staff.group("All staff"));
    var job =
        staff.send(
            new Wording(WORDS, "", false, false, Optional.of(List.of(""))),
            List.of(group),
            false,
            Map.of());
    if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
      throw new TrialException("the message was not sent in time; see " + site.portal().log());
    }
    return job;
  }

  /** Reading what people said fails. */
  static List<FaultRule> faults() {
    return Stream.of(
            Operation.MESSAGES_GET,
            Operation.MESSAGES_LIST,
            Operation.ROOMS_LIST,
            Operation.ACTIONS_GET)
        .flatMap(operation ->
            Stream.of(
                rule(operation, Fault.before(502), 0.04),
                rule(operation, new Fault.Reset(Stage.BEFORE), 0.03),
                rule(operation, new Fault.Truncated(), 0.03),
                rule(operation, new Fault.NonJson(), 0.03)))
        .toList();
  }

  private static FaultRule rule(Operation operation, Fault fault, double share) {
    return FaultRule.on(operation, fault).withShare(share);
  }

  /** Everybody writes to one bot or two, and two of three press the button. */
  private void answer(TrialPlatform platform) {
    var cards = platform.messageIds(WORDS);
    var everybody = platform.people();
    var rest = BETWEEN_KILLS.toMillis() * plan.kills / plan.people;
    for (var number = 0; number < plan.people; number++) {
      unheard.acquireUninterruptibly();
      var person = everybody.get(number);
      for (var word = 0; word <= number % 2; word++) {
        var text = "Answer " + word + " of number " + number;
        written.add(text);
        platform.say(person.email(), word % plan.bots, text);
      }
      if (number % 3 != 0) {
        var inputs = Map.of("press", "number " + number);
        var card = cards.get(person.id());
        if (card == null) {
          throw new TrialException("somebody got no message");
        }
        pressed.put(platform.press(person.email(), card, inputs), "number " + number);
      }
      answered.incrementAndGet();
      Pauses.of(Duration.ofMillis(random.nextLong(1 + 2 * rest)));
    }
  }

  /**
   * Kills it while people answer, evenly over all of them. While it starts, however long that
   * takes, no more than half of those between two kills answer, so that it hears the others.
   */
  private void kill(Site site) {
    for (var kill = 1; kill <= plan.kills; kill++) {
      var threshold = (int) (plan.people * (kill - random.nextDouble()) / plan.kills);
      Pauses.until(() -> answered.get() >= threshold, LONGEST);
      Pauses.of(Duration.ofMillis(random.nextInt(200)));
      site.portal().kill();
      var rest = unheard.drainPermits();
      var some = Math.min(plan.people / (2 * plan.kills), rest);
      unheard.release(some);
      site.portal().start();
      unheard.release(rest - some);
    }
  }

  private static void await(Thread people) {
    try {
      people.join();
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  private Result judged(Site site, Staff staff, String job) {
    var confirmed = site.platform().confirmed();
    var heard = new HashSet<String>();
    pressed.forEach((id, who) -> {
      if (confirmed.contains(id)) {
        heard.add(who);
      }
    });
    // Whatever is told of twice, or late, comes after that.
    Pauses.until(
        () -> isThere(staff, job, heard.size()) && replied(site).size() >= plan.people,
        Duration.ofMillis(200),
        LONGEST);
    Pauses.of(Duration.ofSeconds(2));
    var texts = new HashMap<String, Integer>();
    var presses = new HashMap<String, Integer>();
    for (var one : inbox(staff, job)) {
      if (one.path("kind").asText().equals("written")) {
        texts.merge(one.path("text").asText(), 1, Integer::sum);
      } else {
        presses.merge(one.path("inputs").path("press").asText(), 1, Integer::sum);
      }
    }
    var replies = replied(site);
    var missing = count(written, text -> !texts.containsKey(text));
    var missed = count(heard, who -> !presses.containsKey(who));
    return new Result(
        texts.size(),
        presses.size(),
        missing + missed,
        surplus(texts) + surplus(presses),
        count(texts.keySet(), text -> !written.contains(text))
            + count(presses.keySet(), who -> !pressed.containsValue(who)),
        plan.people - replies.size(),
        surplus(replies),
        pressed.size() - presses.size());
  }

  private boolean isThere(Staff staff, String job, int presses) {
    for (var one : staff.get("answers/announcements").path("items")) {
      if (one.path("jobId").asText().equals(job)) {
        return one.path("written").asInt() >= written.size()
            && one.path("pressed").asInt() >= presses;
      }
    }
    return false;
  }

  private static List<JsonNode> inbox(Staff staff, String job) {
    var all = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = staff.get("answers/list?limit=200&jobId=" + job + "&cursor=" + cursor);
      page.path("items").forEach(all::add);
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return all;
  }

  /** How many automatic replies each person has. */
  private static Map<String, Integer> replied(Site site) {
    var replies = new HashMap<String, Integer>();
    site.platform().held(REPLY).forEach((reader, texts) -> replies.put(reader, texts.size()));
    return replies;
  }

  private static int surplus(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(count -> count - 1).sum();
  }

  private static int count(Set<String> all, Predicate<String> which) {
    return (int) all.stream().filter(which).count();
  }
}
