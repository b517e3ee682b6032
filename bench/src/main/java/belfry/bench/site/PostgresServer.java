package belfry.bench.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A PostgreSQL server with a temporary directory of its own, from the server's programs that Debian
 * installs. Root cannot run it, so under root it is the user postgres, whom Debian's package makes.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";
  private static final String HERE = "127.0.0.1";
  private static final int SECRET_BYTES = 16;

  /** Only one that hangs takes so long: several trials may start at once on a loaded machine. */
  static final Duration STARTS_WITHIN = Duration.ofMinutes(3);

  private static final Duration LONGEST_STOP = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
  private static final Duration LONGEST_RUN = Duration.ofMinutes(3);

  /** What a standby says as it connects. */
  private static final String STANDBY = "standby";

  private static final String FOLLOWS =
      "SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'sync'";

  private final Path programs;
  private final Path directory;
  private final int port = Ports.free();
  private final String password;
  private Optional<ChildProcess> server = Optional.empty();

  private PostgresServer(Path programs, String password) {
    this.programs = programs;
    this.password = password;
    try {
      directory = owned(Files.createTempDirectory("belfry-postgres-"));
    } catch (IOException e) {
      throw new TrialException("no place for PostgreSQL's data", e);
    }
  }

  /** Where the server's programs are, in the newest version; empty if it is not installed. */
  public static Optional<Path> programs() {
    if (!Files.isDirectory(INSTALLED)) {
      return Optional.empty();
    }
    try (var versions = Files.list(INSTALLED)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.comparingInt(PostgresServer::version));
    } catch (IOException e) {
      throw new TrialException(INSTALLED + " cannot be read", e);
    }
  }

  private static int version(Path bin) {
    var name = bin.getName(bin.getNameCount() - 2).toString();
    return name.matches("\\d{1,6}") ? Integer.parseInt(name) : 0;
  }

  /**
   * Makes one and starts it.
   *
   * @throws TrialException if it is not installed or does not start
   */
  public static PostgresServer start() {
    var programs =
        programs()
            .orElseThrow(() ->
                new TrialException(
                    "PostgreSQL's server is missing. Debian: apt-get install postgresql"));
    var secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    var made = new PostgresServer(programs, HexFormat.of().formatHex(secret));
    try {
      made.init();
      made.launch();
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
    return made;
  }

  /** Makes and starts one that follows this one, which from now on waits for it at each commit. */
  public PostgresServer synchronousStandby() {
    var standby = new PostgresServer(programs, password);
    try {
      standby.run(
          "pg_basebackup",
          "--pgdata",
          standby.data(),
          "--write-recovery-conf",
          "--checkpoint=fast",
          "--dbname",
          "host=%s port=%d user=%s password=%s application_name=%s"
              .formatted(HERE, port, USER, password, STANDBY));
      standby.launch();
      execute("ALTER SYSTEM SET synchronous_standby_names = '" + STANDBY + "'");
      execute("SELECT pg_reload_conf()");
      await(() -> asked(FOLLOWS), "PostgreSQL's standby does not follow it");
    } catch (RuntimeException e) {
      standby.close();
      throw e;
    }
    return standby;
  }

  /** The address for {@code DATABASE_URL}, with user and password. */
  public String url() {
    return url(HERE + ":" + port, "");
  }

  /** The address of whichever of the two takes writes. */
  public String urlWith(PostgresServer other) {
    return url("%s:%d,%s:%d".formatted(HERE, port, HERE, other.port), "&targetServerType=primary");
  }

  private String url(String hosts, String more) {
    return "jdbc:postgresql://%s/postgres?user=%s&password=%s%s"
        .formatted(hosts, USER, password, more);
  }

  /** The process id of the server. */
  public long pid() {
    return server.orElseThrow().pid();
  }

  /** {@code kill -9} of the server; what it has begun ends as it notices that. */
  public void kill() {
    server.ifPresent(ChildProcess::kill);
  }

  /** Makes a standby take writes, once it has applied everything it has. */
  public void promote() {
    execute("SELECT pg_promote()");
  }

  private void init() {
    var secret = directory.resolve("password");
    try {
      Files.writeString(secret, password);
    } catch (IOException e) {
      throw new TrialException(secret + " cannot be written", e);
    }
    owned(secret);
    run(
        "initdb",
        "--pgdata",
        data(),
        "--username",
        USER,
        "--pwfile",
        secret.toString(),
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-instructions");
  }

  private void launch() {
    var command =
        List.of(
            programs.resolve("postgres").toString(),
            "-D",
            data(),
            "-p",
            Integer.toString(port),
            "-c",
            "listen_addresses=" + HERE,
            "-c",
            "unix_socket_directories=");
    server = Optional.of(ChildProcess.startApart(user(), command, Map.of(), log()));
    await(() -> asked("SELECT true"), "PostgreSQL did not start");
  }

  private void await(BooleanSupplier so, String otherwise) {
    var running = server.orElseThrow();
    Pauses.until(() -> so.getAsBoolean() || !running.isAlive(), BETWEEN_LOOKS, STARTS_WITHIN);
    if (!so.getAsBoolean()) {
      throw new TrialException(otherwise + ": " + running.lastWords());
    }
  }

  private void execute(String sql) {
    try (var connection = DriverManager.getConnection(url());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new TrialException("PostgreSQL refused \"" + sql + "\"", e);
    }
  }

  /** What the server answers to a yes-or-no question; no while it does not answer. */
  private boolean asked(String question) {
    try (var connection = DriverManager.getConnection(url());
        var statement = connection.createStatement();
        var answer = statement.executeQuery(question)) {
      return answer.next() && answer.getBoolean(1);
    } catch (SQLException _) {
      return false;
    }
  }

  private void run(String program, String... arguments) {
    var command = new ArrayList<>(List.of(programs.resolve(program).toString()));
    command.addAll(List.of(arguments));
    try (var child = ChildProcess.startApart(user(), command, Map.of(), log())) {
      if (child.awaitEnd(LONGEST_RUN) != 0) {
        throw new TrialException("%s failed: %s".formatted(program, child.lastWords()));
      }
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private Path log() {
    return directory.resolve("log");
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static List<String> user() {
    return isRoot() ? List.of("--reuid=" + USER, "--regid=" + USER, "--init-groups") : List.of();
  }

  /** Given to whoever the server runs as. */
  private static Path owned(Path file) {
    if (isRoot()) {
      try {
        var users = file.getFileSystem().getUserPrincipalLookupService();
        Files.setOwner(file, users.lookupPrincipalByName(USER));
      } catch (IOException e) {
        throw new TrialException("PostgreSQL's files cannot be given to the user " + USER, e);
      }
    }
    return file;
  }

  /** Stops it, and removes all that it has stored. */
  @Override
  public void close() {
    server
        .filter(ChildProcess::isAlive)
        .ifPresent(running -> {
          // Its fast shutdown: connections are cut.
          running.interrupt();
          running.awaitEndOrKill(LONGEST_STOP);
        });
    Sweeping.away(directory);
  }
}
