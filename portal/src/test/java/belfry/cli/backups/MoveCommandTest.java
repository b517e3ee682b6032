package belfry.cli.backups;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.cli.Program;
import belfry.cli.ProgramTest;
import belfry.cli.settings.Settings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.storage.TestPostgres;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code move} finds again in the other database, and what becomes of the one before. */
@Tag("whole")
class MoveCommandTest extends ProgramTest {
  private static final int PEOPLE = 40;

  private final Settings onSqlite = TestPortal.on(Optional.empty(), TestPortal.settings(simulator));

  private static Settings on(Secret database, Settings settings) {
    return TestPortal.on(Optional.of(database), settings);
  }

  private static void serving(Settings settings, Consumer<TestPortal> work) {
    var portal = TestPortal.beside(simulator, settings);
    try {
      work.accept(portal);
    } finally {
      portal.portal().close();
    }
  }

  private static Map<String, String> environment(Settings settings) {
    var environment = new HashMap<String, String>();
    environment.put("BELFRY_DATA", settings.data().toString());
    environment.put("BELFRY_TRIAL_SPEED", "20");
    settings.keyFile().ifPresent(file -> environment.put("BELFRY_KEY_FILE", file.toString()));
    settings.databaseUrl().ifPresent(url -> environment.put("DATABASE_URL", url.reveal()));
    return environment;
  }

  private Ended move(Settings settings, String... options) {
    configure();
    var arguments = new String[options.length + 1];
    arguments[0] = "move";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return here(environment(settings), arguments);
  }

  private Ended moved(Settings settings, String... options) {
    var ended = move(settings, options);
    assertThat(ended.code()).as(ended.toString()).isZero();
    assertThat(ended.err()).isEmpty();
    return ended;
  }

