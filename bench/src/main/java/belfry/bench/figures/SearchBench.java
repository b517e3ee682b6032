package belfry.bench.figures;

import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long it takes to ask what was said, and who got what, when there is very much of it. */
@Command(
    name = "search",
    description = "The search over many messages with many recipients, and what one person got.")
final class SearchBench extends Part {
  private static final int WARM = 300;

  @Option(
      names = "--jobs",
      defaultValue = "1000",
      description = "messages that were sent (default: 1000)")
  private int jobs;

  @Option(
      names = "--people",
      defaultValue = "10000",
      description = "recipients of each (default: 10000)")
  private int people;

  @Option(
      names = "--searches",
      defaultValue = "1000",
      description = "questions of each kind (default: 1000)")
  private int searches;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2026);
  private final Vocabulary vocabulary = new Vocabulary(random);

  @Override
  Report measure() {
    var report =
        new Report(
            "search",
            "%,d messages to %,d people each, %s".formatted(jobs, people, database.chosen()));
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(people), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var began = System.nanoTime();
      var written = Past.write(staff, vocabulary, jobs);
      site.portal().stop();
      Past.send(site, written, people);
      site.portal().start();
      say("  written in %.0f s".formatted((System.nanoTime() - began) / 1e9));
      ask(report, site, staff);
    }
    return report;
  }

  private void ask(Report report, Site site, Staff staff) {
    var directory = site.simulator().directory();
    var kinds = List.of("words", "beginnings", "names", "addresses");
    for (var kind : kinds) {
      var times = new Sample();
      for (var i = 0; i < WARM + searches; i++) {
        var person = directory.person(random.nextInt(directory.people()));
        var typed =
            switch (kind) {
              case "words" -> vocabulary.words(2);
              case "beginnings" -> vocabulary.words(1).substring(0, random.nextInt(1, 3));
              case "names" -> person.displayName();
              default -> person.email();
            };
        time(staff, "search?q=" + encoded(typed), i < WARM ? Optional.empty() : Optional.of(times));
      }
      add(report, "search for " + kind, times);
    }
    var times = new Sample();
    for (var i = 0; i < WARM + searches; i++) {
      var id = directory.personId(random.nextInt(directory.people()));
      var got =
          time(
              staff,
              "user/people/received?limit=50&personId=" + encoded(id),
              i < WARM ? Optional.empty() : Optional.of(times));
      if (got.path("items").size() != Math.min(50, jobs)) {
        throw new TrialException("%s got %s".formatted(id, got.path("items").size()));
      }
    }
    add(report, "a person's page", times);
    var vain = new Sample();
    for (var i = 0; i < WARM + searches; i++) {
      time(
          staff,
          "user/people/received?personId=" + Past.NOBODY,
          i < WARM ? Optional.empty() : Optional.of(vain));
    }
    add(report, "the page of somebody who got nothing", vain);
  }

  private static JsonNode time(Staff staff, String path, Optional<Sample> times) {
    var began = System.nanoTime();
    var answer = staff.get(path);
    times.ifPresent(sample -> sample.add((System.nanoTime() - began) / 1e6));
    return answer;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void add(Report report, String what, Sample times) {
    report.add(Figure.of(what + ": median", times.median(), "ms"));
    report.add(Figure.of(what + ": p99", times.quantile(0.99), "ms").atMost(100));
    report.add(Figure.of(what + ": slowest", times.most(), "ms"));
  }
}
