package belfry.bench.siege;

import belfry.bench.site.Arrivals;
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
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Lays siege to the program in every kind, one after the other, while somebody honest works. */
final class Siege {
  private static final String WORDS = "The belfry rings over the siege";
  private static final int SENDERS = 6;

  /** As many as make a long answer. */
  private static final int PASTED = 5_000;

  private final Plan plan;
  private final PrintWriter out;

  Siege(Plan plan, PrintWriter out) {
    this.plan = plan;
    this.out = out;
  }

  Outcome run() {
    requireFiles();
    out.printf("siege: %s; %s%n%s%n", plan, Site.times(1), Row.HEAD);
    out.flush();
    try (var site = Site.open(plan.database(), platform(), 1);
        var staff = new Staff(site.portal().address())) {
      if (plan.trifles().stream().anyMatch(Trifle::isAnEvent)) {
        site.portal().readAnswers(false);
      }
      site.portal().start();
      staff.signIn(site.platform());
      var field = field(site, staff);
      var job = field.target().job();
      var weight = new Weight(site.portal().process(), site.portal().port());
      var before = weight.live();
      var rows = new ArrayList<Row>();
      try (var attackers = Attackers.of(field.target())) {
        for (var kind : plan.kinds()) {
          rows.add(new Share(field, attackers, weight).of(kind));
          tell(rows.getLast());
        }
      }
      if (!Pauses.until(() -> isOver(staff, job), Duration.ofMinutes(5))) {
        out.println("the job was not over five minutes after the siege");
      }
      var judgement =
          Judgement.of(staff, job, site.platform(), Wording.of(WORDS), plan.recipients());
      var outcome =
          new Outcome(rows, judgement, site.portal().status() == 200, before, weight.live());
      out.println(outcome);
      out.flush();
      return outcome;
    }
  }

  private SimulatorSettings platform() {
    return SimulatorSettings.defaults()
        .withPeople(plan.recipients())
        .withLimits(
            LimitRule.of(
                Resource.MESSAGES_SEND, Limit.tokenBucket(Plan.PER_SECOND, Plan.PER_SECOND)));
  }

  private Field field(Site site, Staff staff) {
    var people = site.simulator().directory();
    var senders =
        IntStream.rangeClosed(1, SENDERS)
            .mapToObj(i -> {
              var email = people.personEmail(i);
              staff.post("admin/users", Map.of("email", email, "role", "sender"));
              return new Visitor(site, "127.0.1." + i, email).signedIn();
            })
            .toList();
    // Not who watches over it all: somebody may have twenty sessions, and signs in more often.
    var honest = people.personEmail(SENDERS + 1);
    staff.post("admin/users", Map.of("email", honest, "role", "sender"));
    var pasted =
        IntStream.range(0, PASTED).mapToObj("somebody-%d@siege.example"::formatted).toList();
    var list = staff.draft("To many", List.of(Map.of("kind", "list", "emails", pasted)));
    var file = staff.attach(9_000_000);
    var job = staff.send(WORDS, staff.group("All staff"));
    if (!Pauses.until(() -> Arrivals.of(site) > 0, Duration.ofMinutes(1))) {
      throw new TrialException("the job did not begin");
    }
    var target =
        new Target(
            site.portal().port(),
            plan.sockets(),
            plan.streams(),
            plan.previews(),
            plan.kept(),
            plan.trifles(),
            senders.stream().map(Visitor::session).toList(),
            job,
            list,
            file);
    return new Field(site, plan.share(), target, senders, honest);
  }

  private void tell(Row row) {
    out.println(row);
    row.answers().wrongs().stream()
        .limit(3)
        .forEach(wrong -> out.printf("    %s%n", wrong.lines().findFirst().orElse("")));
    out.flush();
  }

  private static boolean isOver(Staff staff, String job) {
    Pauses.of(Duration.ofMillis(200));
    return staff.job(job).path("state").asText().equals("finished");
  }

  /** A process may open so many files, and sockets are files. */
  private void requireFiles() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        && system.getMaxFileDescriptorCount() < plan.files()) {
      throw new TrialException(
          "%,d sockets need %,d open files, and %,d are allowed: raise it (ulimit -Hn), or take fewer (--sockets)"
              .formatted(plan.sockets(), plan.files(), system.getMaxFileDescriptorCount()));
    }
  }
}
