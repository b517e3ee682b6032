package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest extends DatabaseContract {
  @TempDir Path directory;

  @Override
  Database open() {
    return Databases.open(Optional.empty(), directory);
  }

  /** 3.51.3 mends the WAL-reset bug that could corrupt a database (sqlite.org/wal.html). */
  @Test
  void theEngineIsNewEnough() {
    var version = database.engine().replace("SQLite ", "");
    int[] parts = Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
    assertThat(Arrays.compare(parts, new int[] {3, 51, 3})).as(version).isNotNegative();
  }

  @Test
  void whatIsAskedAgainIsOnlyReadAfterACommit() {
    var reads = new AtomicInteger();
    var answer = new CachedRead<>(database, _ -> reads.incrementAndGet());

    assertThat(answer.get()).isEqualTo(1);
    assertThat(answer.get()).isEqualTo(1);
    database.write(handle -> handle.execute("INSERT INTO note VALUES (1, 'one', 0)"));
    assertThat(answer.get()).isEqualTo(2);
    assertThat(answer.get()).isEqualTo(2);
  }

  @Test
  void nobodyElseReadsWhatIsInTheDirectory(@TempDir Path open) throws Exception {
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createFile(open.resolve("belfry.db"));
    Files.setPosixFilePermissions(
        open.resolve("belfry.db"), PosixFilePermissions.fromString("rw-r--r--"));

    try (var other = Databases.open(Optional.empty(), open)) {
      var _ = other.engine();
      assertThat(permissions(open)).isEqualTo("rwx------");
      try (var files = Files.list(open)) {
        assertThat(files.filter(Files::isRegularFile))
            .hasSizeGreaterThan(2)
            .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
      }
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aDirectoryOfSomebodyElseIsNotUsed(@TempDir Path theirs) throws Exception {
    assumeThat(System.getProperty("user.name")).as("only root gives away").isEqualTo("root");
    Files.setAttribute(theirs, "unix:uid", 65_534);

    assertThatThrownBy(() -> Databases.open(Optional.empty(), theirs))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("belongs to")
        .hasMessageContaining("chown");
    Files.setAttribute(theirs, "unix:uid", 0);
  }

  @Test
  void everyCommitIsFlushedToTheDisk() {
    List<String> settings =
        database.write(handle ->
            List.of(
                handle.createQuery("PRAGMA journal_mode").mapTo(String.class).one(),
                handle.createQuery("PRAGMA synchronous").mapTo(String.class).one()));
    assertThat(settings).containsExactly("wal", "2");
  }

  @Test
  void aReaderCannotWrite() {
    assertThatThrownBy(() -> database.read(handle -> insert(handle, 1, "by a reader")))
        .isInstanceOf(StorageException.class);
  }

  @Test
  void aSecondBelfryIsKeptOutOfTheDirectory() {
    assertThat(database.exclusive()).isTrue();
    assertThatThrownBy(this::open)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("another Belfry (process " + ProcessHandle.current().pid() + ")");
  }

  @Test
  void whatIsCommittedIsThereAfterReopening() {
    write(1, "kept");
    database.close();
    database = open();
    assertThat(words()).containsExactly("kept");
  }

  @Test
  void leftoversOfAKilledDriverAreSweptAway() throws Exception {
    database.close();
    Files.writeString(directory.resolve("tmp/sqlite-left-behind.so"), "x");
    database = open();
    assertThat(directory.resolve("tmp/sqlite-left-behind.so")).doesNotExist();
  }

  @Test
  void worksThatWaitTogetherAreCommittedTogether() throws Exception {
    var seenBetween = new ArrayList<List<String>>();
    behindAHeldWriter(
        () -> write(1, "one"),
        () ->
            database.write(handle -> {
              insert(handle, 2, "two");
              return seenBetween.add(words());
            }));
    assertThat(seenBetween).containsExactly(List.of());
    assertThat(words()).containsExactly("one", "two");
  }

  @Test
  void aWorkThatBringsDownTheWholeTransactionTakesNobodyWithIt() throws Exception {
    var results =
        behindAHeldWriter(
            () -> write(1, "before"),
            () ->
                database.write(handle -> {
                  insert(handle, 2, "never");
                  return handle.execute("ROLLBACK");
                }),
            () -> write(3, "after"));

    assertThatThrownBy(() -> results.get(1).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StorageException.class);
    assertThat(words()).containsExactly("before", "after");
  }

  @Test
  void aFullDatabaseRefusesTheWorkThatNeedsRoomAndGoesOnWithTheOthers() throws Exception {
    database.write(handle -> {
      var pages = handle.createQuery("PRAGMA page_count").mapTo(Integer.class).one();
      return handle.createQuery("PRAGMA max_page_count = " + (pages + 4)).mapTo(String.class).one();
    });

    var results =
        behindAHeldWriter(
            () -> write(1, "small"),
            () -> write(2, "large ".repeat(20_000)),
            () -> write(3, "small again"));

    assertThatThrownBy(() -> results.get(1).get())
        .hasCauseInstanceOf(StorageException.class)
        .hasMessageContaining("full");
    assertThat(words()).containsExactly("small", "small again");
  }

  /** On a full disk what is small still finds a place in the write-ahead log now and then. */
  @Test
  void aFullDiskIsFullUntilThereIsRoom() throws Exception {
    assumeThat(System.getProperty("user.name")).as("only root mounts a disk").isEqualTo("root");
    var disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString())).isZero();
    try (var full = Databases.open(Optional.empty(), disk)) {
      full.write(handle -> handle.execute("CREATE TABLE word (said TEXT)"));
      var ballast = disk.resolve("ballast");
      var large = "large ".repeat(200_000);
      Files.write(ballast, new byte[(int) disk.toFile().getUsableSpace() - 600_000]);

      assertThatThrownBy(() -> full.write(SqliteDatabaseTest::refused))
          .hasMessageContaining("READONLY");
      say(full, "small");
      assertThat(full.trouble()).as("another trouble needs no room to be over").isEmpty();

      assertThatThrownBy(() -> say(full, large)).hasMessageContaining("FULL");
      say(full, "small");
      assertThat(full.trouble()).hasValueSatisfying(why -> assertThat(why).contains("FULL"));

      Files.delete(ballast);
      say(full, large);
      assertThat(full.trouble()).isEmpty();
    } finally {
      assertThat(run("umount", "--lazy", disk.toString())).isZero();
    }
  }

  private static void say(Database database, String word) {
    database.write(handle -> handle.execute("INSERT INTO word VALUES (?)", word));
  }

  private static int refused(Handle handle) {
    handle.execute("PRAGMA query_only = 1");
    try {
      return handle.execute("INSERT INTO word VALUES ('refused')");
    } finally {
      handle.execute("PRAGMA query_only = 0");
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).start().waitFor();
  }

  @Test
  void aClosedDatabaseSaysSo() {
    database.close();
    assertThatThrownBy(() -> write(1, "late"))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("closed");
  }

  /** Runs {@code works} in this order with the writer held until all of them wait in its queue. */
  private List<Future<?>> behindAHeldWriter(Runnable... works) throws Exception {
    var holds = new CountDownLatch(1);
    var letGo = new CountDownLatch(1);
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      threads.execute(() ->
          database.write(_ -> {
            holds.countDown();
            return awaited(letGo);
          }));
      holds.await();
      var results = new ArrayList<Future<?>>();
      for (var work : works) {
        var thread = new Thread[1];
        var started = new CountDownLatch(1);
        results.add(
            threads.submit(() -> {
              thread[0] = Thread.currentThread();
              started.countDown();
              work.run();
            }));
        started.await();
        while (thread[0].getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
      }
      letGo.countDown();
      return results;
    }
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
