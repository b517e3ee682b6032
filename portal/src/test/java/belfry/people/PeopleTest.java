package belfry.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.audience.Headcount;
import belfry.people.audience.Target;
import belfry.people.audience.Unreachable;
import belfry.people.directory.DeletedPeople;
import belfry.people.directory.Person;
import belfry.people.directory.PersonStore;
import belfry.people.directory.Posting;
import belfry.people.groups.Group;
import belfry.people.groups.GroupStore;
import belfry.people.groups.Groups;
import belfry.people.groups.OwnGroups;
import belfry.platform.PlatformGroup;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.TestSqlite;
import belfry.testing.Await;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups, addresses and audiences against the simulated directory. */
class PeopleTest {
  private static final Groups.Trail NO_MEMBERS_TRAIL = (_, _, _, _) -> {};
  private static final OwnGroups.Trail NO_TRAIL = (_, _, _, _) -> {};

  private static final int EVERYBODY = 1_300;
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
  void theDirectorysGroupsAreListedUncounted() {
    var listing = groups().list(house.app());

    assertThat(listing.trouble()).isEmpty();
    assertThat(listing.groups())
        .hasSizeGreaterThan(30)
        .anySatisfy(group -> {
          assertThat(group.name()).isEqualTo("All staff");
          assertThat(group.size()).isZero();
          assertThat(group.fetched()).isEmpty();
          assertThat(group.source()).isEqualTo(Group.Source.DIRECTORY);
        });
  }

  @Test
  void theDirectorysGroupsAreCountedInTheBackground() {
    house.people().copies().rememberEverybody(house.app());

    Await.until(() ->
        groups().list(house.app()).groups().stream()
            .allMatch(group -> group.fetched().isPresent()));
    assertThat(house.group("All staff").size()).isEqualTo(EVERYBODY);
  }

  @Test
  void aGroupHasOneSizeHoweverTheDirectoryCountsIt() {
    var id = house.group("Extended leadership").id();
    var counted = count(new Audience.Group(id, "Extended leadership")).people();
    assertThat(counted).as("one of its ten members is a group").isGreaterThan(10);

    time.pass(Duration.ofMinutes(5));

    assertThat(house.group("Extended leadership").size()).isEqualTo((int) counted);
    assertThat(groups().find(house.app(), "extended", 5).groups())
        .extracting(Group::size)
        .containsExactly((int) counted);
  }

  @Test
  void aGroupOfMoreThanOnePageIsCopiedWhole() {
    var page =
        groups().members(house.app(), house.group("All staff").id(), "", 0, 100).orElseThrow();

    assertThat(page.people()).hasSize(100);
    assertThat(page.next()).contains(100);
    assertThat(page.group().size()).isEqualTo(EVERYBODY);
    assertThat(page.group().fetched()).contains(time.now());
  }

  @Test
  void membersAreFoundWithoutCaseAndAccents() {
    var all = house.group("All staff");
    var someone =
        groups().members(house.app(), all.id(), "", 0, 200).orElseThrow().people().stream()
            .filter(person -> !person.name().equals(belfry.base.Folded.of(person.name())))
            .findFirst()
            .orElseThrow();

    var found =
        groups()
            .members(house.app(), all.id(), belfry.base.Folded.of(someone.name()), 0, 50)
            .orElseThrow();

    assertThat(found.people()).contains(someone);
  }

  @Test
  void aGroupKeptHereIsMadeFilledAndEmptied() {
    var group = made("Pilots");

    var added =
        groups()
            .add(
                house.app(),
                group.id(),
                List.of(
                    byEmail("ana.lopez@northwind.example"),
                    byEmail("ANA.LOPEZ@northwind.example"),
                    byEmail("nobody@northwind.example")),
                NO_MEMBERS_TRAIL)
            .orElseThrow();
    assertThat(added)
        .extracting(Groups.MemberResult::status)
        .containsExactly(
            Groups.MemberResult.Status.ADDED,
            Groups.MemberResult.Status.ALREADY_MEMBER,
            Groups.MemberResult.Status.NO_ACCOUNT);
    assertThat(groups().get(house.app(), group.id()).orElseThrow().size()).isEqualTo(1);

    var removed =
        groups()
            .remove(
                house.app(),
                group.id(),
                List.of(byEmail("ana.lopez@northwind.example")),
                NO_MEMBERS_TRAIL);
    assertThat(removed.orElseThrow())
        .extracting(Groups.MemberResult::status)
        .containsExactly(Groups.MemberResult.Status.REMOVED);
    assertThat(groups().get(house.app(), group.id()).orElseThrow().size()).isZero();
  }

