package belfry.delivery.expansion;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.adapters.SqlLedger;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.job.Job;
import belfry.messages.MessageText;
import belfry.people.audience.Audience;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.TestSqlite;
import belfry.testing.Author;
import belfry.testing.Await;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is stored for each recipient of a message with placeholders. */
class PersonalExpansionTest {
  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(200));
  private final Semaphore done = new Semaphore(0);
  private House house;
  private Author ana;
  private Expander expander;
  private Lease lease;

  @BeforeEach
  void build() {
    house = new House(TestSqlite.open(directory), simulator, directory, time);
    var ledger =
        new SqlLedger(
            LaneId.first(TestPortal.NEWS),
            house.database(),
            house.rules(),
            house.questions(),
            house.closed(),
            time,
            Tuning.PRODUCTION.leaseTtl());
    var profile =
        new Profile(
            new PersonId(simulator.directory().personId(0)), "Ana Lopez", TestPortal.ADMIN, "");
    ana = new Author(house, profile);
    expander = house.expander(_ -> done.release());
    lease = ledger.acquire("here").orElseThrow().lease();
  }

  @AfterEach
  void close() {
    expander.close();
    house.close();
    simulator.close();
  }

  /** A directory's group contains neither the parts of a name nor addresses. */
  @Test
  void namesAndAddressesAreAskedForAndKept() throws Exception {
    var run = expanded(sendNow("Hi {{firstName}} {{LastName}}, {{email}}"));

    assertThat(run.question()).isEmpty();
    assertThat(run.progress().tally().pending()).isEqualTo(200);
    var first = simulator.directory().person(0);
    assertThat(personal(run, simulator.directory().personId(0)))
        .contains("\"firstname\":\"" + first.firstName() + "\"")
        .contains("\"lastname\":\"" + first.lastName() + "\"")
        .contains("\"email\":\"" + simulator.directory().personEmail(0) + "\"");

    peopleAnswerNonsense();
    var next = expanded(sendNow("Dear {{firstName}}"));
    assertThat(next.progress().tally().pending()).as("asked once only").isEqualTo(200);
  }

  /** By an id: an address is looked up before something is sent to it. */
  @Test
  void whoeverIsCalledOtherwiseByNowReadsThatFromTheNextHourOn() throws Exception {
    expanded(sendTo("Hi {{firstName}}, {{email}}", everybody()));
    calledOtherwiseBefore();
    peopleAnswerNonsense();
    time.pass(Duration.ofMinutes(50));
    var soon = expanded(sendTo("Hi {{firstName}} {{name}} {{email}}", ana()));
    assertThat(values(soon)).as("asked within the hour").contains("Formerly", "former@");

    simulator.faults().set(List.of());
    time.pass(Duration.ofMinutes(11));
    var later = expanded(sendTo("Hi {{firstName}} {{name}} {{email}}", ana()));
    var now = simulator.directory().person(0);
    assertThat(values(later))
        .contains(now.firstName(), simulator.directory().personEmail(0))
        .doesNotContain("Formerly", "former@");
    assertThat(house.people().persons().find(new PersonId(simulator.directory().personId(0))))
        .as("and so does everybody who looks")
        .hasValueSatisfying(one -> assertThat(one.name()).isEqualTo(now.displayName()));
  }

  /** A copy of a group says who is called what, and no addresses. */
  @Test
  void soDoesAMemberOfAGroup() throws Exception {
    expanded(sendTo("Hi {{email}}", everybody()));
    calledOtherwiseBefore();
    time.pass(Duration.ofHours(2));

    var run = expanded(sendTo("Hi {{email}}", everybody()));

    assertThat(values(run)).contains(simulator.directory().personEmail(0));
  }

  @Test
  void aNameAloneIsAskedForOnlyOfWhoeverWasNotReadJustNow() throws Exception {
    expanded(sendTo("Hi {{firstName}}", everybody()));
    time.pass(Duration.ofHours(2));
    peopleAnswerNonsense();
    var toAll = sendTo("Hi {{name}}", everybody());
    var toOne = sendTo("Hi {{name}}", ana());
    var asked = unanswered();

    assertThat(expanded(toAll).progress().tally().pending()).isEqualTo(200);
    assertThat(unanswered()).isEqualTo(asked);

    assertThat(expanded(toOne).progress().expanded()).isFalse();
    assertThat(unanswered()).isEqualTo(asked + 1);
  }

  /** Then nobody waits longer than twice, and whoever sends urgently does not wait. */
  @Test
  void whatWasToldBeforeHasToDoWhereNothingIsAnswered() throws Exception {
    expanded(sendTo("Hi {{firstName}}", everybody()));
    peopleAnswerNonsense();
    time.pass(Duration.ofHours(2));
    var job = sendTo("Hi {{firstName}}", everybody());

    for (var tries = 0; tries < 2; tries++) {
      assertThat(expanded(job).progress().expanded()).isFalse();
      time.pass(Duration.ofSeconds(31));
    }
    var before = unanswered();
    var run = expanded(job);

    assertThat(run.progress().tally().pending()).isEqualTo(200);
    assertThat(unanswered()).as("no more about the others").isEqualTo(before + 1);
  }

  /** The 200 are asked about in three questions or more. */
  @Test
  void whoeverSendsUrgentlyWaitsForNoMoreThanTenSecondsInAll() throws Exception {
    assertThat(askedUntilIn(Duration.ofSeconds(11), true)).isEqualTo(1);
  }

  @Test
  void theOthersWaitForMinutesAndThenGoByWhatIsKnown() throws Exception {
    assertThat(askedUntilIn(Duration.ofMinutes(1), false)).isGreaterThanOrEqualTo(3);
    time.pass(Duration.ofHours(2));
    assertThat(askedUntilIn(Duration.ofMinutes(6), false)).isEqualTo(1);
  }

  private long askedUntilIn(Duration first, boolean urgent) throws Exception {
    expanded(sendTo("Hi {{firstName}}", everybody()));
    time.pass(Duration.ofHours(2));
    var job = sendTo("Hi {{firstName}}", everybody());
    var late = Fault.latency(Duration.ofMillis(700), Duration.ofMillis(700));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, late));
    simulator.faults().resetCounts();
    house.startDue();
    if (urgent) {
      var id = house.run(job).id();
      house
          .database()
          .write(handle -> {
            Runs.setUrgent(handle, id, true);
            return id;
          });
    }
    expander.expand(house.app(), lease, house.run(job));
    Await.until(() -> asked() > 0);
    time.pass(first);
    assertThat(done.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    assertThat(house.run(job).progress().tally().pending()).isEqualTo(200);
    simulator.faults().set(List.of());
    return asked();
  }

  /** Of 85, each half is refused in which somebody is, until they are asked about alone. */
  @Test
  void anIdThatIsRefusedMakesFewOthersBeAskedAboutAgainAndIsNotAskedAboutWithinTheHour()
      throws Exception {
    expanded(sendTo("Hi {{firstName}}", everybody()));
    time.pass(Duration.ofHours(2));
    var soon = Fault.latency(Duration.ofMillis(1), Duration.ofMillis(1));
    simulator
        .faults()
        .set(
            FaultRule.on(Operation.PEOPLE_LIST, soon),
            FaultRule.on(Operation.PEOPLE_LIST, Fault.before(404))
                .onCalls(2L, 3L, 4L, 5L, 6L, 7L, 8L));
    simulator.faults().resetCounts();

    var run = expanded(sendTo("Hi {{firstName}}", everybody()));

    assertThat(run.progress().tally().pending()).isEqualTo(200);
    var before = asked();
    assertThat(before).isBetween(15L, 16L);
    expanded(sendTo("Hi {{firstName}}", everybody()));
    assertThat(asked()).isEqualTo(before);
  }

  private long asked() {
    return simulator.faults().counts().getOrDefault("latency", 0L);
  }

  private void calledOtherwiseBefore() {
    var _ =
        house
            .database()
            .write(handle ->
                handle.execute(
                    "UPDATE person SET name = 'Formerly So', first_name = 'Formerly', email = 'former@x.example' WHERE id = ?",
                    simulator.directory().personId(0)));
  }

  private String values(Run run) {
    return personal(run, simulator.directory().personId(0));
  }

  private long unanswered() {
    return simulator.faults().counts().values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void nothingIsAskedOrKeptWhereAllGetTheSame() throws Exception {
    peopleAnswerNonsense();

    var run = expanded(sendNow("Hi all"));

    assertThat(run.progress().tally().pending()).isEqualTo(200);
    assertThat(personal(run, simulator.directory().personId(0))).isEmpty();
  }

  /** The platform rejects one id, which must not hide those requested together with it. */
  @Test
  void whoeverNothingIsKnownOfIsLeftOutAndSomebodyIsAskedFirst() throws Exception {
    var run =
        expanded(
            sendNow("Dear {{firstName}}", new Audience.Person(new PersonId("nobody"), "Nobody")));

    assertThat(run.question())
        .isEqualTo("1 person does not get it: No value is known for firstName.");
    assertThat(run.progress().gate()).isEqualTo(Run.Gate.PAUSED);
    assertThat(run.progress().tally().pending()).isEqualTo(200);
    assertThat(run.progress().tally().skipped()).isEqualTo(1);
  }

  /** A skipped recipient has an account, and is not reported as having none. */
  @Test
  void whatWouldReachNobodyWaits() throws Exception {
    var nobody = new Audience(List.of(new Audience.Person(new PersonId("nobody"), "Nobody")));
    var text = Author.text("Dear {{firstName}}", nobody);
    var job = Author.agreed(house.writing().create(ana.actor(), text, Optional.empty()));

    assertThat(expanded(ana.sendNow(job)).question())
        .isEqualTo(
            "1 person does not get it: No value is known for firstName."
                + " It would go to nobody, but it was meant for 1.");
  }

  @Test
  void whoseMessageWouldBeTooLongIsLeftOut() throws Exception {
    var most = MessageText.MOST_BYTES;
    var run = expanded(sendNow("{{firstName}}" + "x".repeat(most - "{{firstName}}".length())));
    var tooLong =
        IntStream.range(0, 200)
            .filter(
                i -> bytes(simulator.directory().person(i).firstName()) > "{{firstName}}".length())
            .count();

    assertThat(run.progress().tally().skipped()).isEqualTo(tooLong);
  }

  @Test
  void whileThePlatformDoesNotTellNobodyIsLeftOut() throws Exception {
    peopleAnswerNonsense();

    var run = expanded(sendNow("Hi {{firstName|you}}"));

    assertThat(run.progress().expanded()).isFalse();
    assertThat(run.notes().getFirst()).contains("Webex does not provide people's names");
  }

  private void peopleAnswerNonsense() {
    simulator
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(200).withHtml("<h1>Hello</h1>")));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private Job sendNow(String markdown, Audience.Entry... others) {
    var entries = new ArrayList<Audience.Entry>(List.of(others));
    entries.add(everybody());
    return sendTo(markdown, entries.toArray(Audience.Entry[]::new));
  }

  private Audience.Entry everybody() {
    return new Audience.Group(house.group("All staff").id(), "All staff");
  }

  private Audience.Entry ana() {
    return new Audience.Person(new PersonId(simulator.directory().personId(0)), "Ana Lopez");
  }

  private Job sendTo(String markdown, Audience.Entry... whom) {
    var text = Author.text(markdown, new Audience(List.of(whom)));
    return ana.sendNow(Author.agreed(house.writing().create(ana.actor(), text, Optional.empty())));
  }

  private Run expanded(Job job) throws InterruptedException {
    house.startDue();
    expander.expand(house.app(), lease, house.run(job));
    assertThat(done.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    return house.run(job);
  }

  private String personal(Run run, String target) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery(
                    "SELECT COALESCE(personal, '') FROM recipient WHERE run = ? AND target = ?")
                .bind(0, run.id().value())
                .bind(1, target)
                .mapTo(String.class)
                .one());
  }
}
