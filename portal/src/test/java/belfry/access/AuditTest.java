package belfry.access;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Phrase;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the trail finds when somebody with the database in hand changes it. */
@OnEngines
class AuditTest extends StorageTest {
  @TempDir Path directory;
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private Database database;
  private Keyring keyring;
  private Audit audit;

  @BeforeEach
  void begin() {
    database = open(directory);
    keyring = Keyring.open(Optional.empty(), directory, true);
    audit = with(keyring);
    for (var i = 1; i <= 5; i++) {
      audit.record(
          AuditEntry.in(TestPortal.NEWS)
              .by(new PersonId("ana-id"))
              .did("user.add", "person-" + i)
              .saying("sender"));
      time.pass(Duration.ofSeconds(1));
    }
  }

  private Audit with(Keyring keys) {
    return new Audit(database, new Vault(keys), time);
  }

  @AfterEach
  void end() {
    database.close();
  }

  private void change(String sql) {
    database.write(handle -> handle.execute(sql));
  }

  private void assertBroken(int soundRows, String fault) {
    var found = audit.verify();
    assertThat(found.fault().map(Phrase::english)).contains(fault);
    assertThat(found.rows()).isEqualTo(soundRows);
  }

  private static String changedOrOtherKey(int row) {
    return "row %d was changed, or signed with another key than the 'k1' in the key file"
        .formatted(row);
  }

  @Test
  void aTrailThatNobodyTouchedIsSound() {
    assertThat(audit.verify()).isEqualTo(new Audit.Verification(5, Optional.empty()));
  }