  private String file(Secret address) {
    try {
      return Files.writeString(directory.resolve("database.url"), address.reveal() + "\n")
          .toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String sent(Client ana, String words) {
    var emails =
        IntStream.range(0, PEOPLE)
            .mapToObj(index -> simulator.directory().person(index).email())
            .toList();
    var audience = List.of(Map.of("kind", "list", "name", "Some", "emails", emails));
    var draft = ana.post("jobs/edit", Map.of("markdown", words, "audience", audience));
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private static JsonNode finished(Client ana, String job) {
    var done =
        ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    assertThat(done.at("/run/counts/sent").asInt()).as(done.toString()).isEqualTo(PEOPLE);
    return done;
  }

  private static Ledger.Totals arrived(String words) {
    return simulator.ledger().totals(Ledger.Query.containing(words));
  }

  private static void permit(int messages) {
    simulator
        .limits()
        .set(
            LimitRule.of(
                Resource.MESSAGES_SEND, Limit.fixedWindow(messages, Duration.ofSeconds(2))));
  }

  /** Everything that is stored, but how far a move is. */
  private static Map<String, List<String>> stored(String address) {
    return Jdbi.create(address)
        .withHandle(handle -> {
          var all = new TreeMap<String, List<String>>();
          handle
              .createQuery(
                  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'moved'")
              .mapTo(String.class)
              .forEach(table ->
                  all.put(
                      table,
                      handle
                          .createQuery("SELECT * FROM " + table)
                          .map((row, _) -> {
                            var values = new ArrayList<String>();
                            for (var i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                              var bytes = row.getBytes(i);
                              values.add(bytes == null ? "" : HexFormat.of().formatHex(bytes));
                            }
                            return values.toString();
                          })
                          .list()));
          return all;
        });
  }

  private static String address(Settings settings) {
    return "jdbc:sqlite:" + settings.data().resolve("belfry.db");
  }

  /**
   * Session, roles and what is half sent go to PostgreSQL and back, and each person has it once.
   */
  @Test
  void whatIsHalfSentGoesOnThereAndBackHereWithoutLossOrDoubling() throws Exception {
    var postgres = TestPostgres.emptyDatabase();
    var ana = new Client[1];
    var jobs = new String[2];
    serving(
        onSqlite,
        portal -> {
          ana[0] = portal.signedIn("news", TestPortal.ADMIN);
          jobs[0] = sent(ana[0], "Before all moves");
          finished(ana[0], jobs[0]);
          permit(8);
          jobs[1] = sent(ana[0], "Across both moves");
          Await.until(() -> arrived("Across both moves").messages() >= 8);
        });
    var before = stored(address(onSqlite));
    var there = moved(onSqlite, "--to-file", file(postgres));

    assertThat(there.out())
        .containsPattern("Moved: [0-9,]+ rows, each the same in both")
        .containsPattern("recipient +80  [0-9a-f]{12}\n")
        .contains("DATABASE_URL_FILE=" + directory.resolve("database.url"), "BELFRY_KEY_FILE=")
        .doesNotContain("password", "user=");
    stored(address(onSqlite))
        .forEach((table, rows) -> assertThat(rows).as(table).isEqualTo(before.get(table)));
    serving(
        on(postgres, onSqlite),
        _ -> {
          finished(ana[0], jobs[0]);
          Await.until(() -> arrived("Across both moves").messages() >= 20);
        });
    var where = onSqlite.data();
    Files.move(where.resolve("belfry.db"), directory.resolve("old.db"));
    Files.write(where.resolve("belfry.db-wal"), new byte[0]);
    refused(
        move(on(postgres, onSqlite), "--to", where.toString()),
        "there is a database in",
        "belfry.db-wal");
    for (var log : List.of("belfry.db-wal", "belfry.db-shm")) {
      Files.deleteIfExists(where.resolve(log));
    }

    var back = moved(on(postgres, onSqlite), "--to", where.toString());

    assertThat(back.out()).contains("BELFRY_DATA=" + where, "DATABASE_URL_FILE: no longer");
    simulator.limits().set(List.of());
    serving(
        onSqlite,
        _ -> {
          finished(ana[0], jobs[1]);
          finished(ana[0], jobs[0]);
          assertThat(ana[0].get("admin/trail/verify").json().path("sound").asBoolean()).isTrue();
        });
    for (var words : List.of("Before all moves", "Across both moves")) {
      assertThat(arrived(words).messages()).as(words).isEqualTo(PEOPLE);
      assertThat(arrived(words).recipients()).as(words).isEqualTo(PEOPLE);
    }
    assertThat(rows(address(onSqlite), "lost_time")).as("nobody came into doubt").isZero();
  }

  private static long rows(String address, String table) {
    return Jdbi.create(address)
        .withHandle(
            handle -> handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Long.class).one());
  }

  private static void execute(Secret database, String... statements) {
    try (var connection = DriverManager.getConnection(database.reveal());
        var statement = connection.createStatement()) {
      for (var one : statements) {
        statement.execute(one);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void refused(Ended ended, String... words) {
    assertThat(ended.code()).as(ended.toString()).isEqualTo(2);
    assertThat(ended.err()).contains(words).doesNotContain("Exception", "\tat ");
  }

  private Ended opened(Settings settings) {
    configure();
    return here(environment(settings), "verify-audit");
  }

  // Broken off -----------------------------------------------------------------------------------

  /** Whoever writes the rows of a table that comes late waits for a lock. */
  private static final String[] TRAP = {
    "CREATE SCHEMA trap",
    """
    CREATE FUNCTION trap.wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END'
    """,
    """
    CREATE FUNCTION trap.lay() RETURNS event_trigger LANGUAGE plpgsql AS
    'BEGIN
       IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity = ''public.staff'') THEN
         CREATE TRIGGER trap BEFORE INSERT ON public.staff FOR EACH STATEMENT EXECUTE FUNCTION trap.wait();
       END IF;
     END'
    """,
    "CREATE EVENT TRIGGER trap ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION trap.lay()"
  };

  /** Killed when it has written many rows. */
  private void killedInTheMiddle(Secret postgres) throws Exception {
    try (var connection = DriverManager.getConnection(postgres.reveal());
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(7)");
      configure();
      var log = directory.resolve("log").toFile();
      var process =
          Program.of(directory, environment(onSqlite), "move", "--to-file", file(postgres))
              .redirectErrorStream(true)
              .redirectOutput(log)
              .start();
      Await.until(() -> waits(statement) || !process.isAlive());
      assertThat(process.isAlive()).as(Files.readString(log.toPath())).isTrue();
      process.destroyForcibly();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    }
  }

  private static boolean waits(Statement statement) {
    try (var found =
        statement.executeQuery(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted")) {
      return found.next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void use() {
    serving(
        onSqlite,
        portal -> {
          var ana = portal.signedIn("news", TestPortal.ADMIN);
          var sender = Map.of("email", "maija.salo@northwind.example");
          assertThat(ana.post("admin/users", sender).status()).isEqualTo(201);
        });
  }

  @Test
  void whatIsKilledInTheMiddleSendsNowhereUntilItIsRunAgainOrUndone() throws Exception {
    use();
    var postgres = TestPostgres.emptyDatabase();
    execute(postgres, TRAP);

    killedInTheMiddle(postgres);
    refused(opened(onSqlite), "This database is being moved to jdbc:postgresql://localhost:");
    refused(here(environment(onSqlite), "backup", "b"), "This database is being moved to");
    refused(opened(on(postgres, onSqlite)), "run the same './belfry move' again");
    assertThat(moved(onSqlite, "--undo").out()).contains("can be used again, as it was.");
    assertThat(opened(onSqlite).code()).isZero();

    killedInTheMiddle(postgres);
    moved(onSqlite, "--to-file", file(postgres));
    assertThat(opened(on(postgres, onSqlite)).out()).matches("All \\d+ rows are sound\\.\n");
    refused(move(onSqlite, "--to-file", file(postgres)), "This database was moved to jdbc:");
    refused(move(onSqlite, "--to", directory.resolve("other").toString()), "was moved to jdbc:");
    refused(opened(onSqlite), "This database was moved to jdbc:", "'./belfry move --undo'");
  }

  /** What was sent out of the other one since is looked up, as after a restore. */
  @Test
  void whoeverGoesBackToTheOneBeforeSendsToNobodyTwiceEither() throws Exception {
    var postgres = TestPostgres.emptyDatabase();
    var job = new String[1];
    permit(8);
    serving(
        onSqlite,
        portal -> {
          job[0] = sent(portal.signedIn("news", TestPortal.ADMIN), "Given up there");
          Await.until(() -> arrived("Given up there").messages() >= 8);
        });
    moved(onSqlite, "--to-file", file(postgres));
    simulator.limits().set(List.of());
    serving(
        on(postgres, onSqlite),
        portal -> finished(portal.signedIn("news", TestPortal.ADMIN), job[0]));

    refused(move(onSqlite, "--undo"), "move it back instead", "--without-target");
    refused(move(onSqlite, "--undo", "--to", "else"), "It was moved to jdbc:");
    var undone = moved(onSqlite, "--undo", "--to-file", file(postgres));

    assertThat(undone.out()).contains("as it was then", "(1 sessions ended)");
    refused(opened(on(postgres, onSqlite)), "This database was moved to SQLite in ");
    serving(onSqlite, portal -> finished(portal.signedIn("news", TestPortal.ADMIN), job[0]));
    assertThat(arrived("Given up there").messages()).isEqualTo(PEOPLE);
    assertThat(arrived("Given up there").recipients()).isEqualTo(PEOPLE);
  }

  // Refused --------------------------------------------------------------------------------------

  @Test
  void whileAPortalRunsNothingIsMoved() {
    var elsewhere = directory.resolve("elsewhere").toString();
    for (var settings : List.of(onSqlite, on(TestPostgres.freshDatabase(), onSqlite))) {
      serving(
          settings,
          _ ->
              refused(
                  move(settings, "--to", elsewhere),
                  settings.databaseUrl().isPresent()
                      ? "Belfry runs on this database. Stop every node first"
                      : "BELFRY_DATA: another Belfry"));
      assertThat(opened(settings).code()).as("it is used on").isZero();
    }
  }

  @Test
  void aTargetThatIsNotEmptyOrNotReachedIsRefusedAndTheSourceIsUsedOn() throws Exception {
    use();
    var used = TestPostgres.freshDatabase();
    var others = TestPostgres.emptyDatabase();
    execute(others, "CREATE TABLE unfinished_restore (origin TEXT)");
    var directory = Files.createDirectory(this.directory.resolve("used"));
    Files.createFile(directory.resolve("belfry.db"));
    var unknown = new Secret(used.reveal().replaceFirst("user=\\w+", "user=nobody"));

    refused(
        move(onSqlite, "--to-file", file(used)),
        "--to: there are tables in this database already",
        "name another database");
    refused(move(onSqlite, "--to-file", file(others)), "or drop the schema, create it again");
    refused(move(onSqlite, "--to", directory.toString()), "--to: there is a database in ");
    refused(move(onSqlite, "--to", onSqlite.data().toString()), "that is used now");
    refused(move(onSqlite, "--to", "jdbc:postgresql://localhost:1/x"), "refused");
    refused(move(onSqlite, "--to-file", file(unknown)), "with user and password, into a file");
    assertThat(opened(onSqlite).code()).isZero();
  }

  @Test
  void whatIsNotSaidRightIsRefusedWithWhatToSay() throws Exception {
    use();
    refused(move(onSqlite), "--to or --to-file");
    refused(move(onSqlite, "--to", "x", "--to-file", "y"), "either --to or --to-file");
    refused(move(onSqlite, "--to", "mysql://x"), "must begin with jdbc:postgresql:");
    refused(move(onSqlite, "--to-file", file(new Secret("x"))), "must begin with jdbc:postgresql:");
    refused(move(onSqlite, "--to-file", "nowhere"), "--to-file: cannot read nowhere");
    var open = move(onSqlite, "--to", "jdbc:postgresql://localhost/x?user=u&password=canary");
    refused(open, "others on this machine can read a password there", "--to-file");
    assertThat(open.err()).doesNotContain("canary");
    refused(move(onSqlite, "--undo"), "was not moved");
    refused(
        move(TestPortal.settings(simulator), "--to", directory.resolve("x").toString()),
        "There is no database in ");
  }

  @Test
  void aDatabaseOfANewerVersionIsMovedByThatVersionOnly() {
    use();
    Jdbi.create(address(onSqlite))
        .useHandle(handle ->
            handle.execute(
                "UPDATE flyway_schema_history SET version = '9999' WHERE version = '1'"));
    refused(
        move(onSqlite, "--to-file", file(TestPostgres.emptyDatabase())),
        "The database is of a newer version (schema 9999)");
  }
}
