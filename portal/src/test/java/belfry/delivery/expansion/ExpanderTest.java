package belfry.delivery.expansion;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.adapters.SqlLedger;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.schedule.ScheduleInput;
import belfry.people.audience.Audience;
import belfry.people.groups.Groups;
import belfry.people.groups.OwnGroups;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.Run;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.TestSqlite;
import belfry.testing.Author;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a run goes to when it is not who was meant. */
class ExpanderTest {
  private static final int MEMBERS = 10;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(60));
  private final Semaphore done = new Semaphore(0);
  private House house;
  private Author ana;
  private Expander expander;
  private SqlLedger ledger;
  private Lease lease;
  private String group;

  @BeforeEach
  void build() {
    house = new House(TestSqlite.open(directory), simulator, directory, time);
    ledger =
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
    var made = house.people().ownGroups().create(asker(), "Rowers", (_, _, _, _) -> {});
    group = ((OwnGroups.Change.Done) made).group().id();
    change(true, 0, MEMBERS);
  }

  @AfterEach
  void close() {
    expander.close();
    house.close();
    simulator.close();
  }

  @Test
  void whoWasMeantIsWhoGetsIt() throws Exception {
    var job = ana.sendNow(draft());

    var run = expanded(job);

    assertThat(run.question()).isEmpty();
    assertThat(run.progress().gate()).isEqualTo(Run.Gate.OPEN);
    assertThat(run.progress().tally().pending()).isEqualTo(MEMBERS);
  }

  @Test
  void anAudienceThatShrankByMoreThanAFifthWaitsForSomebody() throws Exception {
    var job = ana.sendNow(draft());
    change(false, 0, 3);

    var run = expanded(job);

    assertThat(run.question()).isEqualTo("It would go to 7, but it was meant for 10.");
    assertThat(run.progress().gate()).isEqualTo(Run.Gate.PAUSED);
    assertThat(house.now(job).state()).isInstanceOf(JobState.Paused.class);

    assertThat(house.stopping().resume(ana.actor(), job.id(), Optional.empty(), Optional.empty()))
        .isInstanceOf(ChangeResult.Agreed.class);
    var on = house.run(job);
    assertThat(on.question()).isEmpty();
    assertThat(on.progress().gate()).isEqualTo(Run.Gate.OPEN);
    assertThat(on.progress().tally().pending()).isEqualTo(7);
  }

  @Test
  void aFifthFewerAreNotAskedAbout() throws Exception {
    var job = ana.sendNow(draft());
    change(false, 0, 2);

    assertThat(expanded(job).question()).isEmpty();
  }

  @Test
  void aGroupThatIsGoneIsAskedAboutAndNothingEndsWithNobody() throws Exception {
    var job = ana.sendNow(draft());
    assertThat(house.people().ownGroups().delete(asker(), group, (_, _, _, _) -> {}))
        .isInstanceOf(OwnGroups.Change.Deleted.class);

    var run = expanded(job);

    assertThat(run.question())
        .isEqualTo(
            "The group Rowers no longer exists. It would go to nobody, but it was meant for 10.");
    assertThat(ledger.finish(List.of(run))).isEmpty();
    assertThat(house.now(job).state()).isInstanceOf(JobState.Paused.class);

    house.stopping().cancel(ana.actor(), job.id(), false, Optional.empty());
    assertThat(ledger.finish(List.of(house.run(job)))).hasSize(1);
    assertThat(house.now(job).state()).isInstanceOf(JobState.Cancelled.class);
  }

  @Test
  void aRecurringOneIsComparedWithTheLastTime() throws Exception {
    var job = draft();
    var when =
        new ScheduleInput("2026-11-21T10:00", "UTC", "FREQ=DAILY", Optional.empty())
            .read(time.now());
    assertThat(house.schedule(ana.actor(), job.id(), Consent.NONE, when, Optional.empty()))
        .isInstanceOf(ChangeResult.Agreed.class);
    change(true, MEMBERS, 5);
    time.pass(Duration.ofHours(1));
    assertThat(expandedNext().question()).as("more than were counted").isEmpty();
    closeAll();
    change(false, 0, 4);
    time.pass(Duration.ofDays(1));

    assertThat(expandedNext().question())
        .isEqualTo("It would go to 11, but last time it went to 15.");
  }

  @Test
  void membersThatCannotBeReadMakeItWaitAndNotGoToFewer() throws Exception {
    var job = toEverybodyCopiedLongAgo();
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(200).withHtml("<h1>Hello</h1>")));

    var run = expanded(ana.sendNow(job));

    assertThat(run.progress().expanded()).isFalse();
    assertThat(run.notes().toString()).contains("cannot be read from the directory");
  }

  @Test
  void whatCouldNotBeReadGoesOnByItselfWhenItCan() throws Exception {
    var job = toEverybodyCopiedLongAgo();
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(404).withHtml("<h1>No</h1>")));
    assertThat(expanded(ana.sendNow(job)).progress().expanded()).isFalse();

    simulator.faults().set();
    time.pass(Duration.ofSeconds(31));
    expand(house.run(job));

    assertThat(house.run(job).progress().tally().pending()).isEqualTo(60);
    assertThat(house.run(job).question()).isEmpty();
    assertThat(house.run(job).notes()).isEmpty();
  }

  @Test
  void whoeverCancelsWhatCannotBeReadDoesNotWaitForTheNextTry() throws Exception {
    var job = toEverybodyCopiedLongAgo();
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(404).withHtml("<h1>No</h1>")));
    assertThat(expanded(ana.sendNow(job)).progress().expanded()).isFalse();

    house.stopping().cancel(ana.actor(), job.id(), false, Optional.empty());
    expand(house.run(job));

    assertThat(house.run(job).progress().expanded()).isTrue();
    assertThat(house.run(job).progress().total()).isZero();
  }

  @Test
  void aGroupThatWasNeverReadIsNotSaidToBeEmpty() {
    var everybody = house.group("All staff").id();
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(404).withHtml("<h1>No</h1>")));
    var job = draft(new Audience.Group(everybody, "All staff"));

    assertThat(house.checking().check(house.app(), job.draft()).faults().toString())
        .contains("The directory does not currently say who is in All staff");
  }

  @Test
  void aGroupThatTheDirectoryHasNoMoreIsAskedAbout() throws Exception {
    var everybody = house.group("All staff").id();
    var job = ana.sendNow(draft(new Audience.Group(everybody, "All staff")));
    time.pass(Duration.ofMinutes(2));
    simulator.faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(404)));

    assertThat(expanded(job).question())
        .isEqualTo(
            "The group All staff no longer exists. It would go to nobody, but it was meant for 60.");
  }

  @Test
  void whetherAGroupIsGoneIsNotSaidByAListThatCannotBeRead() throws Exception {
    var everybody = house.group("All staff").id();
    var job = ana.sendNow(draft(new Audience.Group(everybody, "All staff")));
    house.database().write(handle -> handle.execute("DELETE FROM people_group WHERE app = ''"));
    time.pass(Duration.ofMinutes(2));
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_LIST, Fault.before(200).withHtml("<h1>Hello</h1>")));

    var run = expanded(job);

    assertThat(run.progress().expanded()).isFalse();
    assertThat(run.notes().toString()).contains("it is unknown whether All staff still exists");

    simulator.faults().set();
    time.pass(Duration.ofSeconds(31));
    expand(house.run(job));
    assertThat(house.run(job).progress().tally().pending()).isEqualTo(60);
    assertThat(house.run(job).question()).isEmpty();
  }

  @Test
  void anAudienceOfWhichNobodyHasAnAccountIsAskedAbout() throws Exception {
    var emails = IntStream.range(0, 60).mapToObj(number -> "x" + number + "@y.example").toList();

    var run = expanded(ana.sendNow(draft(new Audience.Addresses("List", emails))));

    assertThat(run.question())
        .isEqualTo(
            "It would go to nobody, but it was meant for 20. 60 addresses were not found in your"
                + " organization.");
    assertThat(ledger.finish(List.of(run))).isEmpty();
  }

  @Test
  void anAddressForWhichWebexShowsSomebodyElseIsNamedAndAllOthersGo() throws Exception {
    house.group("All staff");
    answer(ALIAS, Fault.before(200).withHtml(SOMEBODY_ELSE));

    var run = expanded(ana.sendNow(draft(new Audience.Addresses("List", withAlias()))));

    assertThat(run.progress().tally().pending()).isEqualTo(10);
    assertThat(run.progress().tally().skipped()).isOne();
    assertThat(run.question()).isEmpty();
    assertThat(run.progress().gate()).isEqualTo(Run.Gate.OPEN);
    assertThat(run.notes().toString()).contains("nothing is sent to them: " + ALIAS + ".");
  }

  @Test
  void anAddressThatIsNeverAnsweredKeepsAllOthersForAMinuteOnly() throws Exception {
    house.group("All staff");
    answer(ALIAS, Fault.before(500));
    var job = ana.sendNow(draft(new Audience.Addresses("List", withAlias())));

    assertThat(expanded(job).progress().expanded()).isFalse();
    time.pass(Duration.ofSeconds(31));
    expand(house.run(job));
    assertThat(house.run(job).progress().expanded()).isFalse();
    time.pass(Duration.ofSeconds(31));
    expand(house.run(job));

    assertThat(house.run(job).progress().tally().pending()).isEqualTo(10);
    assertThat(house.run(job).notes().toString()).contains(ALIAS);
  }

  /** As before it was asked again whose they are: their ids can be written to. */
  @Test
  void whereWebexDoesNotAnswerItGoesAfterAMinuteToThoseWhoHadTheAddressesBefore() throws Exception {
    var job = ana.sendNow(foundLongAgo(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503))));

    assertThat(expanded(job).progress().expanded()).isFalse();
    time.pass(Duration.ofSeconds(31));
    expand(house.run(job));
    assertThat(house.run(job).progress().expanded()).isFalse();
    time.pass(Duration.ofSeconds(31));
    expand(house.run(job));

    assertThat(house.run(job).progress().tally().pending()).isEqualTo(10);
    assertThat(house.run(job).question()).isEmpty();
    assertThat(house.run(job).notes().toString()).contains("what it said of them within the week");
  }

  @Test
  void whatIsUrgentDoesNotWaitForWebexToSayWhoseAddressesAre() throws Exception {
    var job = ana.sendNow(foundLongAgo(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(429))));
    house.startDue();
    house.database().write(handle -> handle.execute("UPDATE run SET urgent = 1"));

    expand(house.run(job));

    assertThat(house.run(job).progress().tally().pending()).isEqualTo(10);
    assertThat(house.run(job).notes().toString()).contains("what it said of them within the week");
  }

  @Test
  void peopleWhoAreShownWithoutAddressesAreNotLookedUpOneByOne() throws Exception {
    var items =
        IntStream.range(0, 10)
            .mapToObj(simulator.directory()::personId)
            .map("{\"id\":\"%s\",\"displayName\":\"R\"}"::formatted)
            .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    var bare = Fault.before(200).withHtml(items);
    var job =
        foundLongAgo(
            FaultRule.on(Operation.PEOPLE_LIST, bare).onCalls(1L, 2L),
            FaultRule.on(Operation.PEOPLE_LIST, Fault.before(500)));

    var run = expanded(ana.sendNow(job));

    assertThat(run.progress().tally().pending()).isEqualTo(10);
    assertThat(run.notes()).isEmpty();
  }

  /** Ten people whose addresses were looked up two hours ago, and what goes wrong since. */
  private Job foundLongAgo(FaultRule... wrong) {
    house.group("All staff");
    var emails = IntStream.range(0, 10).mapToObj(simulator.directory()::personEmail).toList();
    var job = draft(new Audience.Addresses("List", emails));
    assertThat(house.people().audiences().count(house.app(), job.audience()).people())
        .isEqualTo(10);
    time.pass(Duration.ofHours(2));
    simulator.faults().set(wrong);
    return job;
  }

  @Test
  void whereNobodyIsAnsweredAllWait() throws Exception {
    var job = ana.sendNow(draft(new Audience.Addresses("List", withAlias())));
    simulator
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(200).withHtml(SOMEBODY_ELSE)));
    house.database().write(handle -> handle.execute("DELETE FROM address"));

    house.startDue();
    for (var i = 0; i < 5; i++) {
      expand(house.run(job));
      time.pass(Duration.ofSeconds(31));
    }

    assertThat(house.run(job).progress().expanded()).isFalse();
    assertThat(house.run(job).notes().toString()).contains("could not be looked up");
  }

  @Test
  void anAddressToBeLeftOutForWhichWebexShowsSomebodyElseIsAskedAbout() throws Exception {
    house.group("All staff");
    answer(ALIAS, Fault.before(200).withHtml(SOMEBODY_ELSE));
    var audience =
        new Audience(
            List.of(new Audience.Group(group, "Rowers")),
            List.of(new Audience.Addresses("Not these", List.of(ALIAS))));

    var run = expanded(ana.sendNow(ana.draft(audience)));

    assertThat(run.question())
        .isEqualTo(
            "Webex does not say whose these addresses are, which were to be left out: "
                + ALIAS
                + ".");
    assertThat(run.progress().gate()).isEqualTo(Run.Gate.PAUSED);
  }

  /** One address that is not answered says nothing of the others, each of which can have passed. */
  @Test
  void whoHadAnAddressIsNotBelievedBecauseAnotherAddressIsNotAnswered() throws Exception {
    var before = simulator.directory().personId(20);
    var address = simulator.directory().personEmail(21);
    house.group("All staff");
    answer(ALIAS, Fault.before(503));
    var audience =
        new Audience(
            List.of(new Audience.Addresses("These", List.of(address))),
            List.of(new Audience.Addresses("Not these", List.of(ALIAS))));
    var urgent =
        new Consent(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), "A fire");
    var id = ana.draft(audience).id();
    house.runNow(ana.actor(), id, urgent, Duration.ZERO, Optional.empty());
    house.startDue();
    var job = house.jobs().find(TestPortal.NEWS, id).orElseThrow();
    house
        .database()
        .write(handle -> {
          handle.execute("UPDATE person SET email = '' WHERE email = ?", address);
          handle.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES (?, 'B', 'b', ?)",
              before,
              address);
          return handle.execute(
              "UPDATE address SET person = ?, asked = asked - 7200000 WHERE email = ?",
              before,
              address);
        });

    for (var i = 0; i < 3; i++) {
      expand(house.run(job));
      time.pass(Duration.ofSeconds(31));
    }

    assertThat(house.run(job).progress().expanded()).isTrue();
    assertThat(recipients(house.run(job))).containsExactly(simulator.directory().personId(21));
  }

  private List<String> recipients(Run run) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT target FROM recipient WHERE run = ?")
                .bind(0, run.id().value())
                .mapTo(String.class)
                .list());
  }

  private static final String ALIAS = "rower+boat@northwind.example";
  private static final String SOMEBODY_ELSE =
      "{\"items\":[{\"id\":\"another\",\"displayName\":\"R\",\"emails\":[\"rower@northwind.example\"]}]}";

  private void answer(String email, Fault how) {
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, how).to(email));
  }

  private List<String> withAlias() {
    var emails = new ArrayList<>(List.of(ALIAS));
    IntStream.range(0, 10).mapToObj(simulator.directory()::personEmail).forEach(emails::add);
    return emails;
  }

  /** As a group may list members that was copied before an id had one form here. */
  @Test
  void onePersonUnderTwoFormsOfAnIdIsOneRecipient() throws Exception {
    var members = IntStream.range(0, MEMBERS).mapToObj(simulator.directory()::personId).toList();
    house
        .database()
        .write(handle -> {
          handle.execute("DELETE FROM person");
          var moved = 0;
          for (var id : members.subList(0, 5)) {
            moved +=
                handle.execute(
                    "UPDATE group_member SET person = ? WHERE person = ?", PlatformId.key(id), id);
          }
          for (var id : members) {
            handle.execute(
                "INSERT INTO person (id, name, name_key, email) VALUES (?, 'N', 'n', '')", id);
            handle.execute(
                "INSERT INTO person (id, name, name_key, email) VALUES (?, 'N', 'n', '')",
                PlatformId.key(id));
          }
          return moved;
        });
    var entries = new ArrayList<Audience.Entry>();
    entries.add(new Audience.Group(group, "Rowers"));
    members.forEach(id -> entries.add(new Audience.Person(new PersonId(id), "N")));
    members.forEach(id -> entries.add(new Audience.Person(new PersonId(id + "="), "N")));

    var run = expanded(ana.sendNow(draft(entries)));

    assertThat(run.progress().total()).isEqualTo(MEMBERS);
  }

  @Test
  void aListOfGroupsThatIsNoListForgetsNone() {
    assertThat(house.group("All staff")).isNotNull();
    time.pass(Duration.ofMinutes(2));
    simulator
        .faults()
        .set(FaultRule.on(Operation.GROUPS_LIST, Fault.before(200).withHtml("<h1>Hello</h1>")));

    var listing = house.people().groups().list(house.app());

    assertThat(listing.trouble()).isPresent();
    assertThat(listing.groups()).extracting(one -> one.name()).contains("All staff", "Rowers");
  }

  // ------------------------------------------------------------------------------------------

  private void change(boolean add, int from, int count) {
    var members =
        IntStream.range(from, from + count)
            .mapToObj(place ->
                new Groups.Reference(
                    Optional.of(simulator.directory().personId(place)), Optional.empty()))
            .toList();
    var groups = house.people().groups();
    var results =
        add
            ? groups.add(house.app(), group, members, (_, _, _, _) -> {})
            : groups.remove(house.app(), group, members, (_, _, _, _) -> {});
    assertThat(results.orElseThrow())
        .allMatch(one ->
            one.status()
                == (add ? Groups.MemberResult.Status.ADDED : Groups.MemberResult.Status.REMOVED));
  }

  private OwnGroups.Asker asker() {
    return new OwnGroups.Asker(house.app(), new PersonId("ana"), Optional.empty());
  }

  /** Its group was copied so long ago that it is read anew. */
  private Job toEverybodyCopiedLongAgo() {
    var everybody = house.group("All staff").id();
    var job = draft(new Audience.Group(everybody, "All staff"));
    assertThat(house.people().audiences().count(house.app(), job.audience()).people())
        .isEqualTo(60);
    time.pass(Duration.ofDays(2));
    return job;
  }

  private Job draft() {
    return draft(new Audience.Group(group, "Rowers"));
  }

  private Job draft(Audience.Entry entry) {
    return draft(List.of(entry));
  }

  private Job draft(List<Audience.Entry> entries) {
    return ana.draft(new Audience(entries));
  }

  private Run expanded(Job job) throws InterruptedException {
    house.startDue();
    expand(house.run(job));
    return house.run(job);
  }

  @Test
  void aDefectOfAnAudienceIsSaidByTheRunAndMended() throws Exception {
    var job = ana.sendNow(draft());
    house.startDue();
    var run = house.run(job);
    var meant = audience(run, "{\"entries\":[{\"kind\":\"group\",\"name\":\"Rowers\"}]}");
    expand(run);
    assertThat(house.run(job).progress().expanded()).isFalse();
    assertThat(house.run(job).notes()).singleElement().asString().contains("cannot read");

    audience(run, meant);
    time.pass(Duration.ofMinutes(1));
    expand(run);
    assertThat(house.run(job).progress().tally().pending()).isEqualTo(MEMBERS);
    assertThat(house.run(job).notes()).isEmpty();
  }

  /** Returns what was stored. */
  private String audience(Run run, String json) {
    return house
        .database()
        .write(handle -> {
          var before =
              handle
                  .createQuery("SELECT audience FROM run WHERE id = ?")
                  .bind(0, run.id().value())
                  .mapTo(String.class)
                  .one();
          handle.execute("UPDATE run SET audience = ? WHERE id = ?", json, run.id().value());
          return before;
        });
  }

  /** Whoever scheduled it may send: starts what is due and writes its audience down. */
  private Run expandedNext() throws InterruptedException {
    house.startDue();
    var open = house.runs().open(TestPortal.NEWS).getLast();
    expand(open);
    return house.runs().find(open.id()).orElseThrow();
  }

  private void expand(Run run) throws InterruptedException {
    expander.expand(house.app(), lease, run);
    assertThat(done.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
  }

  /** As if everybody had got it. */
  private void closeAll() {
    house
        .database()
        .write(handle -> {
          handle.execute("UPDATE recipient SET state = 'sent' WHERE state = 'pending'");
          return handle.execute("UPDATE run SET sent = pending, pending = 0 WHERE gate = 'open'");
        });
    assertThat(ledger.finish(house.runs().open(TestPortal.NEWS))).hasSize(1);
  }
}
