package belfry.access;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may use which app, whichever engine keeps the list. */
@OnEngines
class AccessTest extends StorageTest {
  private static final Profile ANA =
      new Profile(new PersonId("ana-id"), "Ana Lopez", "ana@example.com", "");
  private static final Profile MAIJA =
      new Profile(new PersonId("maija-id"), "Maija Salo", "maija@example.com", "");
  private static final Profile LARS =
      new Profile(new PersonId("lars-id"), "Lars Berg", "lars@example.com", "");

  /** Administered by an address and by an id. */
  private static final App NEWS = app("news", " Ana@Example.COM ", "kenji-id");

  /** Administered by nobody yet. */
  private static final App ALERTS = app("alerts");

  @TempDir Path directory;
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private Database database;
  private Platform platform;
  private Access access;

  private static App app(String name, String... admins) {
    return new App(new AppName(name), name, new Secret(""), List.of(admins), 230);
  }

  @BeforeEach
  void begin() {
    database = open(directory);
    platform = new Platform(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1), time);
    access = with(NEWS, ALERTS);
  }

  private Access with(App... apps) {
    var vault = new Vault(Keyring.open(Optional.empty(), directory, true));
    return new Access(new Apps(List.of(apps), platform, database), database, vault, time);
  }

  private Optional<Role> role(App app, String person) {
    return database.read(handle -> access.roleIn(handle, app, new PersonId(person)));
  }

  @AfterEach
  void end() {
    platform.close();
    database.close();
  }

  // By the configuration ----------------------------------------------------------------------

  @Test
  void anAddressOfTheConfigurationBecomesThePersonWhoSignsInWithIt() {
    assertThat(role(NEWS, "ana-id")).as("before").isEmpty();

    access.signedIn(new Profile(new PersonId("ana-id"), "Ana Lopez", "ANA@example.com", ""));

    assertThat(role(NEWS, "ana-id")).contains(Role.ADMIN);
    assertThat(role(ALERTS, "ana-id")).isEmpty();
  }

  @Test
  void anAddressThatIsGivenToSomebodyElseGivesThemNothing() {
    access.signedIn(ANA);
    var successor = new Profile(new PersonId("other-id"), "Another Ana", "ana@example.com", "");

    access.signedIn(successor);

    assertThat(role(NEWS, "other-id")).isEmpty();
    assertThat(role(NEWS, "ana-id")).contains(Role.ADMIN);
  }

  @Test
  void aPersonIdOfTheConfigurationCountsAtOnce() {
    assertThat(role(NEWS, "kenji-id")).contains(Role.ADMIN);
    assertThat(role(NEWS, "KENJI-ID")).isEmpty();
  }

  @Test
  void whoIsTakenOutOfTheConfigurationIsNoAdministratorAnyMore() {
    access.signedIn(ANA);

    access = with(app("news", "kenji-id"), ALERTS);

    assertThat(role(app("news", "kenji-id"), "ana-id")).isEmpty();
  }

  @Test
  void whoIsConfiguredIsRemovedAndChangedOnlyThere() {
    access.signedIn(ANA);
    for (var who : List.of("ana-id", "ana@example.com", "kenji-id")) {
      assertThat(access.remove(NEWS, who, new ActingPerson(new PersonId("x"))))
          .as(who)
          .isInstanceOf(Access.Change.Refused.class);
    }
    assertThat(access.add(NEWS, ANA, Role.SENDER, new ActingPerson(new PersonId("x"))))
        .isInstanceOf(Access.Change.Refused.class);
    assertThat(role(NEWS, "ana-id")).contains(Role.ADMIN);
  }

  @Test
  void aPersonWithoutAnAddressIsTiedToNothing() {
    access.signedIn(new Profile(new PersonId("bare-id"), "Bare", "", ""));
    assertThat(role(app("news", ""), "bare-id")).isEmpty();
    assertThat(role(NEWS, "bare-id")).isEmpty();
  }

  @Test
  void theListNamesAlsoWhoHasNotSignedInYet() {
    assertThat(access.staff(NEWS))
        .extracting(StaffMember::personId, StaffMember::email, StaffMember::configured)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(Optional.empty(), "ana@example.com", true),
            org.assertj.core.groups.Tuple.tuple(PersonId.parse("kenji-id"), "", true));

    access.signedIn(ANA);
    access.add(NEWS, MAIJA, Role.SENDER, new ActingPerson(new PersonId("ana-id")));

    assertThat(access.staff(NEWS))
        .extracting(StaffMember::name)
        .containsExactly("Ana Lopez", "kenji-id", "Maija Salo");
  }

  // By the list -------------------------------------------------------------------------------

  @Test
  void whoIsAddedMayUseThatAppAndWhoIsRemovedMayNot() {
    assertThat(access.add(NEWS, MAIJA, Role.SENDER, new ActingPerson(new PersonId("ana-id"))))
        .isInstanceOf(Access.Change.Done.class);
    assertThat(role(NEWS, "maija-id")).contains(Role.SENDER);
    assertThat(role(ALERTS, "maija-id")).isEmpty();

    access.add(NEWS, MAIJA, Role.ADMIN, new ActingPerson(new PersonId("ana-id")));
    assertThat(role(NEWS, "maija-id")).as("changed").contains(Role.ADMIN);

    assertThat(access.remove(NEWS, "MAIJA@example.com", new ActingPerson(new PersonId("ana-id"))))
        .isInstanceOf(Access.Change.Done.class);
    assertThat(role(NEWS, "maija-id")).isEmpty();
    assertThat(access.remove(NEWS, "maija-id", new ActingPerson(new PersonId("ana-id"))))
        .isInstanceOf(Access.Change.NotThere.class);
  }

  @Test
  void sendersMayHurryUntilThatIsTakenFromThemAndAdministratorsAlways() {
    var boss = new ActingPerson(new PersonId("x"));
    access.signedIn(ANA);
    assertThat(hurry(NEWS, "ana-id", "kenji-id", "maija-id")).containsExactly(true, true, false);
    access.add(NEWS, MAIJA, Role.SENDER, boss);
    assertThat(hurry(NEWS, "maija-id")).as("a new sender").containsExactly(true);
    assertThat(hurry(ALERTS, "maija-id")).as("of another app").containsExactly(false);

    access.add(NEWS, MAIJA, Role.SENDER, Optional.of(false), Optional.empty(), boss);
    assertThat(hurry(NEWS, "maija-id")).as("taken").containsExactly(false);
    access.add(NEWS, MAIJA, Role.ADMIN, boss);
    assertThat(hurry(NEWS, "maija-id")).as("an administrator").containsExactly(true);
    assertThat(staffOf(NEWS, "Maija Salo").urgent()).isTrue();
    access.add(NEWS, MAIJA, Role.SENDER, boss);
    assertThat(hurry(NEWS, "maija-id")).as("it stays as it was").containsExactly(false);
    assertThat(staffOf(NEWS, "Maija Salo").urgent()).isFalse();

    access.add(NEWS, MAIJA, Role.SENDER, Optional.of(true), Optional.empty(), boss);
    assertThat(hurry(NEWS, "maija-id")).as("given back").containsExactly(true);
    assertThat(trail())
        .contains(
            "news x user.add maija-id sender, not urgent",
            "news x user.add maija-id sender, urgent")
        .hasSize(5);
  }

  @Test
  void aRepetitionThatAsksForAnotherRightIsNoRepetition() {
    var boss = new ActingPerson(new PersonId("x"));
    var nobody = Optional.of(new Access.Seen(Optional.empty()));
    for (var i = 0; i < 2; i++) {
      assertThat(access.add(NEWS, MAIJA, Role.SENDER, Optional.of(false), nobody, boss))
          .isInstanceOfSatisfying(
              Access.Change.Done.class, done -> assertThat(done.member().urgent()).isFalse());
    }
    assertThat(access.add(NEWS, MAIJA, Role.SENDER, Optional.of(true), nobody, boss))
        .isInstanceOf(Access.Change.Refused.class);
    assertThat(hurry(NEWS, "maija-id")).containsExactly(false);
  }

  /** It writes rows without the column. */
  @Test
  void whomANodeOfTheVersionBeforeAddsMayHurry() {
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO staff (app, person, name, email, role, added, added_by)
            VALUES ('news', 'maija-id', 'Maija Salo', '', 'sender', 0, 'x')
            """));
    assertThat(hurry(NEWS, "maija-id")).containsExactly(true);
  }

  private List<Boolean> hurry(App app, String... people) {
    return database.read(handle ->
        Stream.of(people)
            .map(person -> access.mayHurry(handle, app, new PersonId(person)))
            .toList());
  }

  private StaffMember staffOf(App app, String name) {
    return access.staff(app).stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theLastAdministratorStays() {
    access.add(ALERTS, MAIJA, Role.ADMIN, new ActingPerson(new PersonId("x")));
    access.add(ALERTS, LARS, Role.SENDER, new ActingPerson(new PersonId("x")));

    assertThat(access.remove(ALERTS, "maija-id", new ActingPerson(new PersonId("maija-id"))))
        .isInstanceOf(Access.Change.Refused.class);
    assertThat(access.add(ALERTS, MAIJA, Role.SENDER, new ActingPerson(new PersonId("maija-id"))))
        .as("nor become a sender")
        .isInstanceOf(Access.Change.Refused.class);
    assertThat(access.remove(ALERTS, "lars-id", new ActingPerson(new PersonId("maija-id"))))
        .isInstanceOf(Access.Change.Done.class);

    access.add(ALERTS, LARS, Role.ADMIN, new ActingPerson(new PersonId("x")));
    assertThat(access.remove(ALERTS, "maija-id", new ActingPerson(new PersonId("x"))))
        .isInstanceOf(Access.Change.Done.class);
    assertThat(access.remove(ALERTS, "lars-id", new ActingPerson(new PersonId("x"))))
        .isInstanceOf(Access.Change.Refused.class);
  }

  @Test
  void twoAdministratorsWhoRemoveEachOtherAtOnceDoNotBothSucceed() throws Exception {
    for (var round = 0; round < 10; round++) {
      access.add(ALERTS, MAIJA, Role.ADMIN, new ActingPerson(new PersonId("x")));
      access.add(ALERTS, LARS, Role.ADMIN, new ActingPerson(new PersonId("x")));
      var tasks = new ArrayList<Callable<Access.Change>>();
      tasks.add(() -> access.remove(ALERTS, "maija-id", new ActingPerson(new PersonId("lars-id"))));
      tasks.add(() -> access.remove(ALERTS, "lars-id", new ActingPerson(new PersonId("maija-id"))));
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var result : threads.invokeAll(tasks)) {
          assertThat(result.get()).isNotNull();
        }
      }
      assertThat(access.hasAdmin(ALERTS)).isTrue();
    }
  }

  // The first one -----------------------------------------------------------------------------

  @Test
  void aClaimCodeMakesOnePersonAnAdministratorWithinTheHour() {
    assertThat(access.hasAdmin(ALERTS)).isFalse();
    assertThat(access.hasAdmin(NEWS)).isTrue();
    var code = access.claims().issue(ALERTS).reveal();

    time.pass(Duration.ofMinutes(59));
    assertThat(access.claim(NEWS, MAIJA, code)).as("another app's").isFalse();
    assertThat(access.claim(ALERTS, MAIJA, code + "x")).isFalse();
    assertThat(access.claim(ALERTS, MAIJA, " " + code + "\n")).isTrue();

    assertThat(role(ALERTS, "maija-id")).contains(Role.ADMIN);
    assertThat(access.claim(ALERTS, LARS, code)).as("again").isFalse();
    assertThat(role(ALERTS, "lars-id")).isEmpty();
  }

  @Test
  void aClaimCodeIsWorthNothingAfterAnHourOrAfterTheNextOne() {
    var old = access.claims().issue(ALERTS).reveal();
    time.pass(Duration.ofHours(1));
    assertThat(access.claim(ALERTS, MAIJA, old)).isFalse();

    var earlier = access.claims().issue(ALERTS).reveal();
    var later = access.claims().issue(ALERTS).reveal();
    assertThat(access.claim(ALERTS, MAIJA, earlier)).isFalse();
    assertThat(access.claim(ALERTS, MAIJA, later)).isTrue();
  }

  @Test
  void aClaimCodeIsWorthNothingOnceThereIsAnAdministrator() {
    var code = access.claims().issue(ALERTS).reveal();
    access.add(ALERTS, LARS, Role.ADMIN, new ActingPerson(new PersonId("x")));
    assertThat(access.claim(ALERTS, MAIJA, code)).isFalse();

    var configured = app("alerts", "lars@example.com");
    var restarted = with(NEWS, configured);
    assertThat(restarted.claim(configured, MAIJA, code)).isFalse();
  }

  @Test
  void beingTheFirstToSignInGivesNothing() {
    access.signedIn(MAIJA);
    assertThat(role(ALERTS, "maija-id")).isEmpty();
  }

  // What is written down ----------------------------------------------------------------------

  @Test
  void everyChangeOfTheListIsInTheTrail() {
    access.add(ALERTS, MAIJA, Role.ADMIN, new ActingPerson(new PersonId("x-id")));
    access.add(ALERTS, LARS, Role.SENDER, new ActingPerson(new PersonId("maija-id")));
    access.remove(ALERTS, "lars-id", new ActingPerson(new PersonId("maija-id")));
    access.remove(ALERTS, "maija-id", new ActingPerson(new PersonId("maija-id")));
    access.claim(ALERTS, LARS, "wrong");

    assertThat(trail())
        .containsExactly(
            "alerts x-id user.add maija-id admin",
            "alerts maija-id user.add lars-id sender",
            "alerts maija-id user.remove lars-id ");
  }

  @Test
  void refusalsAreWrittenOnceAMinuteAndNobodyCanFillTheTrail() {
    for (var i = 0; i < 50; i++) {
      access.refusals().record(NEWS, PersonId.parse("lars-id"), "role", "/somewhere", "");
    }
    assertThat(trail()).containsExactly("news lars-id refused.role /somewhere ");

    time.pass(Duration.ofMinutes(1));
    access.refusals().record(NEWS, PersonId.parse("lars-id"), "role", "/somewhere", "");
    assertThat(trail()).hasSize(2);

    for (var i = 0; i < 500; i++) {
      access.refusals().record(NEWS, Optional.empty(), "sign-in", "192.0.2." + i, "");
    }
    assertThat(trail()).hasSize(2 + RefusedRequests.MOST);

    time.pass(Duration.ofMinutes(1));
    access.refusals().record(NEWS, Optional.empty(), "sign-in", "192.0.2.1", "");
    assertThat(trail()).hasSize(3 + RefusedRequests.MOST);
    assertThat(access.audit().verify().fault()).isEmpty();
  }

  @Test
  void strangersHideNothingThatTheSignedInDo() {
    for (var i = 0; i < 500; i++) {
      access.refusals().record(NEWS, Optional.empty(), "sign-in", "192.0.2." + i, "");
    }

    access.refusals().record(NEWS, PersonId.parse("lars-id"), "role", "/admin", "");

    assertThat(trail()).contains("news lars-id refused.role /admin ");
  }

  private List<String> trail() {
    return database.read(handle ->
        handle
            .createQuery("SELECT app, actor, action, object, detail FROM audit ORDER BY seq")
            .map((row, _) ->
                String.join(
                    " ",
                    row.getString("app"),
                    row.getString("actor"),
                    row.getString("action"),
                    row.getString("object"),
                    row.getString("detail")))
            .list());
  }
}
