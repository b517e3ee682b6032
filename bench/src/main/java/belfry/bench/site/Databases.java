package belfry.bench.site;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The database a trial runs on. */
public enum Databases {
  SQLITE,
  POSTGRESQL;

  /** A running database, or nothing where the portal brings its own. */
  public Server open() {
    if (this == SQLITE) {
      return new Server(Optional.empty());
    }
    try {
      var server = new Server(Optional.of(Files.createTempDirectory("belfry-postgres-")));
      server.start();
      return server;
    } catch (IOException e) {
      throw new TrialException("no place for PostgreSQL's data", e);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What {@link #open} started; it can be stopped in mid run and started again with its data. */
  public static final class Server implements AutoCloseable {
    private final Optional<Path> data;
    private final int port;
    private Optional<EmbeddedPostgres> postgres = Optional.empty();
    private String name = "postgres";

    private Server(Optional<Path> data) {
      this.data = data;
      port = data.isPresent() ? Ports.free() : 0;
    }

    public Optional<String> url() {
      return data.map(_ -> "jdbc:postgresql://localhost:%d/%s?user=postgres".formatted(port, name));
    }

    int port() {
      return port;
    }

    /** Nothing where the portal brings its own database. */
    public void start() {
      postgres =
          data.map(directory -> {
            try {
              return EmbeddedPostgres.builder()
                  .setDataDirectory(directory.resolve("data"))
                  .setCleanDataDirectory(false)
                  .setPort(port)
                  .setPGStartupWait(PostgresServer.STARTS_WITHIN)
                  // As weak as an operator may have made it: what Belfry needs, it asks for itself.
                  .setServerConfig("synchronous_commit", "off")
                  .start();
            } catch (IOException e) {
              throw new TrialException("PostgreSQL could not be started", e);
            }
          });
    }

    /** From now on its database is this new one, without a table. Nothing on SQLite. */
    public void useNew(String other) {
      postgres.ifPresent(server -> {
        try (var connection = server.getPostgresDatabase().getConnection();
            var statement = connection.createStatement()) {
          statement.execute("CREATE DATABASE " + other);
          name = other;
        } catch (SQLException e) {
          throw new TrialException("a database could not be created", e);
        }
      });
    }

    /** As an operator would: connections are cut at once, what is committed stays. */
    public void stop() {
      postgres.ifPresent(server -> {
        try {
          server.close();
        } catch (IOException e) {
          throw new TrialException("PostgreSQL could not be stopped", e);
        }
      });
      postgres = Optional.empty();
    }

    /**
     * {@code kill -9} of all its processes: what it had not written yet is gone. Nothing where the
     * portal brings its own database.
     */
    public void kill() {
      postgres.ifPresent(_ -> {
        var pidFile = data.orElseThrow().resolve("data").resolve("postmaster.pid");
        var postmaster = postmaster(pidFile);
        // First who would start the others anew.
        var processes = Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(Server::awaitEnd);
        // Else whoever has that number next would be taken for the server, and told to stop.
        pidFile.toFile().delete();
      });
      stop();
    }

    /** Its number stands in the first line. */
    private static ProcessHandle postmaster(Path pidFile) {
      try {
        var pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
        return ProcessHandle.of(pid).orElseThrow(() -> new TrialException("PostgreSQL is gone"));
      } catch (IOException e) {
        throw new TrialException("PostgreSQL's process is not known", e);
      }
    }

    private static void awaitEnd(ProcessHandle process) {
      if (!Pauses.until(() -> !process.isAlive(), Duration.ofSeconds(10))) {
        throw new TrialException("a process of PostgreSQL outlived its kill");
      }
    }

    @Override
    public void close() {
      stop();
      data.ifPresent(Sweeping::away);
    }
  }
}
