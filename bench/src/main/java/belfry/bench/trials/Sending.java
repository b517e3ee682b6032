package belfry.bench.trials;

import belfry.bench.site.Judgement;
import belfry.bench.site.Pauses;
import belfry.bench.site.PortalProcess;
import belfry.bench.site.Site;
import belfry.bench.site.Staff;
import belfry.bench.site.TrialException;
import belfry.bench.site.Wording;
import belfry.simulator.messages.Ledger;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One app's message on its way to many people, where other messages are on theirs. */
record Sending(String app, String words, Staff staff, String job, int recipients)
    implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(20);

  /** A message that has so many more goes on. */
  private static final int GOES_ON = 10;

  /** Written and begun at this node, to everybody. */
  static Sending begin(Site site, PortalProcess node, String app, String words, int recipients) {
    var staff = new Staff(node.address(), app);
    staff.signIn(site.platform());
    return new Sending(app, words, staff, staff.send(words, staff.group("All staff")), recipients);
  }

  /** Written and begun at this node, to some of the people. */
  static Sending toSome(Site site, PortalProcess node, String app, String words, int recipients) {
    var staff = new Staff(node.address(), app);
    staff.signIn(site.platform());
    var some =
        site.platform().people().stream()
            .limit(recipients)
            .map(person ->
                Map.<String, Object>of(
                    "kind", "person", "id", person.id(), "name", person.firstName()))
            .toList();
    return new Sending(app, words, staff, staff.send(words, some), recipients);
  }

  /** How many have it. */
  int arrived(Site site) {
    return site.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  /** Waits until this share of all has each of them; whether all are still being sent then. */
  static boolean reach(Site site, List<Sending> all, double share) {
    await(() -> all.stream().allMatch(one -> one.arrived(site) >= one.recipients * share));
    return all.stream().allMatch(one -> one.arrived(site) < one.recipients);
  }

  /** Waits until each of them goes on. */
  static void goOn(Site site, List<Sending> all) {
    for (var one : all) {
      var wanted = Math.min(one.arrived(site) + GOES_ON, one.recipients);
      await(() -> one.arrived(site) >= wanted);
    }
  }

  /** Waits for its end; what the platform then holds, as it is told. */
  Judgement judged(Site site, PrintWriter out) {
    if (!Pauses.until(() -> Kills.isOver(staff, job), LONGEST)) {
      throw new TrialException("a job was not over within " + LONGEST.toMinutes() + " min");
    }
    var judgement = Judgement.of(staff, job, site.platform(), Wording.of(words), recipients);
    out.printf("%s: %s%n", app, judgement);
    out.flush();
    return judgement;
  }

  static void await(BooleanSupplier so) {
    if (!Pauses.until(so, Duration.ofMillis(20), Duration.ofMinutes(3))) {
      throw new TrialException("for three minutes too little happened");
    }
  }

  @Override
  public void close() {
    staff.close();
  }
}