  @Test
  void twoGroupsOfOneAppCannotHaveTheSameName() {
    assertThat(made("Pilots").name()).isEqualTo("Pilots");
    assertThat(own().create(asker(), " pilots ", NO_TRAIL))
        .isInstanceOf(OwnGroups.Change.Refused.class);
    assertThat(own().create(asker(), "", NO_TRAIL)).isInstanceOf(OwnGroups.Change.Refused.class);
    assertThat(own().create(asker(), "x".repeat(121), NO_TRAIL))
        .isInstanceOf(OwnGroups.Change.Refused.class);
  }

  @Test
  void aGroupOfTheDirectoryIsChangedInTheDirectory() {
    var group = house.group("Brand ambassadors");
    var page = groups().members(house.app(), group.id(), "", 0, 200).orElseThrow();
    var members = page.people();
    var outsider =
        Stream.of("ana.lopez", "maija.salo", "kenji.tanaka", "priya.patel", "lars.berg")
            .map(name -> name + "@northwind.example")
            .filter(email -> members.stream().noneMatch(member -> member.email().equals(email)))
            .findFirst()
            .orElseThrow();

    var trail = new ArrayList<String>();
    var result =
        groups()
            .add(
                house.app(),
                group.id(),
                List.of(byEmail(outsider)),
                (_, of, added, status) ->
                    trail.add(of.name() + ", " + added.getFirst().email() + ": " + status))
            .orElseThrow();

    assertThat(result.getFirst().status()).isEqualTo(Groups.MemberResult.Status.ADDED);
    assertThat(trail).containsExactly("Brand ambassadors, " + outsider + ": ADDED");
    time.pass(Duration.ofHours(1));
    assertThat(groups().members(house.app(), group.id(), "", 0, 200).orElseThrow().group().size())
        .as("copied anew from the directory")
        .isEqualTo(page.group().size() + 1);
    assertThat(own().rename(asker(), group.id(), "Mine", NO_TRAIL))
        .isInstanceOf(OwnGroups.Change.Refused.class);
  }

  /** The directory may have listed them before. */
  @Test
  void aCopyThatBeganBeforeSomebodyWasTakenOutDoesNotBringThemBack() {
    var group = house.group("Payroll contacts");
    var before = groups().members(house.app(), group.id(), "", 0, 200).orElseThrow().people();
    var store = new GroupStore(house.database());
    var row = store.get(house.app(), group.id()).orElseThrow();
    store.copy(row, row.generation() + 1, before);
    var gone = before.getFirst();
    var reference = new Groups.Reference(Optional.of(gone.id().value()), Optional.empty());

    groups().remove(house.app(), group.id(), List.of(reference), NO_MEMBERS_TRAIL);

    assertThat(store.publish(row, row.generation() + 1, 0, Optional.empty(), time.now())).isFalse();
    assertThat(groups().members(house.app(), group.id(), "", 0, 200).orElseThrow().people())
        .hasSize(before.size() - 1)
        .doesNotContain(gone);
  }

  @Test
  void whoIsInSeveralChoicesIsCountedOnce() {
    var all = house.group("All staff");
    var small = house.group("Crisis team");
    var count =
        house
            .people()
            .audiences()
            .count(
                house.app(),
                new Audience(
                    List.of(
                        new Audience.Group(all.id(), all.name()),
                        new Audience.Group(small.id(), small.name()),
                        new Audience.Addresses(
                            "Pasted list",
                            List.of(
                                "ana.lopez@northwind.example",
                                "Ana.Lopez@Northwind.example",
                                "nobody@northwind.example")))));

    assertThat(count.people()).isEqualTo(EVERYBODY);
    assertThat(count.duplicates())
        .as("not how often, but how many people")
        .isEqualTo(withAna(small));
    assertThat(count.noAccount()).containsExactly("nobody@northwind.example");
  }

