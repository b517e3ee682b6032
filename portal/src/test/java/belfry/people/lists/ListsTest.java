package belfry.people.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import belfry.base.Spool;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.audience.StoredAudience;
import belfry.people.audience.Target;
import belfry.people.directory.Troubles;
import belfry.platform.ids.PersonId;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** Lists out of files are kept, walked with what they say, and forgotten, on a real database. */
@OnEngines
class ListsTest extends StorageTest {
  private static final String ANA = "ana.lopez@northwind.example";
  private static final String LARS = "lars.berg@northwind.example";
  private static Simulator simulator;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T08:00:00Z");
  private House house;

  @BeforeParameterizedClassInvocation
  static void startPlatform() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(60));
  }

  @AfterParameterizedClassInvocation
  static void stopPlatform() {
    simulator.close();
  }

  @BeforeEach
  void build() {
    house = new House(open(directory), simulator, directory, time);
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void aListIsFoundByItsAppAndReadInPages() throws IOException {
    var table = new StringBuilder("mail,number\n");
    IntStream.range(0, 2_345).forEach(i -> table.append("p%d@x.example,%d\n".formatted(i, i)));
    var list = kept("people.csv", table.toString());

    assertThat(lists().find(house.app(), list.id())).contains(list);
    assertThat(list.columns()).containsExactly("number");
    assertThat(lists().emails(list.id())).hasSize(2_345).startsWith("p0@x.example");
    assertThat(lists().rows(list.id(), 2_344, 10))
        .extracting(PeopleList.Row::line)
        .containsExactly(2_345, 2_346);
    assertThat(lists().rows(list.id(), List.of("p7@x.example", "no@x.example")))
        .containsOnly(
            Map.entry(
                "p7@x.example", new PeopleList.Row(9, "p7@x.example", Map.of("number", "7"))));
  }

  @Test
  void whoComesInByAListHasWhatItSaysOfThem() throws IOException {
    var first = kept("first.csv", "mail,desk\n%s,1\n%s,\n".formatted(ANA, LARS));
    var second =
        kept("second.csv", "mail;DESK;town\n%s;9;Oslo\n%s;2;Bergen\n".formatted(ANA, LARS));
    var all = house.group("All staff");
    var audience =
        new Audience(
            List.of(
                new Audience.Group(all.id(), all.name()),
                entry(first),
                entry(second),
                new Audience.Addresses("typed", List.of(ANA))));
    var walked = new Walked();

    assertThat(house.people().audiences().expand(house.app(), audience, walked))
        .isEqualTo(new Audiences.Expansion.Complete(List.of(), List.of()));

    assertThat(walked.first.values())
        .filteredOn(target -> List.of(ANA, LARS).contains(target.email()))
        .extracting(Target::values)
        .containsExactly(
            Map.of("desk", "1", "town", "Oslo"), Map.of("desk", "2", "town", "Bergen"));
    assertThat(walked.first).hasSize(60);
    assertThat(house.people().audiences().count(house.app(), audience).people()).isEqualTo(60);
    assertThat(house.people().sample().of(house.app(), audience, 1).getFirst().values())
        .as("what is shown is what is sent")
        .isEqualTo(Map.of("desk", "1", "town", "Oslo"));
  }

  @Test
  void whoGoesFirstHasWhatTheListsSayToo() throws IOException {
    var team = house.group("Crisis team");
    var group = new Audience.Group(team.id(), team.name());
    var id =
        house
            .people()
            .groups()
            .members(house.app(), team.id(), "", 0, 1)
            .orElseThrow()
            .people()
            .getFirst()
            .id();
    var email =
        IntStream.range(0, 60)
            .mapToObj(i -> simulator.directory().person(i))
            .filter(person -> person.id().equals(id.value()))
            .findFirst()
            .orElseThrow()
            .email();
    var list = kept("first.csv", "mail,desk\n%s,1\nnobody@x.example,2\n".formatted(email));
    var walked = new Walked();

    assertThat(
            house
                .people()
                .audiences()
                .expandMembers(
                    house.app(), new Audience(List.of(group, entry(list))), team.id(), walked))
        .isInstanceOf(Audiences.Expansion.Complete.class);

    assertThat(walked.first).hasSize(house.group("Crisis team").size());
    assertThat(walked.first.values())
        .filteredOn(target -> target.id().equals(id.value()))
        .extracting(Target::values)
        .containsExactly(Map.of("desk", "1"));
    assertThat(walked.nobody).isEmpty();
  }

  @Test
  void aListMayBeLeftOut() throws IOException {
    var out = kept("out.csv", "%s\n%s\nnobody@x.example\n".formatted(ANA, LARS));
    var all = house.group("All staff");
    var audience =
        new Audience(List.of(new Audience.Group(all.id(), all.name())), List.of(entry(out)));
    var walked = new Walked();

    var count = house.people().audiences().count(house.app(), audience);
    assertThat(count.people()).isEqualTo(58);
    assertThat(count.nobodyExcluded()).containsExactly("nobody@x.example");
    assertThat(house.people().audiences().expand(house.app(), audience, walked))
        .isInstanceOf(Audiences.Expansion.Complete.class);
    assertThat(walked.first).hasSize(58);
    assertThat(house.people().sample().of(house.app(), audience, 60))
        .noneMatch(target -> target.email().equals(ANA));
  }

  @Test
  void aListThatIsGoneIsAskedAbout() {
    var gone = new Audience.FromFile("0000000000000", "managers.csv");
    var audience = new Audience(List.of(gone), List.of(gone));

    assertThat(house.people().audiences().count(house.app(), audience).missing())
        .containsExactly("managers.csv", "managers.csv");
    assertThat(house.people().audiences().expand(house.app(), audience, new Walked()))
        .isEqualTo(
            new Audiences.Expansion.Complete(
                List.of(),
                List.of(
                    Troubles.LIST_GONE.with("list", "managers.csv"),
                    Troubles.NO_LIST_TO_LEAVE_OUT.with("list", "managers.csv"))));
  }

  @Test
  void linesThatCouldNotBeReadAreKeptWithTheList() throws IOException {
    var list = kept("desks.csv", "mail,desk\n%s,1\nhalf@,2\n,3\n%s,4\n".formatted(ANA, ANA));
    var skipped = lists().skipped();

    assertThat(skipped.counts(list.id())).contains(new SkippedLines.Counts(2, 1));
    var lines = skipped.page(list.id(), 0, 10);
    assertThat(lines)
        .extracting(ListReport.Left::line, ListReport.Left::said, one -> one.why().english())
        .containsExactly(
            tuple(3, "half@", "'half@' is not an e-mail address."),
            tuple(4, "", "There is no e-mail address."));
    assertThat(lines.getFirst().why().code()).isEqualTo("list.noAddress");
    assertThat(skipped.page(list.id(), 3, 10)).hasSize(1);

    var audience = new Audience(List.of(entry(list)), List.of(entry(list)));
    assertThat(house.people().stored().unread(house.app(), audience))
        .as("chosen, and left out")
        .containsExactly(
            new StoredAudience.Unread(list, 2, false), new StoredAudience.Unread(list, 2, true));
    var good = kept("good.csv", ANA + "\n");
    assertThat(house.people().stored().unread(house.app(), new Audience(List.of(entry(good)))))
        .isEmpty();
  }

  @Test
  void whatIsNoListLeavesNothingBehind() throws IOException {
    assertThat(added("x.csv", "name\nAna\n")).isInstanceOf(Lists.Added.Refused.class);
    assertThat(count("list")).isZero();
    assertThat(count("list_row")).isZero();
    assertThat(count("list_skipped")).isZero();
  }

  @Test
  void thereIsRoomForSoMuchOfAPersonAndOfAnApp() throws IOException {
    var small = new Lists(house.database(), time, new Lists.Quota(100, 150));
    try (var file = spooled("x".repeat(60) + "@x.example\n")) {
      assertThat(small.add(house.app(), new PersonId("ana"), "a", file, ListChoices.NONE))
          .isInstanceOf(Lists.Added.Kept.class);
      assertThat(small.add(house.app(), new PersonId("ana"), "a", file, ListChoices.NONE))
          .isInstanceOf(Lists.Added.QuotaExceeded.class);
      assertThat(small.add(house.app(), new PersonId("lars"), "a", file, ListChoices.NONE))
          .isInstanceOf(Lists.Added.Kept.class);
      assertThat(small.add(house.app(), new PersonId("maija"), "a", file, ListChoices.NONE))
          .isInstanceOf(Lists.Added.QuotaExceeded.class);
    }
  }

  @Test
  void aListIsForgottenAWeekAfterItWasLastUsed() throws IOException {
    var used = kept("used.csv", "a@x.example\n");
    var idle = kept("idle.csv", "a@x.example\nb@\n");
    time.pass(Duration.ofDays(6));
    assertThat(
            house
                .database()
                .<Boolean>write(handle -> lists().use(handle, house.app().name(), used.id())))
        .isTrue();
    time.pass(Duration.ofDays(2));

    var found = house.database().read(handle -> lists().idle(handle, new ListId(0), 10));
    assertThat(found).containsExactly(idle.id());
    assertThat(house.database().<Boolean>write(handle -> lists().forget(handle, used.id())))
        .isFalse();
    assertThat(house.database().<Boolean>write(handle -> lists().forget(handle, idle.id())))
        .isTrue();
    lists().delete(idle.id());
    assertThat(lists().find(house.app(), idle.id())).isEmpty();
    assertThat(count("list_row")).isEqualTo(1);
    assertThat(count("list_skipped")).isZero();
  }

  // ------------------------------------------------------------------------------------------

  private Lists lists() {
    return house.people().lists();
  }

  private static Audience.Entry entry(PeopleList list) {
    return new Audience.FromFile(list.id().toString(), list.name());
  }

  private Lists.Added added(String name, String table) throws IOException {
    try (var file = spooled(table)) {
      return lists().add(house.app(), new PersonId("ana"), name, file, ListChoices.NONE);
    }
  }

  private static Spool spooled(String table) throws IOException {
    var file = Spool.open();
    file.out().write(table.getBytes(StandardCharsets.UTF_8));
    return file;
  }

  private PeopleList kept(String name, String table) throws IOException {
    return ((Lists.Added.Kept) added(name, table)).list();
  }

  private int count(String table) {
    return house
        .database()
        .read(handle ->
            handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Integer.class).one());
  }

  /** Keeps of everybody what was handed over first, as the ledger does. */
  private static final class Walked implements Audiences.Receiver {
    private final Map<String, Target> first = new LinkedHashMap<>();
    private final List<String> nobody = new ArrayList<>();

    @Override
    public void targets(List<Target> page) {
      page.forEach(target -> first.putIfAbsent(target.id(), target));
    }

    @Override
    public void noAccount(List<Target> addressed) {
      addressed.forEach(target -> nobody.add(target.email()));
    }
  }
}
