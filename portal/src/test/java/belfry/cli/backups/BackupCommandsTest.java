package belfry.cli.backups;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.ProgramTest;
import belfry.cli.settings.Settings;
import belfry.storage.Databases;
import belfry.testing.TestPortal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code backup} and {@code restore} do with the data of a portal, and what they say. */
@Tag("whole")
class BackupCommandsTest extends ProgramTest {
  /** Ana has signed in and made two people senders; then a backup, while the portal runs. */
  private Path backupOfAUsedPortal(Settings settings) {
    configure();
    var file = directory.resolve("belfry.backup");
    var portal = TestPortal.beside(simulator, settings);
    try {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      assertThat(ana.get("user/groups/find?q=engineering").status()).isEqualTo(200);
      assertThat(ana.post("admin/users", Map.of("email", "maija.salo@northwind.example")).status())
          .isEqualTo(201);

      var ended = here(at(settings.data()), "backup", file.toString());

      assertThat(ended.err()).isEmpty();
      assertThat(ended.code()).isZero();
      assertThat(ended.out())
          .contains(" rows as of ")
          .contains("It can only be restored with a key file that has k1");
    } finally {
      portal.portal().close();
    }
    return file;
  }

  private static Map<String, String> at(Path data) {
    return Map.of("BELFRY_DATA", data.toString());
  }

  private Path emptyWithKeysOf(Settings settings) throws IOException {
    var data = directory.resolve("restored");
    Files.createDirectories(data.resolve("keys"));
    Files.copy(
        settings.data().resolve("keys/belfry.keys"), data.resolve("keys").resolve("belfry.keys"));
    return data;
  }

  private static long count(Path data, String table) {
    try (var database = Databases.open(Optional.empty(), data)) {
      return database.read(
          handle -> handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Long.class).one());
    }
  }

  @Test
  void aBackupIsRestoredIntoAnEmptyDirectoryAndNobodyIsSignedIn() throws Exception {
    var settings = TestPortal.settings(simulator);
    var file = backupOfAUsedPortal(settings);
    var data = emptyWithKeysOf(settings);

    var ended = here(at(data), "restore", file.toString());

    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .startsWith("Restored as of ")
        .contains("Everybody has to sign in again (1 sessions ended).")
        .containsPattern("The audit trail is sound: \\d+ rows\\.");
    assertThat(count(data, "session")).isZero();
    assertThat(count(data, "person_token")).isZero();
    assertThat(count(data, "staff")).isOne();
    assertThat(count(data, "lost_time")).isOne();
    assertThat(here(at(data), "verify-audit").out()).matches("All \\d+ rows are sound\\.\n");

    var again = here(at(data), "restore", file.toString());
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).startsWith("BELFRY_DATA: there is a database in");
  }

  @Test
  void withoutTheRightKeysNothingIsRestored() throws Exception {
    var settings = TestPortal.settings(simulator);
    var file = backupOfAUsedPortal(settings);
    var data = emptyWithKeysOf(settings);
    var keys = data.resolve("keys/belfry.keys");
    var other = "A".repeat(43) + "=";

    for (var wrong : List.of("k2:" + other, "k1:" + other)) {
      Files.writeString(keys, wrong + "\n");
      var ended = here(at(data), "restore", file.toString());
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).contains("key 'k1'", "Put the key file that belongs");
    }
    Files.delete(keys);
    assertThat(here(at(data), "restore", file.toString()).err())
        .startsWith("BELFRY_DATA: cannot read the key file");
    assertThat(data.resolve("belfry.db")).doesNotExist();
  }

  /** Whoever lost the file went on with a key of a new name. */
  @Test
  void aBackupThatWasMadeAfterAKeyWasLostIsRestoredWithoutIt() throws Exception {
    var settings = TestPortal.settings(simulator);
    Files.delete(backupOfAUsedPortal(settings));
    Files.writeString(settings.data().resolve("keys/belfry.keys"), "k2:" + "A".repeat(43) + "=\n");
    TestPortal.beside(simulator, settings).portal().close();
    var file = directory.resolve("belfry.backup");

    var made = here(at(settings.data()), "backup", file.toString());
    assertThat(made.out())
        .doesNotContain("key file that has k1")
        .contains(
            "CAREFUL. The key file has no key k1, or another of that name: what it sealed cannot be opened");

    var data = emptyWithKeysOf(settings);
    var restored = here(at(data), "restore", file.toString());
    assertThat(restored.err()).isEmpty();
    assertThat(restored.out())
        .startsWith("Restored as of ")
        .contains(
            "The audit trail is BROKEN after 0 sound rows: row 1 is signed with the key 'k1', which is not in the key file.");
    assertThat(restored.code()).isOne();
    assertThat(count(data, "staff")).isOne();
  }

  /** While another key of that name is in its place. */
  @Test
  void aBackupThatWasMadeBesideTheWrongKeyFileIsRestoredWithTheRightOne() throws Exception {
    var settings = TestPortal.settings(simulator);
    Files.delete(backupOfAUsedPortal(settings));
    var data = emptyWithKeysOf(settings);
    Files.writeString(settings.data().resolve("keys/belfry.keys"), "k1:" + "A".repeat(43) + "=\n");
    var file = directory.resolve("belfry.backup");

    var made = here(at(settings.data()), "backup", file.toString());
    assertThat(made.out()).contains("CAREFUL. The key file has no key k1, or another of that name");

    var restored = here(at(data), "restore", file.toString());
    assertThat(restored.code()).as(restored.toString()).isZero();
    assertThat(restored.out()).containsPattern("The audit trail is sound: \\d+ rows\\.");
  }
}
