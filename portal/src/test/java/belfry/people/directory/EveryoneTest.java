package belfry.people.directory;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.people.People;
import belfry.people.audience.Audience;
import belfry.people.audience.Headcount;
import belfry.people.groups.Group;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.TestSqlite;
import belfry.testing.Await;
import belfry.testing.House;
import belfry.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The group of everybody in the directory. */
class EveryoneTest {
  private static final int EVERYBODY = 2_345;

  /** Of Ana, whose account is always there, and of others. */
  private static final String FAMILY_NAME = "lopez";

  private static Simulator simulator;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T08:00:00Z");
  private House house;

  @BeforeAll
  static void startPlatform() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(EVERYBODY));
  }

  @AfterAll
  static void stopPlatform() {
    simulator.close();
  }

  @BeforeEach
  void build() {
    simulator.faults().set(List.of());
    house = new House(TestSqlite.open(directory), simulator, directory, time);
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void itHasEachPersonOnceAndMayBeUsedAsAnyGroup() {
    var team = house.group("Crisis team");
    var audience =
        new Audience(
            List.of(everyone(), new Audience.Group(team.id(), team.name())),
            List.of(new Audience.Group(team.id(), team.name())));

    assertThat(house.people().audiences().count(house.app(), new Audience(List.of(everyone()))))
        .extracting(Headcount::people)
        .isEqualTo((long) EVERYBODY);
    assertThat(house.people().audiences().count(house.app(), audience).people())
        .isEqualTo(EVERYBODY - house.group("Crisis team").size());
    assertThat(house.group("Everyone"))
        .isEqualTo(
            new Group(
                "everyone",
                "Everyone",
                Group.Source.EVERYONE,
                EVERYBODY,
                Optional.of(time.now()),
                0));
  }

  @Test
  void itIsReadAnewAfterAnHourAndKeptWhereThatFails() {
    count();
    var read = time.now();
    time.pass(Duration.ofMinutes(59));
    count();
    assertThat(house.group("Everyone").fetched()).contains(read);
    time.pass(Duration.ofMinutes(2));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)));

    var count = count();

    assertThat(count.stale()).containsExactly("Everyone");
    assertThat(count.people()).isEqualTo(EVERYBODY);
    assertThat(house.group("Everyone").fetched()).contains(read);
  }

  @Test
  void aListOfGroupsThatIsReadAnewLeavesItThere() {
    count();
    time.pass(Duration.ofMinutes(5));

    assertThat(house.people().groups().list(house.app()).groups())
        .filteredOn(group -> group.source() == Group.Source.EVERYONE)
        .extracting(Group::size)
        .containsExactly(EVERYBODY);
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whoeverSearchesHasEverybodyCopiedForTheNextSearch() {
    var _ = found(FAMILY_NAME);
    awaitEverybody();

    assertThat(found(FAMILY_NAME).people())
        .isNotEmpty()
        .allSatisfy(person -> assertThat(Folded.words(person.name())).contains(FAMILY_NAME));
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void untilEverybodyWasReadOnceEachWordIsAskedForAndItIsSaid() {
    simulator.faults().resetCounts();
    simulator
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, new Fault.Hang(Fault.Stage.BEFORE)).onCalls(1L));
    house.people().copies().rememberEverybody(house.app());
    Await.until(() -> !simulator.faults().counts().isEmpty());

    assertThat(found(FAMILY_NAME).trouble()).contains(Troubles.BEING_READ);
    assertThat(found(FAMILY_NAME).people()).isEmpty();
    assertThat(found(FAMILY_NAME + " Ana").people())
        .isNotEmpty()
        .allSatisfy(person -> assertThat(Folded.words(person.name())).contains("ana", FAMILY_NAME));

    simulator.releaseHanging();
    Await.until(() -> !whyNotEverybody().equals(Optional.of(Troubles.BEING_READ)));
    assertThat(found(FAMILY_NAME).trouble()).contains(Troubles.NOT_READ);

    count();
    assertThat(found(FAMILY_NAME).trouble()).isEmpty();
  }

  private void awaitEverybody() {
    Await.until(() -> whyNotEverybody().isEmpty());
  }

  private Optional<Phrase> whyNotEverybody() {
    return house.people().copies().whyNotEverybody(house.app());
  }

  private People.Listing found(String words) {
    return house.people().people().find(house.app(), Optional.empty(), words, 50);
  }

  private Headcount count() {
    var _ = house.people().groups().list(house.app());
    return house.people().audiences().count(house.app(), new Audience(List.of(everyone())));
  }

  private static Audience.Group everyone() {
    return new Audience.Group("everyone", "Everyone");
  }
}
