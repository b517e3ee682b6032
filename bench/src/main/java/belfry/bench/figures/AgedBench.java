package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a portal that has sent for years is as quick as one that has just begun. */
@Command(
    name = "aged",
    description =
        "A database with very many recipients beside a fresh one: sending, progress, lists and search, in turns.")
final class AgedBench extends Part {
  /** What fills each page of the fresh portal too, or it would have less to answer. */
  private static final int YOUNG_MESSAGES = 50;

  private static final int YOUNG_RECIPIENTS = 200;

  private static final int WARM = 300;
  private static final int FREELY = 1_000_000;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** How much slower the median of an answer may be, and how slow at all. */
  private static final double SLOWER = 1.5;

  private static final double MILLIS = 100;

  @Option(
      names = "--rows",
      defaultValue = "20000000",
      description = "recipients of the messages that were sent (default: 20000000)")
  private long rows;

  @Option(
      names = "--people",
      defaultValue = "10000",
      description = "recipients of each message (default: 10000)")
  private int people;

  @Option(
      names = "--questions",
      defaultValue = "1000",
      description = "questions of each kind, at either portal (default: 1000)")
  private int questions;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "how often a message is sent to everybody from either portal (default: 5)")
  private int rounds;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2026);
  private final Vocabulary vocabulary = new Vocabulary(random);

  /**
   * One of the two.
   *
   * @param past the messages that were sent from it
   * @param people some who got them all, with id and name
   */
  private record Portal(Site site, Staff staff, List<String> past, List<JsonNode> people) {}

  @Override
  Report measure() {
    var messages = (int) (rows / people);
    var report =
        new Report(
            "aged",
            "%,d recipients of %,d messages beside %,d of %d, %s"
                .formatted(
                    (long) messages * people,
                    messages,
                    YOUNG_MESSAGES * YOUNG_RECIPIENTS,
                    YOUNG_MESSAGES,
                    database.chosen()));
    var settings = SimulatorSettings.defaults().withPeople(people);
    try (var fresh = Site.open(database.chosen(), settings, 1);
        var aged = Site.open(database.chosen(), settings, 1);
        var atFresh = new Staff(fresh.portal().address());
        var atAged = new Staff(aged.portal().address())) {
      var began = System.nanoTime();
      var young = grown(fresh, atFresh, YOUNG_MESSAGES, YOUNG_RECIPIENTS);
      var old = grown(aged, atAged, messages, people);
      say("  written in %.0f s".formatted((System.nanoTime() - began) / 1e9));
      look(report, young, old);
      send(report, young, old);
      watch(report, young, old);
    }
    return report;
  }

  private Portal grown(Site site, Staff staff, int messages, int recipients) {
    site.portal().start();
    staff.signIn(site.platform());
    var written = Past.write(staff, vocabulary, messages);
    site.portal().stop();
    Past.send(site, written, recipients);
    site.portal().start();
    var first = staff.get("jobs/recipients/" + written.getFirst() + "?limit=" + YOUNG_RECIPIENTS);
    var some = new ArrayList<JsonNode>();
    first.path("items").forEach(some::add);
    return new Portal(site, staff, written, some);
  }

  private void look(Report report, Portal young, Portal old) {
    var kinds = new LinkedHashMap<String, Function<Portal, String>>();
    kinds.put("list of messages", _ -> "jobs/list/recent?limit=50");
    kinds.put("an old message", portal -> "jobs/detail/" + any(portal));
    kinds.put("its recipients", portal -> "jobs/recipients/%s?limit=50".formatted(any(portal)));
    kinds.put("search for words", _ -> "search?q=" + encoded(vocabulary.words(2)));
    kinds.put(
        "search for a name",
        portal -> "search?q=" + encoded(anybody(portal).path("displayName").asText()));
    kinds.put(
        "a person's page",
        portal ->
            "user/people/received?limit=50&personId="
                + encoded(anybody(portal).path("id").asText()));
    kinds.put("info", _ -> "info");
    kinds.forEach((kind, path) -> {
      var ofYoung = new Sample();
      var ofOld = new Sample();
      for (var i = 0; i < WARM + questions; i++) {
        time(young, path, i < WARM ? new Sample() : ofYoung);
        time(old, path, i < WARM ? new Sample() : ofOld);
      }
      add(report, kind, ofYoung, ofOld);
    });
  }

  private String any(Portal portal) {
    return portal.past.get(random.nextInt(portal.past.size()));
  }

  private JsonNode anybody(Portal portal) {
    return portal.people.get(random.nextInt(portal.people.size()));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void time(Portal portal, Function<Portal, String> path, Sample times) {
    var asked = path.apply(portal);
    var began = System.nanoTime();
    portal.staff.get(asked);
    times.add((System.nanoTime() - began) / 1e6);
  }

  /** As fast as it goes, to everybody: writing down the recipients, claiming and settling. */
  private void send(Report report, Portal young, Portal old) {
    pace(young, FREELY);
    pace(old, FREELY);
    var ofYoung = new Sample();
    var ofOld = new Sample();
    for (var round = 0; round <= rounds; round++) {
      send(young, round == 0 ? new Sample() : ofYoung);
      send(old, round == 0 ? new Sample() : ofOld);
    }
    report.add(Figure.of("sending: fresh", people / ofYoung.median(), "messages/s"));
    report.add(Figure.of("sending: aged", people / ofOld.median(), "messages/s"));
    report.add(
        Figure.of("sending: aged to fresh", ofYoung.median() / ofOld.median(), "×").atLeast(0.8));
  }

  private static void pace(Portal portal, int perSecond) {
    portal
        .site
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(perSecond, perSecond)));
  }

  private void send(Portal portal, Sample seconds) {
    var arrived = Arrivals.of(portal.site) + people;
    var began = System.nanoTime();
    var job = portal.staff.send("Good morning everybody", portal.staff.group("All staff"));
    if (!Pauses.until(() -> Arrivals.of(portal.site) >= arrived, LONGEST)) {
      throw new TrialException("not everybody got the message");
    }
    seconds.add((System.nanoTime() - began) / 1e9);
    awaitEnd(portal, job);
  }

  private static void awaitEnd(Portal portal, String job) {
    if (!Pauses.until(
        () -> portal.staff.job(job).path("state").asText().equals("finished"), LONGEST)) {
      throw new TrialException("the message is not finished");
    }
  }

  /** The page of a message that is being sent, slowly enough to be looked at. */
  private void watch(Report report, Portal young, Portal old) {
    var perSecond = Math.max(10, people / 100);
    pace(young, perSecond);
    pace(old, perSecond);
    var jobs = new LinkedHashMap<Portal, String>();
    for (var portal : List.of(young, old)) {
      var before = Arrivals.of(portal.site);
      jobs.put(portal, portal.staff.send("Good evening", portal.staff.group("All staff")));
      if (!Pauses.until(() -> Arrivals.of(portal.site) > before, LONGEST)) {
        throw new TrialException("the job did not begin");
      }
    }
    var pages =
        Map.<String, Function<Portal, String>>of(
            "progress", portal -> "jobs/detail/" + jobs.get(portal),
            "recipients during a run",
                portal -> "jobs/recipients/%s?limit=50".formatted(jobs.get(portal)),
            "list during a run", _ -> "jobs/list/recent?limit=50");
    var times = new LinkedHashMap<String, List<Sample>>();
    for (var i = 0; i < questions; i++) {
      if (jobs.entrySet().stream().anyMatch(AgedBench::isOver)) {
        break;
      }
      pages.forEach((page, path) -> {
        var both = times.computeIfAbsent(page, _ -> List.of(new Sample(), new Sample()));
        time(young, path, both.get(0));
        time(old, path, both.get(1));
      });
    }
    times.forEach((page, both) -> add(report, page, both.get(0), both.get(1)));
    jobs.forEach((portal, job) -> portal.staff.cancel(job));
  }

  private static boolean isOver(Map.Entry<Portal, String> running) {
    return running.getKey().staff.job(running.getValue()).path("state").asText().equals("finished");
  }

  private static void add(Report report, String what, Sample young, Sample old) {
    report.add(Figure.of(what + ": median, fresh", young.median(), "ms"));
    report.add(Figure.of(what + ": median, aged", old.median(), "ms"));
    report.add(
        Figure.of(what + ": aged to fresh", old.median() / young.median(), "×").atMost(SLOWER));
    report.add(Figure.of(what + ": p99, fresh", young.quantile(0.99), "ms"));
    report.add(Figure.of(what + ": p99, aged", old.quantile(0.99), "ms").atMost(MILLIS));
  }
}
