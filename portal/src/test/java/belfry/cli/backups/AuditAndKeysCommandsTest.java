package belfry.cli.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.cli.ProgramTest;
import belfry.cli.settings.Settings;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import belfry.signin.SignIn;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code verify-audit} and {@code rotate-keys} find in the data of a portal that was used. */
@Tag("whole")
class AuditAndKeysCommandsTest extends ProgramTest {
  private static final String OTHER = "k1:" + "A".repeat(43) + "=\n";

  /** A portal that was used: Ana has signed in, the directory was read, the trail has rows. */
  private Settings used() {
    var settings = TestPortal.settings(simulator);
    serving(
        settings,
        ana -> {
          assertThat(ana.get("user/groups/find?q=engineering").status()).isEqualTo(200);
          assertThat(
                  ana.post("admin/users", Map.of("email", "maija.salo@northwind.example")).status())
              .isEqualTo(201);
        });
    return settings;
  }

  /** Only the portal is closed after it: the simulator is everybody's. */
  private static void serving(Settings settings, Consumer<Client> asAna) {
    serving(settings, Time.system(), asAna);
  }

  private static void serving(Settings settings, Time time, Consumer<Client> asAna) {
    var portal = TestPortal.beside(simulator, settings, time);
    try {
      asAna.accept(portal.signedIn("news", TestPortal.ADMIN));
    } finally {
      portal.portal().close();
    }
  }

  private static void adding(Settings settings, String sender) {
    serving(
        settings,
        ana ->
            assertThat(ana.post("admin/users", Map.of("email", sender)).status()).isEqualTo(201));
  }

  private Ended belfryIn(Settings settings, String command) {
    configure();
    return here(Map.of("BELFRY_DATA", settings.data().toString()), command);
  }

  private static void change(Settings settings, String sql) {
    try (var database = open(settings)) {
      assertThat(database.<Integer>write(handle -> handle.execute(sql))).isEqualTo(1);
    }
  }

  private static Database open(Settings settings) {
    return Databases.open(Optional.empty(), settings.data());
  }

  private static List<String> sealed(Settings settings) {
    try (var database = open(settings)) {
      return database.read(handle ->
          handle
              .createQuery(
                  """
                  SELECT access FROM person_token UNION ALL SELECT refresh FROM person_token
                  UNION ALL SELECT access FROM directory_token
                  UNION ALL SELECT refresh FROM directory_token
                  """)
              .mapTo(String.class)
              .list());
    }
  }

  /** With the keys as they are now; she is the only one who has signed in. */
  private static Optional<Secret> tokenOfAna(Settings settings) {
    try (var database = open(settings);
        var platform = new Platform(settings.platform(), Duration.ofSeconds(5), Time.system())) {
      var vault = new Vault(Keyring.open(Optional.empty(), settings.data(), true));
      var ana =
          database.read(handle ->
              handle.createQuery("SELECT person FROM person_token").mapTo(String.class).one());
      return new SignIn(
              settings.integration(), settings.sessions(), platform, database, vault, Time.system())
          .tokens()
          .access(new PersonId(ana));
    }
  }

  @Test
  void verifyAuditFindsTheRowThatWasChanged() throws Exception {
    var settings = used();
    var sound = belfryIn(settings, "verify-audit");
    assertThat(sound.code()).as(sound.toString()).isZero();
    assertThat(sound.out()).matches("All \\d+ rows are sound\\.\n");

    change(settings, "UPDATE audit SET actor = 'somebody else' WHERE seq = 2");

    var broken = belfryIn(settings, "verify-audit");
    assertThat(broken.code()).isEqualTo(1);
    assertThat(broken.out())
        .isEqualTo(
            "BROKEN after 1 sound rows: row 2 was changed, or signed with another key than the 'k1' in the key file.\n");
  }

  @Test
  void afterARotationTheNewKeyAloneOpensEverySecret() throws Exception {
    var settings = used();
    var keys = settings.data().resolve("keys/belfry.keys");
    assertThat(sealed(settings)).hasSize(4).allMatch(one -> one.startsWith("k1."));

    var ended = belfryIn(settings, "rotate-keys");

    assertThat(ended.code()).as(ended.toString()).isZero();
    assertThat(ended.out()).startsWith("A new key is in force; 2 stored secrets");
    assertThat(sealed(settings)).hasSize(4).allMatch(one -> one.startsWith("k2."));
    assertThat(belfryIn(settings, "verify-audit").code()).as("signed by both keys").isZero();
    Files.write(keys, List.of(Files.readAllLines(keys).getFirst()));
    assertThat(tokenOfAna(settings)).isPresent();
    assertThat(belfryIn(settings, "verify-audit").out())
        .isEqualTo(
            "BROKEN after 0 sound rows: row 1 is signed with the key 'k1', which is not in the key file.\n");
  }

