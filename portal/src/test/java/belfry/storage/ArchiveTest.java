package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes into a backup comes out of it, from each database into each. */
@Tag("whole")
class ArchiveTest {
  private static final Archive.Header HEADER =
      new Archive.Header(0, "", "1.0", "", 1_764_000_000_000L, Map.of("k1", "print"));

  /** Text that is easily broken, and each kind of value. */
  private static final List<List<Object>> ROWS =
      List.of(
          List.of(1L, "news", "it's \"quoted\"\n\t\\ \u2028 ½ 😀 [", 200L, -1L),
          List.of(Long.MAX_VALUE, "", "{\"rows\":1}", 0L, Long.MIN_VALUE));

  @TempDir Path directory;

  /** Where a database is. */
  private record Where(Optional<Secret> url, Path data) {
    private Database open() {
      return Databases.open(url, data);
    }

    private Snapshot snapshot() {
      return Snapshot.of(url, data);
    }

    private RestoreTarget empty() {
      return RestoreTarget.of(url, data);
    }
  }

  private Where where(String engine, String name) {
    var data = directory.resolve(name);
    return engine.equals("sqlite")
        ? new Where(Optional.empty(), data)
        : new Where(Optional.of(TestPostgres.emptyDatabase()), data);
  }

  private static void fill(Where where) {
    try (var database = where.open()) {
      database.write(handle -> {
        for (var row : ROWS) {
          handle.execute(
              "INSERT INTO attachment (id, app, person, name, type, size, used) VALUES (?, ?, '', ?, 'x', ?, ?)",
              row.toArray());
        }
        handle.execute(
            "INSERT INTO attachment_piece (attachment, number, bytes) VALUES (1, 0, ?)",
            new byte[] {0, -1, 10, 13, 34});
        handle.execute("UPDATE audit_head SET seq = 7, signature = 'k1.x'");
        return handle.execute(
            """
            INSERT INTO session (token_hash, person, display_name, created, expires, last_seen)
            VALUES ('t', 'p', 'Ana', 1, 2, 3)
            """);
      });
    }
  }

