package belfry.bench.figures;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Program;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long it takes to ask what was said, and who got what, when there is very much of it. */
@Command(
    name = "search",
    description = "The search over many messages with many recipients, and what one person got.")
final class SearchBench extends Part {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int WARM = 300;
  private static final int WORDS_OF_A_MESSAGE = 120;
  private static final int WORDS_IN_ALL = 3_000;

  /** Somebody who got nothing: each message must be looked into. */
  private static final String NOBODY = "nobody-got-anything";

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
  private final List<String> vocabulary = new ArrayList<>();

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
      var written = write(staff);
      site.portal().stop();
      store(site, written);
      site.portal().start();
      say("  written in %.0f s".formatted((System.nanoTime() - began) / 1e9));
      ask(report, site, staff);
    }
    return report;
  }

  /** Through the portal, which writes down their words. */
  private List<String> write(Staff staff) {
    for (var i = 0; i < WORDS_IN_ALL; i++) {
      vocabulary.add(word());
    }
    var group = staff.group("All staff");
    // Copies the group, so that its people are stored.
    staff.post(
        "jobs/preview",
        Map.of("markdown", "Everybody", "audience", List.of(Map.of("kind", "group", "id", group))));
    var ids = new ArrayList<String>();
    for (var i = 0; i < jobs; i++) {
      ids.add(staff.draft("# " + words(5) + "\n\n" + words(WORDS_OF_A_MESSAGE), group));
    }
    return ids;
  }

  private String word() {
    var letters = new StringBuilder();
    var syllables = random.nextInt(1, 5);
    for (var i = 0; i < syllables; i++) {
      letters.append("bcdfghklmnprstvw".charAt(random.nextInt(16)));
      letters.append("aeiouäöé".charAt(random.nextInt(8)));
    }
    return letters.append("nrst".charAt(random.nextInt(4))).toString();
  }

  /** As in a language: few words are used often, and most seldom. */
  private String words(int count) {
    return Stream.generate(
            () -> vocabulary.get((int) (WORDS_IN_ALL * Math.pow(random.nextDouble(), 3))))
        .limit(count)
        .collect(Collectors.joining(" "));
  }

  /** The rows of what was sent are made in the database. */
  private static void store(Site site, List<String> written) {
    try {
      var drafts = site.file("drafts.txt");
      Files.write(drafts, written);
      var command = new ArrayList<>(List.of(Program.java()));
      command.addAll(Program.options());
      command.addAll(List.of("-cp", Program.classPath(SearchBench.class)));
      command.addAll(List.of("belfry.bench.figures.PastMessages", site.data().toString()));
      command.addAll(List.of(site.database().url().orElse(""), drafts.toString(), NOBODY));
      var log = site.file("past.log");
      try (var process = ChildProcess.start(command, Map.of(), log)) {
        if (process.awaitEnd(LONGEST) != 0) {
          throw new TrialException(Files.readString(log));
        }
      }
    } catch (IOException e) {
      throw new TrialException("the past cannot be written", e);
    }
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
              case "words" -> words(2);
              case "beginnings" -> words(1).substring(0, random.nextInt(1, 3));
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
          "user/people/received?personId=" + NOBODY,
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
