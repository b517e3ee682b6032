package belfry.delivery.doublecheck;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.job.Job;
import belfry.people.audience.Audience;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.recipients.Tally;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Author;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** The addresses of those who got a message are asked for afterwards, on a real database. */
@OnEngines
class RecipientAddressesTest extends StorageTest {
  private static final int PEOPLE = 450;
  private static Simulator simulator;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private House house;
  private RecipientAddresses addresses;
  private Author ana;

  @BeforeParameterizedClassInvocation
  static void startPlatform() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE));
  }

  @AfterParameterizedClassInvocation
  static void stopPlatform() {
    simulator.close();
  }

  @BeforeEach
  void build() {
    simulator.faults().set();
    house = new House(open(directory), simulator, directory, time);
    var profile =
        new Profile(
            new PersonId(simulator.directory().personId(0)), "Ana Lopez", "ana@x.example", "");
    ana = new Author(house, profile);
    addresses = visits(RecipientAddresses.STEPS);
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void whoIsKnownByIdOnlyGetsAnAddress() throws Exception {
    var run = over(5);

    assertThat(addresses.fill(house.app(), () -> true)).isEqualTo(1);

    assertThat(emails(run)).hasSize(5).allMatch(email -> email.contains("@"));
    assertThat(addresses.fill(house.app(), () -> true)).as("once").isZero();
  }

  @Test
  void whomThePlatformDoesNotKnowOrRefusesStaysWithout() throws Exception {
    var run = over(3);
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE recipient SET target = 'nobody' WHERE run = ? AND seq = 1",
                run.id().value()));
    assertThat(addresses.fill(house.app(), () -> true)).isEqualTo(1);
    assertThat(emails(run)).filteredOn(String::isEmpty).hasSizeBetween(1, 3);

    var refused = over(3);
    house.database().write(handle -> handle.execute("DELETE FROM person"));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(400)));
    assertThat(addresses.fill(house.app(), () -> true)).as("and holds nobody up").isEqualTo(1);
    assertThat(emails(refused)).containsOnly("");
  }

  @Test
  void itWaitsWhileSomethingIsBeingSent() throws Exception {
    var run = over(5);
    var other = started();

    assertThat(addresses.fill(house.app(), () -> true)).isZero();
    assertThat(emails(run)).containsOnly("");
    house.stopping().pause(ana.actor(), other.id(), Optional.empty());
    assertThat(addresses.fill(house.app(), () -> true)).as("a paused one may be for ever").isOne();
  }

  @Test
  void aVisitIsShortAndTheNextGoesOnWhereItWas() throws Exception {
    var run = over(PEOPLE);
    addresses = visits(1);

    assertThat(addresses.fill(house.app(), () -> true)).isZero();
    assertThat(emails(run)).filteredOn(String::isEmpty).hasSize(PEOPLE - 425);
    assertThat(addresses.fill(house.app(), () -> true)).isEqualTo(1);
    assertThat(emails(run)).doesNotContain("");
  }

  @Test
  void whoMayNotGoOnAsksNothing() throws Exception {
    var run = over(5);

    assertThat(addresses.fill(house.app(), () -> false)).isZero();
    assertThat(emails(run)).containsOnly("");
  }

  @Test
  void whatIsNotUnderstoodIsAskedAgainLater() throws Exception {
    var run = over(5);
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(200).withHtml("<h1>")));
    assertThat(addresses.fill(house.app(), () -> true)).isZero();
    assertThat(emails(run)).containsOnly("");

    simulator.faults().set();
    assertThat(addresses.fill(house.app(), () -> true)).isEqualTo(1);
    assertThat(emails(run)).doesNotContain("");
  }

  @Test
  void nobodyElseWaitsForALongRest() throws Exception {
    var run = over(5);
    simulator
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(429).withRetryAfter("600")));
    var before = time.now();

    assertThat(addresses.fill(house.app(), () -> true)).isZero();

    assertThat(time.now()).isEqualTo(before);
    simulator.faults().set();
    time.pass(Duration.ofMinutes(11));
    assertThat(addresses.fill(house.app(), () -> true)).isEqualTo(1);
    assertThat(emails(run)).doesNotContain("");
  }

  // ------------------------------------------------------------------------------------------

  private RecipientAddresses visits(int steps) {
    var ground = new Infrastructure(house.database(), house.platform(), Tuning.PRODUCTION, time);
    return new RecipientAddresses(ground, house.people().emails(), steps);
  }

  private Job started() {
    var herself = new Audience.Person(ana.actor().personId(), ana.actor().name());
    var job = ana.sendNow(ana.draft(new Audience(List.of(herself))));
    house.startDue();
    return house.now(job);
  }

  /** A run that went to so many of whom only the ids were known. */
  private Run over(int people) {
    var run = house.run(started());
    house
        .database()
        .write(handle -> {
          house.runs().expanded(handle, run.id(), new Tally(0, 0, 0, 0, 0, 0, 0, 0), List.of());
          handle.execute(
              "UPDATE run SET sent = ?, total = ? WHERE id = ?", people, people, run.id().value());
          var batch =
              handle.prepareBatch(
                  """
                  INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
                  VALUES (?, ?, 'person', ?, 'N', 'n', '', 'sent', 1)
                  """);
          IntStream.range(0, people)
              .forEach(
                  seq -> batch.add(run.id().value(), seq, simulator.directory().personId(seq)));
          return batch.execute().length;
        });
    assertThat(house.database().<Boolean>write(handle -> house.closed().close(handle, run)))
        .isTrue();
    return run;
  }

  private List<String> emails(Run run) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT email FROM recipient WHERE run = ? ORDER BY seq")
                .bind(0, run.id().value())
                .mapTo(String.class)
                .list());
  }
}