  private static List<List<Object>> rows(Database database) {
    return database.read(handle ->
        handle
            .createQuery("SELECT id, app, name, size, used FROM attachment ORDER BY id")
            .map((row, _) ->
                List.<Object>of(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5)))
            .list());
  }

  private Path backup(Where where) {
    var file = directory.resolve("backup.belfry");
    try (var snapshot = where.snapshot()) {
      ArchiveWriter.write(snapshot, HEADER, file);
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({"sqlite,sqlite", "sqlite,postgres", "postgres,sqlite", "postgres,postgres"})
  void everyValueComesBack(String from, String to) {
    var source = where(from, "source");
    fill(source);
    var file = backup(source);
    var target = where(to, "target");

    try (var empty = target.empty()) {
      var done =
          restored(
              empty, file, handle -> handle.execute("UPDATE session SET display_name = 'Bea'"));
      assertThat(done).isOne();
    }

    try (var database = target.open()) {
      assertThat(rows(database)).isEqualTo(ROWS);
      var bytes =
          database.read(handle ->
              handle
                  .createQuery("SELECT bytes FROM attachment_piece")
                  .map((row, _) -> row.getBytes(1))
                  .one());
      assertThat(bytes).containsExactly(0, -1, 10, 13, 34);
      assertThat(text(database, "SELECT signature FROM audit_head")).isEqualTo("k1.x");
      assertThat(text(database, "SELECT display_name FROM session")).isEqualTo("Bea");
      assertThat(text(database, "SELECT COALESCE(CAST(confirmed AS TEXT), 'null') FROM session"))
          .isEqualTo("null");
    }
    var header = RestoreTarget.checked(file);
    assertThat(header.keys()).isEqualTo(Map.of("k1", "print"));
    assertThat(header.madeAt().toEpochMilli()).isEqualTo(HEADER.made());
  }

  private static int restored(RestoreTarget empty, Path archive, Work<Integer> afterwards) {
    return empty.restore(RestoreTarget.checked(archive), archive, afterwards);
  }

  private static String text(Database database, String sql) {
    return database.read(handle -> handle.createQuery(sql).mapTo(String.class).one());
  }

  /** The writer goes on in another connection, and in this one nothing of it is seen. */
  @ParameterizedTest
  @CsvSource({"sqlite", "postgres"})
  void aBackupIsOfOneMomentWhateverIsWrittenMeanwhile(String engine) {
    var source = where(engine, "source");
    fill(source);
    try (var database = source.open();
        var snapshot = source.snapshot()) {
      database.write(handle -> handle.execute("DELETE FROM attachment"));
      database.write(handle -> handle.execute("DELETE FROM session"));

      var found = new ArrayList<String>();
      snapshot.values("session", "display_name", found::add);

      assertThat(found).containsExactly("Ana");
      assertThat(rows(database)).isEmpty();
      assertThat(ArchiveWriter.write(snapshot, HEADER, directory.resolve("b"))).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @CsvSource({"sqlite", "postgres"})
  void whatIsDamagedIsRefusedAndLeavesNothing(String engine) throws IOException {
    var source = where("sqlite", "source");
    fill(source);
    var whole = Files.readAllBytes(backup(source));
    var target = where(engine, "target");

    var cut = directory.resolve("cut");
    Files.write(cut, Arrays.copyOf(whole, whole.length - 30));
    var other = directory.resolve("other");
    Files.writeString(other, "something else");
    for (var file : List.of(cut, other)) {
      try (var empty = target.empty()) {
        assertThatThrownBy(() -> restored(empty, file, _ -> 1))
            .isInstanceOf(StorageException.class)
            .hasMessageStartingWith("This backup is damaged or no backup");
      }
    }
    var changed = whole.clone();
    changed[whole.length / 2] ^= 1;
    Files.write(cut, changed);
    try (var empty = target.empty()) {
      assertThatThrownBy(() -> restored(empty, cut, _ -> 1)).isInstanceOf(StorageException.class);
    }
    try (var empty = target.empty()) {
      var good = directory.resolve("good");
      Files.write(good, whole);
      assertThat(restored(empty, good, _ -> 1)).isOne();
    }
  }

  /** Also what fails late leaves the place as it was. */
  @ParameterizedTest
  @CsvSource({"sqlite", "postgres"})
  void whereTheLastStepFailsNothingIsThere(String engine) {
    var source = where("sqlite", "source");
    fill(source);
    var file = backup(source);
    var target = where(engine, "target");

    try (var empty = target.empty()) {
      assertThatThrownBy(() ->
              restored(
                  empty,
                  file,
                  _ -> {
                    throw new StorageException("no");
                  }))
          .hasMessage("no");
    }

    try (var empty = target.empty()) {
      assertThat(restored(empty, file, _ -> 1)).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource({"sqlite", "postgres"})
  void whereThereIsADatabaseNothingIsRestored(String engine) {
    var source = where(engine, "source");
    fill(source);

    assertThatThrownBy(source::empty)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("A backup is restored only where there");
    try (var database = source.open()) {
      assertThat(rows(database)).isEqualTo(ROWS);
    }
  }

  @Test
  void aBackupOfANewerVersionIsRefused() {
    var source = where("sqlite", "source");
    try (var database = source.open()) {
      database.write(handle ->
          handle.execute("UPDATE flyway_schema_history SET version = '9999' WHERE version = '1'"));
    }
    var file = backup(source);

    try (var empty = where("sqlite", "target").empty()) {
      assertThatThrownBy(() -> restored(empty, file, _ -> 1))
          .hasMessageStartingWith("This backup is of a newer version (1.0, schema 9999)");
    }
  }

  @ParameterizedTest
  @CsvSource({"sqlite", "postgres"})
  void aBackupOfAnOlderVersionIsMigrated(String engine) throws IOException {
    var data = Files.createDirectories(directory.resolve("old"));
    var file = data.resolve(SqliteDatabase.FILE);
    Migrations.ofSqlite(SqliteDatabase.source(file)).applyUpTo("37");
    var old = new Where(Optional.empty(), data);
    var archive = backup(old);
    assertThat(RestoreTarget.checked(archive).schema()).isEqualTo("37");

    var target = where(engine, "target");
    try (var empty = target.empty()) {
      assertThat(
              restored(
                  empty, archive, handle -> handle.execute("INSERT INTO lost_time VALUES (1, 2)")))
          .isOne();
    }

    try (var database = target.open()) {
      assertThat(text(database, "SELECT CAST(COUNT(*) AS TEXT) FROM lost_time")).isEqualTo("1");
    }
  }

  /** A kill before the last step: what is there must not begin to send. */
  @Test
  void aDatabaseThatIsNotRestoredCompletelyIsNotOpened() {
    var target = where("postgres", "target");
    target.open().close();
    try (var snapshot = target.snapshot()) {
      assertThat(snapshot.tables()).isNotEmpty();
    }
    var url = target.url().orElseThrow();
    execute(url, "CREATE TABLE unfinished_restore (one INTEGER)");

    assertThatThrownBy(target::open)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("restore again");
    assertThatThrownBy(target::empty).hasMessageContaining("restore again");
  }

  @Test
  void aDirectoryWithoutRoomIsRefused() {
    try (var empty = where("sqlite", "target").empty()) {
      empty.requireRoom(1);
      assertThatThrownBy(() -> empty.requireRoom(Long.MAX_VALUE))
          .hasMessageContaining("are needed there, and");
    }
  }

  private static void execute(Secret url, String sql) {
    try (var connection = java.sql.DriverManager.getConnection(url.reveal());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatIsThereIsNotOverwrittenAndNobodyElseCanReadABackup() throws IOException {
    var source = where("sqlite", "source");
    fill(source);
    var file = backup(source);

    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    assertThatThrownBy(() -> backup(source)).hasMessageContaining("exists already");
    assertThat(directory.resolve("backup.belfry.part")).doesNotExist();
  }

  /** Where the kernel lets nobody make files, not even root. */
  @Test
  void whoMayNotWriteThereIsNamed() {
    var source = where("sqlite", "source");
    fill(source);

    try (var snapshot = source.snapshot()) {
      assertThatThrownBy(() -> ArchiveWriter.write(snapshot, HEADER, Path.of("/sys/backup.belfry")))
          .hasMessageContaining("user " + System.getProperty("user.name") + " may not write there");
    }
  }
}
