package belfry.access;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of API tokens, whichever engine keeps it. */
@OnEngines
class ApiTokensTest extends StorageTest {
  private static final App NEWS = app("news");
  private static final App ALERTS = app("alerts");
  private static final ApiTokens.Owner ANA =
      new ApiTokens.Owner(new PersonId("ana-id"), "Ana Lopez", "org");
  private static final ActingPerson BOSS = new ActingPerson(new PersonId("boss-id"));

  @TempDir Path directory;
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private Database database;
  private Audit audit;
  private ApiTokens tokens;

  private static App app(String name) {
    return new App(new AppName(name), name, new Secret(""), List.of(), 230);
  }

  @BeforeEach
  void begin() {
    database = open(directory);
    audit = new Audit(database, new Vault(Keyring.open(Optional.empty(), directory, true)), time);
    tokens = new ApiTokens(database, audit, time);
  }

  @AfterEach
  void end() {
    database.close();
  }

  private ApiTokens.Made make(ApiTokens.Owner owner, App... apps) {
    return tokens.make(
        owner,
        new ApiTokens.Wish(
            "CI",
            Set.of(Scope.READ, Scope.SEND),
            List.of(apps),
            time.now().plus(Duration.ofDays(30))));
  }

  private ApiTokens.Made.Done made(App... apps) {
    return (ApiTokens.Made.Done) make(ANA, apps);
  }

  @Test
  void itIsFoundByWhatWasShownOnceAndByNothingElse() {
    var one = made(NEWS, ALERTS);
    var shown = one.secret().reveal();

    assertThat(tokens.find(one.secret())).contains(one.token());
    assertThat(one.token().scopes()).containsExactlyInAnyOrder(Scope.READ, Scope.SEND);
    assertThat(one.token().worksIn(ALERTS)).isTrue();
    for (var wrong :
        List.of(
            "",
            "belfry_",
            shown.substring(1),
            shown + "A",
            shown.substring(0, shown.length() - 1) + (shown.endsWith("A") ? "B" : "A"),
            made(NEWS).secret().reveal().substring(0, 21) + shown.substring(21))) {
      assertThat(tokens.find(new Secret(wrong))).as(wrong).isEmpty();
    }
  }

  @Test
  void ofTheSecretOnlyTheHashIsStored() {
    var secret = made(NEWS).secret().reveal().substring(21);
    var stored =
        database.read(
            handle -> handle.createQuery("SELECT * FROM api_token").mapToMap().list().toString());
    assertThat(stored).contains("secret_hash=").doesNotContain(secret);
  }

  @Test
  void itExpiresStaysInTheListForAMonthAndIsThenForgotten() {
    var one = made(NEWS);
    time.pass(Duration.ofDays(30).minusSeconds(1));
    assertThat(tokens.find(one.secret())).isPresent();
    assertThat(tokens.isLive(NEWS, one.token())).isTrue();

    time.pass(Duration.ofSeconds(1));
    assertThat(tokens.find(one.secret())).isEmpty();
    assertThat(tokens.isLive(NEWS, one.token())).isFalse();
    assertThat(tokens.owners(NEWS)).isEmpty();
    assertThat(tokens.sweep()).isZero();
    assertThat(tokens.of(ANA.id())).containsExactly(one.token());

    time.pass(Duration.ofDays(30).plusSeconds(1));
    assertThat(tokens.sweep()).isEqualTo(1);
    assertThat(tokens.of(ANA.id())).isEmpty();
  }

  @Test
  void itsUseIsRecordedOnceAMinute() {
    var one = made(NEWS);
    tokens.used(one.token(), "10.0.0.1");
    var used = tokens.find(one.secret()).orElseThrow();
    assertThat(used.lastUsed()).contains(time.now());
    assertThat(used.lastAddress()).isEqualTo("10.0.0.1");

    time.pass(Duration.ofSeconds(30));
    tokens.used(used, "10.0.0.2");
    assertThat(tokens.find(one.secret())).contains(used);

    time.pass(Duration.ofSeconds(31));
    tokens.used(used, "10.0.0.2");
    assertThat(tokens.find(one.secret()).orElseThrow().lastAddress()).isEqualTo("10.0.0.2");
  }