  private long withAna(Group group) {
    return Stream.concat(
            groups().members(house.app(), group.id(), "", 0, 1_000).orElseThrow().people().stream()
                .map(person -> person.id().value()),
            Stream.of(simulator.directory().personId(0)))
        .distinct()
        .count();
  }

  @Test
  void theWalkFindsEverybodyTheCountPromised() {
    var all = house.group("All staff");
    var audience =
        new Audience(
            List.of(
                new Audience.Group(all.id(), all.name()),
                new Audience.Addresses(
                    "List", List.of("ana.lopez@northwind.example", "nobody@northwind.example"))));
    var walked = new Walked();

    var expansion = house.people().audiences().expand(house.app(), audience, walked);

    assertThat(expansion).isEqualTo(new Audiences.Expansion.Complete(List.of(), List.of()));
    assertThat(walked.ids).hasSize(EVERYBODY);
    assertThat(walked.nobody).containsExactly("nobody@northwind.example");
  }

  @Test
  void aWalkThatCannotAskThePlatformIsStuckAndNotShort() {
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)));
    var audience =
        new Audience(
            List.of(new Audience.Addresses("List", List.of("ana.lopez@northwind.example"))));

    assertThat(house.people().audiences().expand(house.app(), audience, new Walked()))
        .isInstanceOf(Audiences.Expansion.Stuck.class);
  }

  @Test
  void whileTheDirectoryIsSilentTheEarlierCopyServesAndIsCalledOld() {
    var all = house.group("All staff");
    assertThat(count(new Audience.Group(all.id(), all.name())).people()).isEqualTo(EVERYBODY);
    time.pass(Duration.ofMinutes(30));
    simulator
        .faults()
        .set(
            FaultRule.on(Operation.GROUPS_LIST, Fault.before(500)),
            FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(500)));

    var count = count(new Audience.Group(all.id(), all.name()));

    assertThat(count.people()).isEqualTo(EVERYBODY);
    assertThat(count.stale()).containsExactly("All staff");
    assertThat(groups().list(house.app()).trouble()).isPresent();
  }

  @Test
  void aCopyThatIsTooOldDoesNotServeForSending() {
    var all = house.group("All staff");
    var entry = new Audience.Group(all.id(), all.name());
    assertThat(count(entry).people()).isEqualTo(EVERYBODY);
    time.pass(Duration.ofHours(25));
    simulator.faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(500)));

    assertThat(
            house
                .people()
                .audiences()
                .expand(house.app(), new Audience(List.of(entry)), new Walked()))
        .isInstanceOf(Audiences.Expansion.Stuck.class);
  }

  @Test
  void anAddressIsAskedForOnceAndRemembered() {
    var list =
        new Audience.Addresses("List", List.of("ana.lopez@northwind.example", "no@x.example"));
    assertThat(count(list).people()).isEqualTo(1);
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(500)));

    var again = count(list);

    assertThat(again.people()).isEqualTo(1);
    assertThat(again.noAccount()).containsExactly("no@x.example");
    assertThat(again.unchecked()).isEmpty();
  }

  /** It may have been given to somebody who has come since. */
  @Test
  void anAddressThatSomebodyElseWasSeenToHaveIsSoonAskedForAgain() {
    var list = new Audience.Addresses("List", List.of("ana.lopez@northwind.example"));
    count(list);
    var ana = walked(list);
    var before = new Person(new PersonId("before"), "Ana before", "");
    new PersonStore(house.database()).keep(List.of(before));
    house.database().write(handle -> handle.execute("UPDATE address SET person = 'before'"));
    assertThat(walked(list)).containsExactly("before");

    time.pass(Duration.ofMinutes(11));

    assertThat(walked(list)).isEqualTo(ana).hasSize(1);
  }

  @Test
  void whatIsSentAsksAgainWhoseAddressesAreAndALookDoesNot() {
    var emails =
        Stream.iterate(1, i -> i + 1)
            .limit(20)
            .map(i -> simulator.directory().person(i).email())
            .toList();
    var list = new Audience.Addresses("List", emails);
    var all = walked(list);
    var some = List.copyOf(all);
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE address SET person = ? WHERE person = ?", some.getFirst(), some.getLast()));
    house.database().write(handle -> handle.execute("UPDATE person SET email = ''"));
    time.pass(Duration.ofHours(2));

    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(500)));
    assertThat(count(list).people()).isEqualTo(19);
    assertThat(walked(list)).as("not as long as nobody answers").isEmpty();
    simulator.faults().set(List.of());
    assertThat(walked(list)).isEqualTo(all);
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(500)));
    assertThat(walked(list)).as("so soon after that").isEqualTo(all);
  }

  /** Each request may take as long as a time-out. */
  @Test
  void aPlatformThatDoesNotAnswerIsNotAskedAboutEverybodyElse() {
    var emails =
        IntStream.range(0, 500).mapToObj(i -> simulator.directory().person(i).email()).toList();
    var list = new Audience.Addresses("List", emails);
    assertThat(walked(list)).hasSize(500);
    time.pass(Duration.ofHours(2));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(500)));
    simulator.faults().resetCounts();

    assertThat(walked(list)).isEmpty();

    assertThat(simulator.faults().counts()).containsExactly(Map.entry("500-before", 1L));
  }

  @Test
  void aRefusalIsNoWordOfAnAddressWhereAnyAddressIsRefused() {
    var list = new Audience.Addresses("List", List.of("maija.salo@northwind.example"));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(400)));
    assertThat(count(list).unchecked()).hasSize(1);
    assertThat(count(list).noAccount()).isEmpty();

    simulator.faults().set(List.of());
    var none = new Audience.Addresses("List", List.of("no address"));
    assertThat(count(none).noAccount()).as("this one alone").hasSize(1);
  }

  @Test
  void thatNobodyHasAnAddressIsNotBelievedOfADirectoryThatShowsNobody() {
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(404)));
    var list = new Audience.Addresses("List", List.of("maija.salo@northwind.example"));

    assertThat(count(list).noAccount()).isEmpty();
    assertThat(count(list).unchecked()).hasSize(1);

    simulator.faults().set(List.of());
    assertThat(count(list).people()).isEqualTo(1);
  }

  @Test
  void whereNobodyIsKnownARefusalIsNoWordOfAnAddressEither() {
    var app = new App(TestPortal.NEWS, "Company News", house.app().botToken(), List.of(), 230);
    var list = new Audience(List.of(new Audience.Addresses("List", List.of("no@x.example"))));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(400)));

    assertThat(house.people().audiences().count(app, list).unchecked()).hasSize(1);

    simulator.faults().set(List.of());
    assertThat(house.people().audiences().count(app, list).noAccount()).hasSize(1);
  }

  @Test
  void manyAddressesAreLookedUpALittleAtATimeWhileSomebodyWaits() {
    var emails = Stream.iterate(0, i -> i + 1).limit(100).map(i -> "p" + i + "@x.example").toList();

    var count = count(new Audience.Addresses("List", emails));

    assertThat(count.unchecked()).hasSize(60);
    assertThat(count.noAccount()).hasSize(40);
  }

  @Test
  void spacesSayWhetherTheBotMayWriteThere() {
    assertThat(house.apps().refreshBot(house.app(), 0)).isNotNull();
    var rooms = house.people().spaces().list(house.app()).choices();

    assertThat(rooms)
        .anySatisfy(room -> {
          assertThat(room.title()).isEqualTo("Company announcements");
          assertThat(room.posting()).isEqualTo(new Posting.Allowed());
        })
        .anySatisfy(room -> {
          assertThat(room.title()).isEqualTo("Town hall backstage");
          assertThat(room.posting()).isEqualTo(new Posting.Refused(Posting.NO_MODERATOR));
        })
        .anySatisfy(room -> {
          assertThat(room.title()).isEqualTo("Archive 2023");
          assertThat(room.posting()).isEqualTo(new Posting.Refused(Posting.READ_ONLY));
        });
  }

  @Test
  void aSpaceTheBotMayNotPostInIsNamedWithTheReason() {
    var archive = space("Archive 2023");
    var gone = new Audience.Space(new SpaceId("gone"), "Gone");

    assertThat(count(archive).missing()).isEmpty();
    assertThat(count(archive).unreachable())
        .containsExactly(
            new Unreachable(
                new Target(Target.Kind.SPACE, archive.id().value(), "Archive 2023", ""),
                Posting.READ_ONLY));
    assertThat(count(gone).unreachable())
        .extracting(Unreachable::why)
        .containsExactly(Posting.NOT_IN_SPACE);
  }

  @Test
  void whileNobodySaysWhoModeratesASpaceItIsNotRefused() {
    assertThat(house.apps().refreshBot(house.app(), 0)).isNotNull();
    simulator.faults().set(FaultRule.on(Operation.MEMBERSHIPS_LIST, Fault.before(503)));
    var backstage = space("Town hall backstage");

    assertThat(count(backstage).unreachable()).isEmpty();
    assertThat(count(backstage).unconfirmed())
        .extracting(one -> one.target().name())
        .containsExactly("Town hall backstage");
  }

  @Test
  void peopleWhomThePlatformNoLongerKnowsAreNamed() {
    var maija = maija();
    var left = new Audience.Person(new PersonId("left"), "Lee Left");
    var both = new Audience(List.of(maija, left));

    var count = house.people().audiences().count(house.app(), both);

    assertThat(count.unreachable())
        .containsExactly(
            new Unreachable(
                new Target(Target.Kind.PERSON, "left", "Lee Left", ""), DeletedPeople.NOT_KNOWN));
    assertThat(
            house
                .people()
                .audiences()
                .count(house.app(), new Audience(List.of(maija, left), List.of(left)))
                .unreachable())
        .as("left out as well")
        .isEmpty();
  }

  @Test
  void nobodyIsDeletedForADirectoryThatDoesNotAnswerOrShowsNobody() {
    var maija = maija();
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)));
    assertThat(count(maija).unreachable()).isEmpty();

    time.pass(Duration.ofMinutes(1));
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(404)));
    assertThat(count(maija).unreachable()).isEmpty();

    time.pass(Duration.ofMinutes(1));
    simulator.faults().set(List.of());
    var left = new Audience.Person(new PersonId("left"), "Lee Left");
    assertThat(count(left).unreachable()).as("alone, while others are shown").hasSize(1);
  }

  private Audience.Person maija() {
    var found =
        house
            .people()
            .people()
            .find(house.app(), Optional.empty(), "maija.salo@northwind.example", 1)
            .people()
            .getFirst();
    return new Audience.Person(found.id(), found.name());
  }

  private Audience.Space space(String title) {
    return house.people().spaces().list(house.app()).choices().stream()
        .filter(room -> room.title().equals(title))
        .map(room -> new Audience.Space(room.id(), room.title()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aGroupThatVanishedFromTheDirectoryVanishesHere() {
    var store = new GroupStore(house.database());
    store.directoryGroups(List.of(new PlatformGroup("g1", "One"), new PlatformGroup("g2", "Two")));
    store.directoryGroups(List.of(new PlatformGroup("g2", "Two")));

    assertThat(store.list(house.app()))
        .extracting(row -> row.group().id())
        .containsExactly("everyone", "g2");
  }

  // ------------------------------------------------------------------------------------------

  private Groups groups() {
    return house.people().groups();
  }

  private OwnGroups own() {
    return house.people().ownGroups();
  }

  private OwnGroups.Asker asker() {
    return new OwnGroups.Asker(house.app(), new PersonId("ana"), Optional.empty());
  }

  private Group made(String name) {
    return own().create(asker(), name, NO_TRAIL) instanceof OwnGroups.Change.Done(var group)
        ? group
        : org.assertj.core.api.Assertions.fail("not made");
  }

  private Headcount count(Audience.Entry entry) {
    return house.people().audiences().count(house.app(), new Audience(List.of(entry)));
  }

  private static Groups.Reference byEmail(String email) {
    return new Groups.Reference(Optional.empty(), Optional.of(email));
  }

  /** Collects what a walk hands over. */
  private Set<String> walked(Audience.Entry entry) {
    var walked = new Walked();
    house.people().audiences().expand(house.app(), new Audience(List.of(entry)), walked);
    return walked.ids;
  }

  private static final class Walked implements Audiences.Receiver {
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
