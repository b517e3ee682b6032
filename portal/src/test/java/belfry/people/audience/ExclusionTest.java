package belfry.people.audience;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.directory.Troubles;
import belfry.people.groups.GroupStore;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.Json;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** People who are left out of an audience are neither counted nor sent to, on a real database. */
@OnEngines
class ExclusionTest extends StorageTest {
  private static final int EVERYBODY = 200;
  private static final String ANA = "ana.lopez@northwind.example";
  private static Simulator simulator;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T08:00:00Z");
  private House house;
  private Audience.Group all;
  private Audience.Group team;
  private int teamSize;

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
    simulator.faults().set();
    house = new House(open(directory), simulator, directory, time);
    all = chosen("All staff");
    team = chosen("Crisis team");
    teamSize = members(team).size();
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void aGroupIsLeftOutOfAnother() {
    var audience = new Audience(List.of(all), List.of(team));

    var count = count(audience);
    var walked = new Walked();

    assertThat(expand(audience, walked)).isInstanceOf(Audiences.Expansion.Complete.class);
    assertThat(count.people()).isEqualTo(EVERYBODY - teamSize);
    assertThat(count.excluded()).isEqualTo(teamSize);
    assertThat(walked.ids).hasSize(EVERYBODY - teamSize);
    assertThat(walked.ids).doesNotContainAnyElementsOf(members(team));
  }

  @Test
  void peopleAreLeftOutByIdInAnyFormAndByAddress() {
    var someone = members(all).stream().filter(id -> !members(team).contains(id)).toList();
    var first = someone.get(0);
    var other = someone.get(1);
    var audience =
        new Audience(
            List.of(
                all,
                new Audience.Person(new PersonId(other), "Other"),
                new Audience.Addresses("List", List.of(ANA))),
            List.of(
                new Audience.Person(new PersonId(PlatformId.key(first)), "First"),
                new Audience.Person(new PersonId(other + "="), "Other"),
                new Audience.Addresses("Two", List.of(ANA.toUpperCase(java.util.Locale.ROOT)))));
    var ana = simulator.directory().personId(0);
    var walked = new Walked();

    var count = count(audience);

    assertThat(expand(audience, walked)).isInstanceOf(Audiences.Expansion.Complete.class);
    assertThat(walked.ids).doesNotContain(first, other, ana);
    assertThat(walked.ids).hasSize((int) count.people());
    assertThat(count.people()).isEqualTo(EVERYBODY - Set.of(first, other, ana).size());
    assertThat(count.excludedListed()).as("the other two").isEqualTo(2);
  }

  @Test
  void onlyThoseWhoGetItAreCountedAsChosenInSeveralWays() {
    var inBoth = new Audience.Person(new PersonId(members(team).getFirst()), "Somebody");
    var ana = new Audience.Addresses("List", List.of(ANA, ANA));
    var anaAgain = new Audience.Addresses("Another", List.of(ANA));

    assertThat(count(new Audience(List.of(all, team))).duplicates()).isEqualTo(teamSize);
    assertThat(count(new Audience(List.of(all, team, inBoth))).duplicates())
        .as("three ways are several, once")
        .isEqualTo(teamSize);
    assertThat(count(new Audience(List.of(all, team), List.of(team))).duplicates()).isZero();
    assertThat(count(new Audience(List.of(all, team), List.of(inBoth))).duplicates())
        .isEqualTo(teamSize - 1);
    assertThat(count(new Audience(List.of(ana, anaAgain))).duplicates()).isOne();
    assertThat(count(new Audience(List.of(ana, anaAgain), List.of(anaAgain))).duplicates())
        .isZero();
  }