  @Test
  void anEmptyTrailIsSound() {
    change("DELETE FROM audit");
    change("UPDATE audit_head SET seq = 0, signature = ''");
    assertThat(audit.verify()).isEqualTo(new Audit.Verification(0, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "at = at + 1",
    "app = 'alerts'",
    "actor = 'kenji-id'",
    "action = 'user.remove'",
    "object = 'person-9'",
    "detail = 'admin'",
    "detail = ''",
    "signature = 'k1.AAAA'",
    "signature = (SELECT signature FROM audit AS other WHERE other.seq = 1)"
  })
  void aRowThatWasChangedIsFound(String change) {
    change("UPDATE audit SET " + change + " WHERE seq = 3");
    assertBroken(2, changedOrOtherKey(3));
  }

  @Test
  void aSignatureThatWasTakenAwayIsFound() {
    change("UPDATE audit SET signature = '' WHERE seq = 3");
    assertBroken(2, "row 3 was changed");
  }

  @Test
  void wordsMovedFromOneColumnToTheNextAreFound() {
    change("UPDATE audit SET actor = '', action = 'ana-iduser.add' WHERE seq = 3");
    assertBroken(2, changedOrOtherKey(3));
  }

  @Test
  void aRowThatWasRemovedIsFound() {
    change("DELETE FROM audit WHERE seq = 3");
    assertBroken(2, "row 3 is missing");
  }

  @Test
  void aRowThatWasRemovedAndTheRestMovedUpIsFound() {
    change("DELETE FROM audit WHERE seq = 3");
    change("UPDATE audit SET seq = 3 WHERE seq = 4");
    change("UPDATE audit SET seq = 4 WHERE seq = 5");
    change("UPDATE audit_head SET seq = 4");
    assertBroken(2, changedOrOtherKey(3));
  }

  @Test
  void aRowThatWasPutBetweenIsFound() {
    change("UPDATE audit SET seq = 6 WHERE seq = 5");
    change("UPDATE audit SET seq = 5 WHERE seq = 4");
    change(
        """
        INSERT INTO audit (seq, at, app, actor, action, object, detail, signature)
        SELECT 4, at, app, actor, action, 'intruder', detail, signature FROM audit WHERE seq = 3
        """);
    change("UPDATE audit_head SET seq = 6");
    assertBroken(3, changedOrOtherKey(4));
  }

  @Test
  void aRowThatWasAddedAtTheEndIsFound() {
    change(
        """
        INSERT INTO audit (seq, at, app, actor, action, object, detail, signature)
        SELECT 6, at, app, actor, action, 'intruder', detail, signature FROM audit WHERE seq = 5
        """);
    change("UPDATE audit_head SET seq = 6");
    assertBroken(5, changedOrOtherKey(6));
  }

  @Test
  void rowsThatChangedPlacesAreFound() {
    change("UPDATE audit SET seq = 99 WHERE seq = 2");
    change("UPDATE audit SET seq = 2 WHERE seq = 3");
    change("UPDATE audit SET seq = 3 WHERE seq = 99");
    assertBroken(1, changedOrOtherKey(2));
  }

  @Test
  void rowsThatWereCutOffAtTheEndAreFound() {
    change("DELETE FROM audit WHERE seq > 3");
    assertBroken(3, "rows after 3 are missing");
  }

  @Test
  void theFirstRowsCannotBeCutOffEither() {
    change("DELETE FROM audit WHERE seq < 3");
    assertBroken(0, "row 1 is missing");
  }

  @Test
  void aTrailMadeWithAnotherKeyIsFound() {
    var other = Keyring.open(Optional.empty(), directory.resolve("other"), true);
    assertThat(with(other).verify().fault().map(Phrase::english)).contains(changedOrOtherKey(1));
  }

  /** As after a start with a file that is not the right one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rowsThatAnotherKeyOfThatNameSignedAreNotCalledChanged(int rows) {
    var other = with(Keyring.open(Optional.empty(), directory.resolve("other"), true));
    for (var i = 1; i <= rows; i++) {
      other.record(AuditEntry.inAll().did("user.add", "other-" + i));
    }
    audit.record(AuditEntry.inAll().did("user.add", "person-6"));
    assertBroken(5, changedOrOtherKey(6));
  }

  /** Whoever put the right file back after a while must be able to start. */
  @Test
  void aKeyIsKnownByAnyOfItsNewestRowsAndAnotherByNone() {
    var other = Keyring.open(Optional.empty(), directory.resolve("other"), true);
    assertThat(isSignedByAnother(keyring)).isFalse();
    assertThat(isSignedByAnother(other)).isTrue();

    for (var i = 1; i <= 49; i++) {
      with(other).record(AuditEntry.inAll().did("user.add", "other-" + i));
    }
    assertThat(isSignedByAnother(keyring)).isFalse();

    var rotated = keyring.rotated();
    assertThat(isSignedByAnother(rotated)).as("signed nothing so far").isFalse();
    with(rotated).record(AuditEntry.inAll().did("keys.rotate", ""));
    assertThat(isSignedByAnother(rotated)).isFalse();
    assertThat(isSignedByAnother(other)).as("whatever signs now").isFalse();

    with(other).record(AuditEntry.inAll().did("user.add", "other-50"));
    assertThat(isSignedByAnother(keyring)).isTrue();
  }

  private boolean isSignedByAnother(Keyring keys) {
    var vault = new Vault(keys);
    return database.read(handle -> Audit.isSignedByAnother(handle, vault, vault.active()));
  }

  @Test
  void rowsSignedBeforeAKeyRotationStaySoundAndNewOnesCarryTheNewKey() {
    var after = with(keyring.rotated());
    after.record(AuditEntry.inAll().did("keys.rotate", "").saying("0 rows"));

    assertThat(after.verify()).isEqualTo(new Audit.Verification(6, Optional.empty()));
    var signatures =
        database.read(handle ->
            handle
                .createQuery("SELECT signature FROM audit ORDER BY seq")
                .mapTo(String.class)
                .list());
    assertThat(signatures.subList(0, 5)).allMatch(one -> one.startsWith("k1."));
    assertThat(signatures.getLast()).startsWith("k2.");
    assertThat(audit.verify().fault().map(Phrase::english))
        .as("without the new key")
        .contains("row 6 is signed with the key 'k2', which is not in the key file");
  }

  @Test
  void aTrailLongerThanOnePageIsReadToItsEnd() {
    database.write(handle -> {
      IntStream.range(0, 2_100)
          .forEach(i ->
              audit.record(
                  handle,
                  AuditEntry.in(TestPortal.NEWS)
                      .by(new PersonId("ana-id"))
                      .did("user.add", "p" + i)));
      return 0;
    });
    assertThat(audit.verify()).isEqualTo(new Audit.Verification(2_105, Optional.empty()));
    change("UPDATE audit SET detail = 'x' WHERE seq = 2104");
    assertBroken(2_103, changedOrOtherKey(2104));
  }

  @Test
  void aTrailIsCheckedInParts() {
    assertThat(audit.verify(0, 3)).isEqualTo(new Audit.Part(3, Optional.empty(), false));
    assertThat(audit.verify(3, 3)).isEqualTo(new Audit.Part(5, Optional.empty(), true));
    assertThat(audit.verify(5, 3)).isEqualTo(new Audit.Part(5, Optional.empty(), true));
    assertThat(said(audit.verify(6, 3))).isEqualTo("row 6 is missing");

    change("UPDATE audit SET detail = 'admin' WHERE seq = 3");
    assertThat(said(audit.verify(2, 1))).isEqualTo(changedOrOtherKey(3));
    assertThat(audit.verify(2, 1).sound()).isEqualTo(2);
    change("UPDATE audit SET signature = 'k1.AAAA' WHERE seq = 3");
    assertThat(said(audit.verify(3, 1))).as("changed between two parts").contains("row 4");
    change("DELETE FROM audit WHERE seq = 3");
    assertThat(said(audit.verify(3, 1))).isEqualTo("row 3 is missing");
    change("DELETE FROM audit WHERE seq > 1");
    assertThat(said(audit.verify(1, 1))).isEqualTo("rows after 1 are missing");
  }

  private static String said(Audit.Part part) {
    return part.fault().map(Phrase::english).orElse("");
  }

  @Test
  void writersAtOnceMakeOneChain() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 100; i++) {
        var object = "person-" + i;
        threads.execute(() ->
            audit.record(
                AuditEntry.in(TestPortal.NEWS).by(new PersonId("ana-id")).did("user.add", object)));
      }
    }
    assertThat(audit.verify()).isEqualTo(new Audit.Verification(105, Optional.empty()));
  }

  @Test
  void aTrailThatGrowsWhileItIsReadIsNotCalledBroken() throws Exception {
    var done = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() -> {
        while (!done.get()) {
          audit.record(
              AuditEntry.in(TestPortal.NEWS).by(new PersonId("ana-id")).did("user.add", "x"));
        }
      });
      for (var i = 0; i < 30; i++) {
        assertThat(audit.verify().fault()).isEmpty();
      }
      done.set(true);
    }
  }

  @Test
  void whatIsRolledBackLeavesNoRow() {
    try {
      database.write(handle -> {
        audit.record(
            handle,
            AuditEntry.in(TestPortal.NEWS).by(new PersonId("ana-id")).did("user.add", "never"));
        throw new IllegalStateException("changed my mind");
      });
    } catch (IllegalStateException _) {
      // As it was meant.
    }
    assertThat(audit.verify()).isEqualTo(new Audit.Verification(5, Optional.empty()));
  }
}
