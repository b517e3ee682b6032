package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.TypedId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every feature may rely on, whichever engine keeps its rows. */
abstract class DatabaseContract {
  Database database;

  abstract Database open();

  @BeforeEach
  void openWithOneTable() {
    database = open();
    database.write(handle ->
        handle.execute("CREATE TABLE note (id BIGINT PRIMARY KEY, words TEXT, at BIGINT)"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aReadSeesWhatWasWritten() {
    write(1, "one");

    assertThat(words()).containsExactly("one");
  }

  @Test
  void eachCommitIsHeardOf() {
    var heard = new ArrayList<Integer>();
    database.onCommit((together, taken) -> {
      assertThat(taken).isPositive();
      heard.add(together);
    });

    write(1, "one");
    assertThatThrownBy(() ->
            database.write(_ -> {
              throw new IllegalStateException("rolled back");
            }))
        .isInstanceOf(IllegalStateException.class);
    write(2, "two");

    assertThat(heard).contains(1).hasSizeBetween(2, 3);
  }

  /** The log shows it, and keeps it when a person is erased. */
  @Test
  void aRefusedStatementSaysNothingOfItsValues() {
    var maija = "maija@northwind.example";
    database.write(
        handle -> handle.execute("CREATE TABLE someone (email TEXT UNIQUE, at BIGINT NOT NULL)"));
    var sql = "INSERT INTO someone (email, at) VALUES (?, ?)";
    database.write(handle -> handle.execute(sql, maija, 1));
    for (Work<Object> refused :
        List.<Work<Object>>of(
            handle -> handle.execute(sql, maija, 2),
            handle -> handle.prepareBatch(sql).add("ben", 1).add(maija, 2).execute(),
            handle -> handle.execute(sql, "other than " + maija, null))) {
      assertThatThrownBy(() -> database.write(refused))
          .isInstanceOf(StorageException.class)
          .satisfies(
              e -> assertThat(trace(e)).contains("INSERT INTO someone").doesNotContain(maija));
    }
  }

  private static String trace(Throwable thrown) {
    var trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  @Test
  void anAnswerThatIsKeptIsNeverOlderThanOnesOwnCommit() throws Exception {
    var words = new CachedRead<>(database, DatabaseContract::words);
    assertThat(words.get()).isEmpty();
    var tasks = new ArrayList<Callable<Boolean>>();
    for (var number = 0; number < 100; number++) {
      var id = number;
      tasks.add(() -> {
        write(id, "note " + id);
        return words.get().contains("note " + id);
      });
    }

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var seen : threads.invokeAll(tasks)) {
        assertThat(seen.get()).isTrue();
      }
    }
  }

  @Test
  void aResultLeftHalfReadKeepsNobodyInThePast() {
    write(1, "one");
    write(2, "two");
    for (var reader = 0; reader < 8; reader++) {
      var first =
          database.read(handle ->
              handle.createQuery("SELECT words FROM note").mapTo(String.class).stream()
                  .findFirst());
      assertThat(first).isPresent();
    }

    write(3, "three");

    for (var reader = 0; reader < 8; reader++) {
      assertThat(words()).hasSize(3);
    }
  }

  @Test
  void aWorkThatThrowsLeavesNothingBehindAndItsExceptionComesOutUnchanged() {
    var thrown = new IllegalStateException("changed my mind");

    assertThatThrownBy(() ->
            database.write(handle -> {
              insert(handle, 1, "never");
              throw thrown;
            }))
        .isSameAs(thrown);

    assertThat(words()).isEmpty();
  }

  @Test
  void aRefusedStatementIsAStorageException() {
    write(1, "one");

    assertThatThrownBy(() -> write(1, "again"))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("refused");

    assertThat(words()).containsExactly("one");
  }

  @Test
  void anInstantComesBackToTheMillisecondAndNothingStaysNothing() {
    var at = Instant.parse("2026-11-21T02:19:53.034Z");
    database.write(handle -> {
      handle.execute("INSERT INTO note (id, at) VALUES (1, ?)", at);
      return handle.execute("INSERT INTO note (id) VALUES (2)");
    });

    List<Instant> read =
        database.read(handle ->
            handle.createQuery("SELECT at FROM note ORDER BY id").mapTo(Instant.class).list());

    assertThat(read).containsExactly(at, null);
  }

  private record Colour(String value) implements TypedId {}

  @Test
  void aTypedIdIsWrittenAsItsLetters() {
    database.write(handle -> {
      handle.execute("INSERT INTO note (id, words) VALUES (1, ?)", new Colour("blue"));
      return handle
          .createUpdate("INSERT INTO note (id, words) VALUES (2, :colour)")
          .bind("colour", new Colour("it's red"))
          .execute();
    });

    assertThat(words()).containsExactlyInAnyOrder("blue", "it's red");
  }

  @Test
  void amongManyWritersTheFailingOnesFailAloneAndTheOthersAllArrive() throws Exception {
    var tasks = new ArrayList<Callable<Boolean>>();
    for (var i = 0; i < 200; i++) {
      var id = i;
      tasks.add(() -> {
        try {
          return database.write(handle -> {
            insert(handle, id, "note " + id);
            if (id % 3 == 0) {
              throw new IllegalArgumentException("every third one fails");
            }
            return true;
          });
        } catch (IllegalArgumentException _) {
          return false;
        }
      });
    }

    var written = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var result : threads.invokeAll(tasks)) {
        written += result.get() ? 1 : 0;
      }
    }

    assertThat(written).isEqualTo(133);
    assertThat(words()).hasSize(133).doesNotContain("note 3").contains("note 4");
  }

  @Test
  void upsertsReturnTheirRow() {
    var sql =
        """
        INSERT INTO note (id, words) VALUES (7, ?)
        ON CONFLICT (id) DO UPDATE SET words = excluded.words
        RETURNING words
        """;
    for (var words : List.of("first", "second")) {
      var returned =
          database.<String>write(
              handle -> handle.createQuery(sql).bind(0, words).mapTo(String.class).one());
      assertThat(returned).isEqualTo(words);
    }
  }

  int write(long id, String words) {
    return database.write(handle -> insert(handle, id, words));
  }

  static int insert(Handle handle, long id, String words) {
    return handle.execute("INSERT INTO note (id, words) VALUES (?, ?)", id, words);
  }

  List<String> words() {
    return database.read(DatabaseContract::words);
  }

  private static List<String> words(Handle handle) {
    return handle.createQuery("SELECT words FROM note ORDER BY id").mapTo(String.class).list();
  }
}