  @Test
  void addressesThatAreNotLookedUpYetCountOnceBesideTheirGroup() {
    var chosen = IntStream.range(0, 100).map(i -> EVERYBODY - 1 - i).boxed().toList();
    var emails = chosen.stream().map(i -> simulator.directory().person(i).email()).toList();
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).withShare(1));

    var unknown = count(new Audience(List.of(all, new Audience.Addresses("List", emails))));
    assertThat(unknown.unchecked()).hasSize(100);
    assertThat(unknown.people()).isEqualTo(EVERYBODY);
    assertThat(unknown.most()).as("nobody knows yet whose they are").isEqualTo(EVERYBODY + 100);

    simulator.faults().set(List.of());
    house
        .people()
        .emails()
        .of(
            house.app(),
            chosen.stream().map(i -> new PersonId(simulator.directory().personId(i))).toList());
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).withShare(1));

    var known = count(new Audience(List.of(all, new Audience.Addresses("List", emails))));
    assertThat(known.unchecked()).hasSize(100);
    assertThat(known.most()).as("they are stored of members").isEqualTo(EVERYBODY);
    assertThat(
            count(
                    new Audience(
                        List.of(team, new Audience.Addresses("List", emails)), List.of(team)))
                .most())
        .isLessThanOrEqualTo(100);
  }

  @Test
  void anAddressThatNobodyHasLeavesOutNobodyAndIsSaid() {
    var audience =
        new Audience(
            List.of(team, new Audience.Addresses("List", List.of("nobody@x.example"))),
            List.of(new Audience.Addresses("Out", List.of("nobody@x.example", "typo@x.example"))));

    var count = count(audience);
    var walked = new Walked();

    assertThat(count.people()).isEqualTo(teamSize);
    assertThat(count.noAccount()).as("it is left out as well").isEmpty();
    assertThat(count.excludedListed()).isZero();
    assertThat(count.nobodyExcluded()).containsExactly("typo@x.example");
    assertThat(expand(audience, walked))
        .isEqualTo(
            new Audiences.Expansion.Complete(
                List.of(Troubles.nobodyToLeaveOut(List.of("typo@x.example"))), List.of()));
    assertThat(walked.nobody).isEmpty();
  }

  @Test
  void whileNobodyKnowsWhoIsToBeLeftOutNobodyIsSentTo() {
    assertThat(count(new Audience(List.of(all), List.of(team))).excluded()).isEqualTo(teamSize);
    time.pass(Duration.ofHours(25));
    simulator.faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(503)));
    var ones =
        members(all).stream()
            .<Audience.Entry>map(id -> new Audience.Person(new PersonId(id), "Some"))
            .toList();
    var walked = new Walked();

    assertThat(expand(new Audience(ones, List.of(team)), walked))
        .isEqualTo(
            new Audiences.Expansion.Stuck(Troubles.MEMBERS_NOT_READ.with("group", "Crisis team")));
    assertThat(walked.ids).isEmpty();
  }

  @Test
  void anAddressThatCannotBeLookedUpMakesItWait() {
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)));
    var audience =
        new Audience(List.of(team), List.of(new Audience.Addresses("Out", List.of(ANA))));
    var walked = new Walked();

    assertThat(count(audience).uncheckedExcluded()).containsExactly(ANA);
    assertThat(expand(audience, walked)).isInstanceOf(Audiences.Expansion.Stuck.class);
    assertThat(walked.ids).isEmpty();
  }

  @Test
  void aGroupToBeLeftOutThatIsGoneIsAskedAbout() {
    var gone = new Audience.Group("0000000000000", "Pilots");

    assertThat(count(new Audience(List.of(team), List.of(gone))).missing())
        .containsExactly("Pilots");
    assertThat(expand(new Audience(List.of(team), List.of(gone)), new Walked()))
        .isEqualTo(
            new Audiences.Expansion.Complete(
                List.of(), List.of(Troubles.NOT_THERE_TO_LEAVE_OUT.with("group", "Pilots"))));
    Walked unasked =
        new Walked() {
          @Override
          public boolean isAskedFirst() {
            return false;
          }
        };
    assertThat(expand(new Audience(List.of(team), List.of(gone)), unasked))
        .as("nobody is asked before a recall")
        .isEqualTo(
            new Audiences.Expansion.Stuck(Troubles.NOT_THERE_TO_LEAVE_OUT.with("group", "Pilots")));
    assertThat(unasked.ids).isEmpty();
  }

  /** Members as they were stored before ids had one form. */
  @Test
  void aMemberUnderAnotherFormOfAnIdIsLeftOutToo() {
    var out = members(team);
    house
        .database()
        .write(handle -> {
          var moved = 0;
          for (var id : out) {
            handle.execute(
                "INSERT INTO person (id, name, name_key, email) VALUES (?, 'N', 'n', '')",
                PlatformId.key(id));
            moved +=
                handle.execute(
                    """
                    UPDATE group_member SET person = ? WHERE person = ?
                    AND group_number = (SELECT number FROM people_group WHERE id = ?)
                    """,
                    PlatformId.key(id),
                    id,
                    team.id());
          }
          return moved;
        });
    var audience = new Audience(List.of(all), List.of(team));
    var walked = new Walked();

    assertThat(count(audience).people()).isEqualTo(EVERYBODY - teamSize);
    assertThat(expand(audience, walked)).isInstanceOf(Audiences.Expansion.Complete.class);
    assertThat(walked.ids).hasSize(EVERYBODY - teamSize).doesNotContainAnyElementsOf(out);
  }

  @Test
  void whoSharesAnAddressWithSomebodyLeftOutIsLeftOut() {
    var member = members(team).getFirst();
    house
        .database()
        .write(handle -> {
          handle.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES ('odd', 'Odd', 'odd',"
                  + " 'odd@x.example')");
          return handle.execute("UPDATE person SET email = 'odd@x.example' WHERE id = ?", member);
        });
    var audience =
        new Audience(List.of(new Audience.Person(new PersonId("odd"), "Odd")), List.of(team));
    var walked = new Walked();

    assertThat(count(audience).people()).isZero();
    assertThat(expand(audience, walked)).isInstanceOf(Audiences.Expansion.Complete.class);
    assertThat(walked.ids).isEmpty();
  }

  @Test
  void membersThatAreReadAnewDuringTheWalkMakeItBeginAgain() {
    var out = members(team);
    var audience = new Audience(List.of(chosen("Engineering"), all), List.of(team));
    var store = new GroupStore(house.database());
    Walked walked =
        new Walked() {
          @Override
          public void targets(List<Target> page) {
            super.targets(page);
            var row = store.get(house.app(), team.id()).orElseThrow();
            store.publish(row, row.generation() + 1, 0, Optional.empty(), time.now());
          }
        };

    assertThat(expand(audience, walked))
        .isEqualTo(new Audiences.Expansion.Stuck(Troubles.READ_ANEW));
    assertThat(walked.ids)
        .as("not every receiver takes back whom it was given")
        .isNotEmpty()
        .doesNotContainAnyElementsOf(out);
  }

  /** Whoever moves from one to another is met in neither. */
  @Test
  void membersWhoArePutInOrTakenOutDuringTheWalkOfSeveralGroupsMakeItBeginAgain() {
    var audience = new Audience(List.of(chosen("Engineering"), all), List.of());
    Walked walked =
        new Walked() {
          @Override
          public void targets(List<Target> page) {
            house
                .database()
                .write(handle ->
                    handle.execute(
                        "UPDATE people_group SET changes = changes + 1 WHERE id = ?", all.id()));
            super.targets(page);
          }
        };

    assertThat(expand(audience, walked))
        .isEqualTo(new Audiences.Expansion.Stuck(Troubles.READ_ANEW));
    assertThat(expand(new Audience(List.of(all), List.of()), walked))
        .as("of one it is nothing")
        .isInstanceOf(Audiences.Expansion.Complete.class);
  }

  @Test
  void aStoredAudienceReadsAsBeforeAndStaysAsItIsWritten() {
    var before =
        """
        {"entries":[{"kind":"group","id":"g","name":"All staff"},\
        {"kind":"person","id":"p2","name":"Ben"},\
        {"kind":"space","id":"s","name":"General"}],"empty":false}\
        """;

    var read = Json.read(before, Audience.class);

    assertThat(read.excluded()).isEmpty();
    assertThat(Json.write(read)).isEqualTo(before);
    var now = new Audience(read.entries(), List.of(new Audience.Person(new PersonId("p"), "Ana")));
    assertThat(Json.read(Json.write(now), Audience.class)).isEqualTo(now);
    assertThat(now.summary().english()).isEqualTo("All staff, Ben, General, except Ana");
  }

  // ------------------------------------------------------------------------------------------

  private Audience.Group chosen(String name) {
    return new Audience.Group(house.group(name).id(), name);
  }

  private List<String> members(Audience.Group group) {
    return house
        .people()
        .groups()
        .members(house.app(), group.id(), "", 0, EVERYBODY)
        .orElseThrow()
        .people()
        .stream()
        .map(person -> person.id().value())
        .toList();
  }

  private Headcount count(Audience audience) {
    return house.people().audiences().count(house.app(), audience);
  }

  private Audiences.Expansion expand(Audience audience, Walked walked) {
    return house.people().audiences().expand(house.app(), audience, walked);
  }

  /** Collects what a walk delivers. */
  private static class Walked implements Audiences.Receiver {
    private final Set<String> ids = new HashSet<>();
    private final List<String> nobody = new ArrayList<>();

    @Override
    public void targets(List<Target> page) {
      page.forEach(target -> ids.add(target.id()));
    }

    @Override
    public void noAccount(List<Target> addressed) {
      addressed.forEach(target -> nobody.add(target.email()));
    }
  }
}