  @Test
  void itsOwnerRevokesItEverywhereAndAnAdministratorInTheirApp() {
    var both = made(NEWS, ALERTS);
    var stranger = new ActingPerson(new PersonId("stranger-id"));
    assertThat(tokens.revoke(stranger, both.token().id())).isFalse();

    assertThat(tokens.revoke(NEWS, BOSS, both.token().id())).isTrue();
    assertThat(tokens.revoke(NEWS, BOSS, both.token().id())).as("again").isFalse();
    assertThat(tokens.find(both.secret()).orElseThrow().apps()).containsExactly(ALERTS.name());
    assertThat(tokens.isLive(NEWS, both.token())).isFalse();
    assertThat(tokens.in(NEWS)).isEmpty();
    assertThat(tokens.in(ALERTS)).hasSize(1);

    assertThat(tokens.revoke(new ActingPerson(ANA.id()), both.token().id())).isTrue();
    assertThat(tokens.find(both.secret())).isEmpty();
    assertThat(trail())
        .containsExactly(
            "alerts ana-id token.make CI: read send",
            "news ana-id token.make CI: read send",
            "news boss-id token.revoke ",
            "alerts ana-id token.revoke ");
    assertThat(audit.verify().fault()).isEmpty();
  }

  @Test
  void whoeverIsRemovedFromAnAppLosesItThereAlsoIfTheyComeBack() {
    var both = made(NEWS, ALERTS);
    var one = made(NEWS);
    var others =
        (ApiTokens.Made.Done) make(new ApiTokens.Owner(new PersonId("lars-id"), "Lars", ""), NEWS);

    database.write(handle -> {
      ApiTokens.leave(handle, NEWS, ANA.id());
      return true;
    });

    assertThat(tokens.find(both.secret()).orElseThrow().apps()).containsExactly(ALERTS.name());
    assertThat(tokens.find(one.secret())).isEmpty();
    assertThat(tokens.find(others.secret())).isPresent();
  }

  @Test
  void whomThePlatformNoLongerKnowsLosesAllOfThem() {
    made(NEWS, ALERTS);
    assertThat(tokens.owners(ALERTS)).containsExactly(ANA.id());

    tokens.ownerIsGone(ALERTS, ANA.id());

    assertThat(tokens.of(ANA.id())).isEmpty();
    assertThat(trail()).contains("alerts belfry token.revoke Webex no longer knows ana-id");
  }

  @Test
  void aPersonHasTwentyThatAreValid() {
    for (var i = 0; i < ApiTokens.MOST_OF_A_PERSON; i++) {
      made(NEWS);
    }
    assertThat(make(ANA, NEWS)).isInstanceOf(ApiTokens.Made.Refused.class);
    time.pass(Duration.ofDays(31));
    assertThat(make(ANA, NEWS)).isInstanceOf(ApiTokens.Made.Done.class);
  }

  @Test
  void theTokenIsPartOfTheSignedTrail() {
    audit.record(
        AuditEntry.in(NEWS.name())
            .by(new ActingPerson(ANA.id(), "CI"))
            .did("job.edit", "1")
            .saying("words"));
    assertThat(audit.verify()).isEqualTo(new Audit.Verification(1, Optional.empty()));
    for (var other : List.of("", "CD")) {
      database.write(handle -> handle.execute("UPDATE audit SET through = ?", other));
      assertThat(audit.verify().fault().map(Phrase::english))
          .as(other)
          .contains("row 1 was changed, or signed with another key than the 'k1' in the key file");
    }
  }

  private List<String> trail() {
    return database.read(handle ->
        handle
            .createQuery("SELECT app, actor, action, detail FROM audit ORDER BY seq")
            .map((row, _) ->
                "%s %s %s %s"
                    .formatted(
                        row.getString("app"),
                        row.getString("actor"),
                        row.getString("action"),
                        row.getString("detail")))
            .list());
  }
}
