package belfry.bench.figures;

import belfry.bench.site.DatabaseOption;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long an author waits while choosing recipients. */
@Command(
    name = "audience",
    description = "Counts of large audiences with exclusions, and the search for people.")
final class AudienceBench extends Part {
  /** Unions and differences, of groups that overlap. */
  private static final List<Chosen> AUDIENCES =
      List.of(
          new Chosen(List.of("All staff"), List.of("Laptop users")),
          new Chosen(List.of("All staff"), List.of("Engineering", "Sales")),
          new Chosen(List.of("Laptop users", "Engineering", "Sales"), List.of("Fire wardens")));

  private static final int WARM = 200;

  private static final Duration LONGEST_WRITING = Duration.ofMinutes(10);

  /**
   * By then the database has tidied up after so many new rows; PostgreSQL begins within a minute.
   */
  private static final Duration CALM = Duration.ofSeconds(90);

  @Option(
      names = "--people",
      defaultValue = "100000",
      description = "people in the largest audience (default: 100000)")
  private int people;

  @Option(
      names = "--cached",
      defaultValue = "300000",
      description = "stored people that are searched (default: 300000)")
  private int cached;

  @Option(
      names = "--counts",
      defaultValue = "20",
      description = "how often each audience is counted (default: 20)")
  private int counts;

  @Option(
      names = "--searches",
      defaultValue = "2000",
      description = "how many beginnings of names are searched (default: 2000)")
  private int searches;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Groups by name, and those whose members are left out. */
  private record Chosen(List<String> groups, List<String> except) {
    @Override
    public String toString() {
      return String.join(" and ", groups) + " but " + String.join(" and ", except);
    }
  }

  @Override
  Report measure() {
    var report =
        new Report(
            "audience",
            "%,d people counted, %,d stored people searched, %s"
                .formatted(people, cached, database.chosen()));
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(people), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      for (var chosen : AUDIENCES) {
        count(report, site, staff, chosen);
      }
    }
    try (var site =
            Site.open(database.chosen(), SimulatorSettings.defaults().withPeople(cached), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      preview(staff, new Chosen(List.of("All staff"), List.of()));
      search(report, site, staff);
    }
    return report;
  }

  private void count(Report report, Site site, Staff staff, Chosen chosen) {
    var expected = members(site, chosen.groups);
    expected.removeAll(members(site, chosen.except));
    // The first count also copies the groups from the directory, at the directory's speed.
    preview(staff, chosen);
    var times = new Sample();
    for (var i = 0; i < counts; i++) {
      var began = System.nanoTime();
      var counted = preview(staff, chosen).path("audience").path("people").asLong();
      times.add((System.nanoTime() - began) / 1e9);
      if (counted != expected.size()) {
        throw new TrialException(
            "%s: %,d were counted, but they are %,d".formatted(chosen, counted, expected.size()));
      }
    }
    report.add(Figure.of(chosen + ": people", expected.size(), ""));
    report.add(Figure.of(chosen + ": slowest count", times.most(), "s").atMost(2));
    report.add(
        Figure.of(chosen + ": slowest check", check(staff, chosen, expected.size()), "s")
            .atMost(2));
  }

  /** Every single recipient of a message with placeholders. */
  private double check(Staff staff, Chosen chosen, long expected) {
    var times = new Sample();
    for (var i = 0; i < counts; i++) {
      var began = System.nanoTime();
      var check =
          staff.post("jobs/check", message(staff, chosen, "Dear {{firstName|all}} {{name}}"));
      times.add((System.nanoTime() - began) / 1e9);
      var known = check.path("ready").asLong();
      for (var group : check.path("groups")) {
        known +=
            group.path("why").asText().equals("notYetKnown") ? group.path("count").asLong() : 0;
      }
      if (known != expected) {
        throw new TrialException(
            "%s: %,d were checked, but they are %,d".formatted(chosen, known, expected));
      }
    }
    return times.most();
  }

  private static JsonNode preview(Staff staff, Chosen chosen) {
    return staff.post("jobs/preview", message(staff, chosen, "The belfry rings for some"));
  }

  private static Map<String, Object> message(Staff staff, Chosen chosen, String markdown) {
    return Map.of(
        "markdown",
        markdown,
        "audience",
        entries(staff, chosen.groups),
        "except",
        entries(staff, chosen.except));
  }

  private static List<Map<String, String>> entries(Staff staff, List<String> groups) {
    return groups.stream()
        .map(name -> Map.of("kind", "group", "id", staff.group(name), "name", name))
        .toList();
  }

  /** As the platform itself has them. */
  private static Set<String> members(Site site, List<String> groups) {
    var directory = site.simulator().directory();
    return groups.stream()
        .map(name -> site.simulator().groups().byName(name).orElseThrow())
        .flatMap(group -> group.members(0, group.size()).stream())
        .map(directory::id)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** While the platform's own search fails, the stored people are searched. */
  private void search(Report report, Site site, Staff staff) {
    site.simulator()
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).withShare(1));
    var directory = site.simulator().directory();
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(2026);
    // Words of so many people are written down for a while after they were copied.
    var last = directory.person(directory.people() - 1).displayName();
    var words = last.substring(last.lastIndexOf(' ') + 1);
    if (!Pauses.until(() -> found(staff, words) > 0, LONGEST_WRITING)) {
      throw new TrialException("nobody is found by a last name");
    }
    Pauses.of(CALM);
    var times = new Sample();
    for (var i = 0; i < WARM + searches; i++) {
      var typed = typed(directory.person(random.nextInt(directory.people())).displayName(), random);
      var began = System.nanoTime();
      var found = staff.get(query(typed));
      if (i >= WARM) {
        times.add((System.nanoTime() - began) / 1e6);
      }
      if (found.path("items").isEmpty() || !found.has("trouble")) {
        throw new TrialException("\"%s\" was not found among the stored people".formatted(typed));
      }
    }
    report.add(Figure.of("search: median", times.median(), "ms"));
    report.add(Figure.of("search: p99", times.quantile(0.99), "ms").atMost(50));
    report.add(Figure.of("search: slowest", times.most(), "ms"));
  }

  private static int found(Staff staff, String typed) {
    return staff.get(query(typed)).path("items").size();
  }

  private static String query(String typed) {
    return "user/people/find?q=" + URLEncoder.encode(typed, StandardCharsets.UTF_8);
  }

  /** The beginning of a name, of its last word, or of its last word and then its first. */
  private static String typed(String name, RandomGenerator random) {
    var last = name.substring(name.lastIndexOf(' ') + 1);
    return switch (random.nextInt(3)) {
      case 0 -> name.substring(0, random.nextInt(1, name.length() + 1)).strip();
      case 1 -> last.substring(0, random.nextInt(1, last.length() + 1));
      default -> last + " " + name.substring(0, 1);
    };
  }
}
