package belfry.bench.figures;

import belfry.bench.site.Arrivals;
import belfry.bench.site.Databases;
import belfry.bench.site.Pauses;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Usage;
import belfry.simulator.SimulatorSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The same people, in turns with a message for all of them and one with three fields: columns of
 * their lists, or where they are too many for lists, their names and addresses.
 */
final class FieldsRounds {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** As many as a list may hold. */
  private static final int IN_A_LIST = 50_000;

  /** As many as the lists of one message may hold together. */
  private static final int IN_LISTS = 60_000;

  private static final String NAMES =
      "Dear {{firstName}} {{lastName}}, you are asked at {{email}}.";

  private static final String PLAIN = "Please be at your desk on the first floor with your badge.";
  private static final String PERSONAL =
      "Please be at {{Desk}} on the {{Floor}} with badge {{Badge}}.";

  private final Databases database;
  private final int people;
  private final int rounds;

  /**
   * What a recipient cost in each kind of round, and what the process needed at most: before the
   * first message with fields, and in the end.
   */
  record Costs(double plainMicros, double fieldsMicros, double plainMegabytes, double megabytes) {
    double ratio() {
      return fieldsMicros / plainMicros;
    }
  }

  FieldsRounds(Databases database, int people, int rounds) {
    this.database = database;
    this.people = people;
    this.rounds = rounds;
  }

  /**
   * The first round is not counted: it asks the platform for each address, and the compilers do
   * most of their work.
   */
  Costs measure() {
    try (var site = Site.open(database, SimulatorSettings.defaults().withPeople(people), 1);
        var staff = new Staff(site.portal().address())) {
      site.portal().start();
      staff.signIn(site.platform());
      var inLists = people <= IN_LISTS;
      var audience = inLists ? lists(site, staff) : group(staff);
      var fields = inLists ? PERSONAL : NAMES;
      round(site, staff, audience, PLAIN);
      var plainPeak = site.portal().process().usage().peak();
      round(site, staff, audience, fields);
      var plain = Duration.ZERO;
      var personal = Duration.ZERO;
      for (var i = 0; i < rounds; i++) {
        plain = plain.plus(round(site, staff, audience, PLAIN));
        personal = personal.plus(round(site, staff, audience, fields));
      }
      return new Costs(
          micros(plain),
          micros(personal),
          Usage.megabytes(plainPeak),
          Usage.megabytes(site.portal().process().usage().peak()));
    }
  }

  private double micros(Duration cpu) {
    return cpu.toNanos() / 1e3 / people / rounds;
  }

  private static List<Map<String, Object>> group(Staff staff) {
    return List.of(Map.of("kind", "group", "id", staff.group("All staff")));
  }

  private List<Map<String, Object>> lists(Site site, Staff staff) {
    var directory = site.simulator().directory();
    var lists = new ArrayList<Map<String, Object>>();
    for (var from = 0; from < people; from += IN_A_LIST) {
      var file = new StringBuilder("Email,Desk,Floor,Badge\n");
      for (var i = from; i < Math.min(people, from + IN_A_LIST); i++) {
        var email = directory.person(i).email();
        file.append("%s,desk %d,floor %d,B-%06d%n".formatted(email, i % 500, i % 12, i));
      }
      lists.add(
          Map.of(
              "kind",
              "list",
              "listId",
              staff.list("people-%d.csv".formatted(from), file.toString())));
    }
    return lists;
  }

  /** The CPU of the portal from the moment it is sent until the job is finished. */
  private Duration round(
      Site site, Staff staff, List<Map<String, Object>> audience, String markdown) {
    site.simulator().ledger().reset();
    var job = staff.draft(markdown, audience);
    var before = site.portal().process().usage().cpu();
    staff.post("jobs/runNow", Map.of("jobId", job));
    await(() -> staff.job(job).path("state").asText().equals("finished"));
    var arrived = Arrivals.of(site);
    if (arrived != people) {
      throw new TrialException("%,d of %,d messages arrived".formatted(arrived, people));
    }
    return site.portal().process().usage().cpu().minus(before);
  }

  private static void await(BooleanSupplier so) {
    if (!Pauses.until(so, LOOK_EVERY, LONGEST)) {
      throw new TrialException("it took longer than " + LONGEST.toMinutes() + " min");
    }
  }
}
