package belfry.delivery.lane;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.ActingPerson;
import belfry.delivery.adapters.SqlLedger;
import belfry.delivery.expansion.Expander;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.pace.PaceMemory;
import belfry.people.audience.Audience;
import belfry.people.groups.Groups;
import belfry.people.groups.OwnGroups;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.DoubleCheckStore;
import belfry.runs.FirstWave;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.Wave;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.runs.recipients.Tally;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Author;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** A run that begins with some of its recipients, on a real database. */
@OnEngines
class FirstWaveTest extends StorageTest {
  private static final int EVERYBODY = 20;
  private static Simulator simulator;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Semaphore expanded = new Semaphore(0);
  private House house;
  private Author ana;
  private Expander expander;
  private SqlLedger ledger;
  private Lease lease;
  private long attempts;

  @BeforeParameterizedClassInvocation
  static void startPlatform() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(EVERYBODY));
  }

  @AfterParameterizedClassInvocation
  static void stopPlatform() {
    simulator.close();
  }

  @BeforeEach
  void build() {
    house = new House(open(directory), simulator, directory, time);
    var ttl = Tuning.PRODUCTION.leaseTtl();
    ledger =
        new SqlLedger(
            LaneId.first(TestPortal.NEWS),
            house.database(),
            house.rules(),
            house.questions(),
            house.closed(),
            time,
            ttl);
    expander = house.expander(_ -> expanded.release());
    lease = ledger.acquire("here").orElseThrow().lease();
    var id = new PersonId(simulator.directory().personId(0));
    ana = new Author(house, new Profile(id, "Ana Lopez", TestPortal.ADMIN, ""));
  }

  @AfterEach
  void close() {
    expander.close();
    house.close();
  }

  @Test
  void theRestWaitsUntilAPersonLetsItGoOn() throws Exception {
    var job = begun(new FirstWave(new FirstWave.People(3), 50, 0));
    var wave = claimed(job, 99);
    assertThat(wave).extracting(Claimed::seq).containsExactly(0L, 1L, 2L);
    assertThat(run(job).progress().fresh()).isZero();
    settle(wave.subList(0, 2), RecipientState.SENT);
    assertThat(paused(job)).as("while one is not settled").isFalse();
    settle(wave.subList(2, 3), RecipientState.UNKNOWN);
    assertThat(paused(job)).as("while one is in doubt").isFalse();
    settle(wave.subList(2, 3), RecipientState.FAILED);
    var seen = house.now(job).revision();

    assertThat(paused(job)).isTrue();
    assertThat(run(job).question()).isEqualTo("The first wave is over: 2 delivered, 1 failed.");
    assertThat(house.now(job).state()).isInstanceOf(JobState.Paused.class);
    assertThat(paused(job)).as("once").isTrue();
    ledger.release(lease);
    lease = ledger.acquire("there").orElseThrow().lease();
    assertThat(claimed(job, 99)).as("by whoever owns the lane next").isEmpty();

    assertThat(resume(job, Optional.of(seen)))
        .as("of somebody who has not seen how it went")
        .isInstanceOf(ChangeResult.Stale.class);
    time.jump(Duration.ofSeconds(3));
    agreed(pause(job));
    time.jump(Duration.ofSeconds(4));
    agreed(resume(job, Optional.of(house.now(job).revision())));
    assertThat(run(job).question()).isEmpty();
    assertThat(waited(job)).as("also after it was paused while it waited").hasSeconds(7);
    time.jump(Duration.ofSeconds(1));
    settle(claimed(job, 99), RecipientState.SENT);
    assertThat(paused(job)).isFalse();
    assertThat(waited(job)).hasSeconds(7);
    assertThat(ledger.finish(List.of(run(job)))).hasSize(1);
    assertThat(run(job).progress().tally()).isEqualTo(new Tally(0, 0, 0, 0, 0, 19, 1, 0));
  }

  @Test
  void aPauseInTheMiddleOfAWaveDoesNotEndIt() throws Exception {
    var job = begun(new FirstWave(new FirstWave.Percent(24), 5, 0));
    assertThat(claimed(job, 2)).hasSize(2);
    agreed(pause(job));
    agreed(resume(job, Optional.empty()));

    assertThat(claimed(job, 99)).as("of five, which is 24 % of 20").hasSize(3);
    assertThat(claimed(job, 99)).isEmpty();
  }

  @Test
  void itStopsByItselfWhereTooManyFailAndThenOnlyAPersonLetsItGoOn() throws Exception {
    var job = begun(new FirstWave(new FirstWave.People(10), 10, 30));
    settle(claimed(job, 1), RecipientState.HELD);
    assertThat(paused(job)).as("of ten one, which is a tenth").isFalse();
    settle(claimed(job, 1), RecipientState.FAILED);

    assertThat(paused(job)).as("in the middle of the wave").isTrue();
    assertThat(run(job).question())
        .isEqualTo(
            "It stopped by itself: 1 of 2 failed, 1 unsure. That is more than 10 % of the first wave of 10.");
    time.pass(Duration.ofHours(1));
    house.startDue();
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.PAUSED);
    agreed(resume(job, Optional.empty()));
    assertThat(claimed(job, 99)).hasSize(18);
  }

  @Test
  void whatWasUnderWayWhenItStoppedByItselfIsCountedWhereItAsks() throws Exception {
    var job = begun(new FirstWave(new FirstWave.People(10), 5, 0));
    var wave = claimed(job, 3);
    settle(wave.subList(0, 1), RecipientState.FAILED);
    assertThat(paused(job)).isTrue();
    settle(wave.subList(1, 2), RecipientState.FAILED);
    settle(wave.subList(2, 3), RecipientState.SENT);

    assertThat(Remarks.asked(run(job)))
        .contains(
            "It stopped by itself: 2 of 3 failed. That is more than 5 % of the first wave of 10.");
  }

  @Test
  void itGoesOnByItselfUnlessAPersonWantsItToWait() throws Exception {
    var rule = new FirstWave(new FirstWave.People(2), 5, 30);
    var goesOn = begun(rule);
    var waits = begun(rule);
    for (var job : List.of(goesOn, waits)) {
      settle(claimed(job, 99), RecipientState.SENT);
      assertThat(paused(job)).isTrue();
    }
    var at = time.now().plus(Duration.ofMinutes(30));
    assertThat(house.nextDue()).contains(at);
    var seen = house.now(waits).revision();
    agreed(pause(waits));
    assertThat(house.now(waits).revision()).isGreaterThan(seen);

    time.pass(Duration.ofMinutes(29));
    house.startDue();
    assertThat(run(goesOn).progress().gate()).isEqualTo(Run.Gate.PAUSED);
    time.pass(Duration.ofMinutes(1));
    house.startDue();

    assertThat(house.now(goesOn).state()).isInstanceOf(JobState.Sending.class);
    assertThat(run(goesOn).question()).isEmpty();
    assertThat(claimed(goesOn, 99)).hasSize(18);
    assertThat(run(waits).progress().gate()).isEqualTo(Run.Gate.PAUSED);
    assertThat(house.nextDue()).isEmpty();
  }

  @Test
  void whatWasScheduledBySomebodyWhoIsGoneDoesNotGoOnByItself() throws Exception {
    var job = begun(new FirstWave(new FirstWave.People(2), 5, 1));
    settle(claimed(job, 99), RecipientState.SENT);
    assertThat(paused(job)).isTrue();
    assertThat(
            house
                .access()
                .remove(
                    house.app(),
                    ana.actor().personId().value(),
                    new ActingPerson(new PersonId("x"))))
        .isNotNull();

    time.pass(Duration.ofMinutes(2));
    house.startDue();

    assertThat(run(job).progress().wave().flatMap(Wave::goesOn)).isEmpty();
    assertThat(run(job).progress().gate()).isEqualTo(Run.Gate.PAUSED);
  }

  @Test
  void theMembersOfAGroupGoFirstAndNobodyTwice() throws Exception {
    var made = house.people().ownGroups().create(asker(), "Pilots", (_, _, _, _) -> {});
    var pilots = ((OwnGroups.Change.Done) made).group();
    add(pilots.id(), 16, 4);

    var job =
        begun(
            new FirstWave(new FirstWave.Members(pilots.id()), 5, 0),
            List.of(all(), new Audience.Group(pilots.id(), "Pilots")));

    assertThat(claimed(job, 99))
        .extracting(Claimed::target)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(16, 20).mapToObj(simulator.directory()::personId).toList());
    assertThat(run(job).progress().total()).isEqualTo(EVERYBODY);
  }

  @Test
  void aCancelSkipsWhoeverWaits() throws Exception {
    var job = begun(new FirstWave(new FirstWave.People(2), 5, 1));
    settle(claimed(job, 99), RecipientState.SENT);
    assertThat(paused(job)).isTrue();

    house.stopping().cancel(ana.actor(), job.id(), false, Optional.empty());
    time.pass(Duration.ofMinutes(2));
    house.startDue();
    turn(List.of(), List.of(), List.of(run(job).id()));

    assertThat(run(job).progress().tally()).isEqualTo(new Tally(0, 0, 0, 0, 0, 2, 0, 18));
    assertThat(ledger.finish(List.of(run(job)))).hasSize(1);
    assertThat(house.now(job).state()).isInstanceOf(JobState.Cancelled.class);
  }

  @Test
  void aWaveOfAllHasNobodyToWaitFor() throws Exception {
    var job = begun(new FirstWave(new FirstWave.People(500), 5, 1));
    settle(claimed(job, 99), RecipientState.SENT);

    assertThat(paused(job)).isFalse();
    assertThat(ledger.finish(List.of(run(job)))).hasSize(1);
  }

  @Test
  void aGroupThatIsNotAmongTheRecipientsCannotGoFirst() {
    var rule = new FirstWave(new FirstWave.Members("another"), 5, 0);
    var job =
        agreed(house.writing().create(ana.actor(), draft(rule, List.of(all())), Optional.empty()));

    var answer = house.runNow(ana.actor(), job.id(), Consent.NONE, Duration.ZERO, Optional.empty());

    assertThat(answer)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(one -> one.field())
                    .containsExactly("firstWave"));
  }

  // ------------------------------------------------------------------------------------------

  private Audience.Entry all() {
    return new Audience.Group(house.group("All staff").id(), "All staff");
  }

  private static Draft draft(FirstWave rule, List<Audience.Entry> entries) {
    return Author.text("Hello", Optional.empty(), new Audience(entries), Optional.of(rule));
  }

  private Job begun(FirstWave rule) throws InterruptedException {
    return begun(rule, List.of(all()));
  }

  private Job begun(FirstWave rule, List<Audience.Entry> entries) throws InterruptedException {
    var draft = draft(rule, entries);
    var job = ana.sendNow(agreed(house.writing().create(ana.actor(), draft, Optional.empty())));
    house.startDue();
    expander.expand(house.app(), lease, run(job));
    assertThat(expanded.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    return job;
  }

  private Run run(Job job) {
    return house.run(job);
  }

  private Duration waited(Job job) {
    return new DoubleCheckStore(house.database()).after(run(job).id()).waited();
  }

  private ChangeResult pause(Job job) {
    return house.stopping().pause(ana.actor(), job.id(), Optional.empty());
  }

  private ChangeResult resume(Job job, Optional<Long> revision) {
    return house.stopping().resume(ana.actor(), job.id(), revision, Optional.empty());
  }

  /** Whether the lane's look at the end of the wave leaves the run paused. */
  private boolean paused(Job job) {
    var run = run(job);
    return Optional.ofNullable(ledger.pause(List.of(run)).get(run.id())).orElseThrow().gate()
        == Run.Gate.PAUSED;
  }

  private List<Claimed> claimed(Job job, int most) {
    var claim = new Ledger.Claim(run(job).id(), List.of(), most);
    return turn(List.of(claim), List.of(), List.of()).claimed();
  }

  private void settle(List<Claimed> some, RecipientState to) {
    var settlements =
        some.stream()
            .map(one -> {
              var message = to == RecipientState.SENT ? one.run() + "/" + one.seq() : "";
              return new Settlement(
                  one.run(), one.seq(), attempt(one), to, message, Optional.empty(), "", "");
            })
            .toList();
    turn(List.of(), settlements, List.of());
  }

  private long attempt(Claimed one) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT attempt_id FROM recipient WHERE run = ? AND seq = ?")
                .bind(0, one.run().value())
                .bind(1, one.seq())
                .mapTo(Long.class)
                .one());
  }

  private Ledger.Turn.Done turn(
      List<Ledger.Claim> claims, List<Settlement> settlements, List<RunId> skip) {
    var order =
        new Ledger.Order(
            ++attempts,
            new Dating(time.now(), time.now()),
            settlements,
            List.of(),
            claims,
            Set.of(),
            skip,
            new PaceMemory(7.5, false),
            Ledger.Kept.NOTHING,
            Map.of(),
            "",
            List.of(),
            false);
    return (Ledger.Turn.Done) ledger.turn(lease, order);
  }

  private OwnGroups.Asker asker() {
    return new OwnGroups.Asker(house.app(), ana.actor().personId(), Optional.empty());
  }

  private void add(String group, int from, int count) {
    var members =
        IntStream.range(from, from + count)
            .mapToObj(place ->
                new Groups.Reference(
                    Optional.of(simulator.directory().personId(place)), Optional.empty()))
            .toList();
    assertThat(house.people().groups().add(house.app(), group, members, (_, _, _, _) -> {}))
        .isPresent();
  }
}