  @Test
  void keysAreNotRotatedWhileANodeWouldGoOnWithTheOldOnes() throws Exception {
    var settings = TestPortal.onPostgres(TestPortal.settings(simulator));
    var keys = settings.keyFile().orElseThrow();
    var environment =
        Map.of(
            "BELFRY_DATA", settings.data().toString(),
            "BELFRY_KEY_FILE", keys.toString(),
            "DATABASE_URL", settings.databaseUrl().orElseThrow().reveal());
    configure();
    // No machine has quite the clock of another.
    var behind = new JumpingTime();
    behind.jump(Duration.ofMinutes(-1));
    serving(
        settings,
        behind,
        _ -> {
          try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
            Await.until(() ->
                database.read(handle ->
                    handle
                        .createQuery("SELECT COUNT(*) > 0 FROM lane WHERE owner <> ''")
                        .mapTo(Boolean.class)
                        .one()));
          }
          var ended = here(environment, "rotate-keys");
          assertThat(ended.err()).contains("Stop every node first");
          assertThat(ended.code()).isNotZero();
        });
    assertThat(Files.readAllLines(keys)).hasSize(1);

    assertThat(here(environment, "rotate-keys").code()).isZero();
    assertThat(Files.readAllLines(keys)).hasSize(2);
  }

  /** Each new portal calls its key k1. */
  @Test
  void withAnotherKeyOfThatNameNothingStartsAndNothingIsSignedWithIt() throws Exception {
    var settings = used();
    var keys = settings.data().resolve("keys/belfry.keys");
    var right = Files.readString(keys);
    Files.writeString(keys, OTHER);
    var refusal =
        "BELFRY_DATA: the key 'k1' in the key file %s is not the one of that name that signed the audit trail"
            .formatted(keys);

    assertThatThrownBy(() -> TestPortal.beside(simulator, settings))
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith(refusal)
        .hasMessageContaining("Put back the key file")
        .hasMessageContaining("look at 'belfry verify-audit'")
        .hasMessageContaining("the line k2:<44 characters>");
    assertThat(belfryIn(settings, "check").out()).contains("FAILED. " + refusal);
    assertThat(belfryIn(settings, "doctor").out()).contains("FAILED. " + refusal);
    var refused = belfryIn(settings, "rotate-keys");
    assertThat(refused.code()).as(refused.toString()).isEqualTo(2);
    assertThat(refused.err()).startsWith(refusal);
    assertThat(keys).hasContent(OTHER);
    assertThat(belfryIn(settings, "verify-audit").out())
        .isEqualTo(
            "BROKEN after 0 sound rows: row 1 was changed, or signed with another key than the 'k1' in the key file.\n");

    Files.writeString(keys, right);
    adding(settings, "lars.berg@northwind.example");
    assertThat(belfryIn(settings, "verify-audit").code()).isZero();
  }

  @Test
  void withAnotherKeyOfThatNameNoNodeStarts() throws Exception {
    var settings = TestPortal.onPostgres(TestPortal.settings(simulator));
    serving(settings, _ -> {});
    var keys = settings.keyFile().orElseThrow();
    Files.writeString(keys, "k1:" + "B".repeat(43) + "=\n");

    assertThatThrownBy(() -> TestPortal.beside(simulator, settings))
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith("BELFRY_KEY_FILE: the key 'k1' in the key file " + keys);
  }

  /** Only the newest rows were changed, or were signed in a time with another file. */
  @Test
  void aTrailWithBadRowsKeepsNobodyFromStarting() throws Exception {
    var settings = used();
    change(
        settings,
        "UPDATE audit SET actor = 'somebody else' WHERE seq = (SELECT MAX(seq) FROM audit)");

    serving(settings, ana -> assertThat(ana.get("user/groups/find?q=eng").status()).isEqualTo(200));
  }

  /** Where the file is the right one and the rows are not, the words must lead out. */
  @Test
  void whereEveryRowWasChangedAKeyOfANewNameInFrontStarts() throws Exception {
    var settings = used();
    var keys = settings.data().resolve("keys/belfry.keys");
    try (var database = open(settings)) {
      database.<Integer>write(handle -> handle.execute("UPDATE audit SET object = 'other'"));
    }
    assertThatThrownBy(() -> TestPortal.beside(simulator, settings))
        .hasMessageContaining("the line k2:<44 characters> first in the file");

    Files.writeString(keys, OTHER.replace("k1", "k2") + Files.readString(keys));
    adding(settings, "lars.berg@northwind.example");
    assertThat(tokenOfAna(settings)).isPresent();
    assertThat(belfryIn(settings, "rotate-keys").code()).isZero();
    serving(settings, _ -> {});
  }

  @Test
  void withoutItsKeyFileNothingStartsAndNoOtherKeyIsMade() throws Exception {
    var settings = used();
    var keys = settings.data().resolve("keys/belfry.keys");
    var elsewhere = settings.data().resolve("elsewhere.keys");
    Files.move(keys, elsewhere);
    var refusal =
        "BELFRY_DATA: the key file %s is not there, and what is stored was sealed and signed with its keys (k1). Put it back"
            .formatted(keys);

    assertThatThrownBy(() -> TestPortal.beside(simulator, settings))
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith(refusal)
        .hasMessageContaining("the line k2:<44 characters>");
    for (var command : List.of("verify-audit", "rotate-keys")) {
      var refused = belfryIn(settings, command);
      assertThat(refused.code()).as(refused.toString()).isEqualTo(2);
      assertThat(refused.err()).startsWith(refusal);
    }
    assertThat(belfryIn(settings, "check").out()).contains("FAILED. " + refusal);
    assertThat(keys).doesNotExist();

    Files.move(elsewhere, keys);
    assertThat(belfryIn(settings, "verify-audit").code()).isZero();
  }

  @Test
  void afterAFirstStartThatWasKilledBeforeTheKeyWasMadeItStarts() throws Exception {
    var settings = TestPortal.settings(simulator);
    open(settings).close();
    var keys = settings.data().resolve("keys/belfry.keys");
    assertThat(keys).doesNotExist();

    serving(
        settings, ana -> assertThat(ana.get("user/people/find?q=maija").status()).isEqualTo(200));
    assertThat(keys).exists();
  }

  /** As docs/operating.md says for a key file that is lost for good. */
  @Test
  void withAKeyOfANewNameItGoesOnAndSaysUntilWhenSomethingIsMissing() throws Exception {
    var settings = TestPortal.settings(simulator);
    var portal = TestPortal.beside(simulator, settings);
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    portal.portal().close();
    Files.writeString(settings.data().resolve("keys/belfry.keys"), "k2:" + "A".repeat(43) + "=\n");

    var again = TestPortal.beside(simulator, settings);
    try {
      assertThat(ana.get("user/people/find?q=maija").json().path("items")).isNotEmpty();
      assertThat(ana.get("user/groups/find?q=engineering").json().path("items")).isNotEmpty();
      assertThat(keys(ana).path("detail").asText())
          .startsWith("The key 'k1' that sealed a value in ")
          .contains("Put the right key file in its place and restart Belfry");
      var trail = ana.get("admin/trail/verify").json();
      assertThat(trail.path("fault").asText())
          .isEqualTo("row 1 is signed with the key 'k1', which is not in the key file");

      assertThat(ana.signIn(again, TestPortal.ADMIN).status()).isEqualTo(301);
      Await.until(() -> keys(ana).path("ok").asBoolean());
    } finally {
      again.portal().close();
    }
  }

  private static JsonNode keys(Client client) {
    return client.call("GET", "/status", Optional.empty()).json().at("/checks/keys");
  }

  @Test
  void whatAnotherProcessHoldsIsLeftAlone() throws Exception {
    var settings = TestPortal.settings(simulator);
    try (var database = open(settings)) {
      assertThat(database.engine()).isNotEmpty();
      configure();
      var ended = belfry(Map.of("BELFRY_DATA", settings.data().toString()), "rotate-keys");
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err()).startsWith("BELFRY_DATA: another Belfry (process ");
    }
  }
}
