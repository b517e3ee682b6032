package belfry.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** The database a trial runs on. */
enum Databases {
  SQLITE,
  POSTGRESQL;

  /** A running database, or nothing where the portal brings its own. */
  Server open() {
    if (this == SQLITE) {
      return new Server(Optional.empty());
    }
    try {
      return new Server(Optional.of(EmbeddedPostgres.builder().start()));
    } catch (IOException e) {
      throw new TrialException("PostgreSQL could not be started", e);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What {@link #open} started. */
  record Server(Optional<EmbeddedPostgres> postgres) implements AutoCloseable {
    Optional<String> url() {
      return postgres.map(server -> server.getJdbcUrl("postgres", "postgres"));
    }

    @Override
    public void close() {
      postgres.ifPresent(server -> {
        try {
          server.close();
        } catch (IOException e) {
          throw new TrialException("PostgreSQL could not be stopped", e);
        }
      });
    }
  }
}
