package belfry.testing;

import belfry.base.Secret;
import belfry.cli.settings.Settings;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import belfry.storage.TestSqlite;
import java.nio.file.Path;
import java.util.Optional;

/** What a test's data lies in: a file, or a server. */
public enum Engine {
  SQLITE,
  POSTGRES;

  /** A database that nobody has used yet; where it is a file, in this directory. */
  public Database open(Path data) {
    return this == SQLITE ? TestSqlite.open(data) : Databases.open(url(), data);
  }

  /** The address of one that nobody has used yet; empty where it is a file. */
  public Optional<Secret> url() {
    return this == SQLITE ? Optional.empty() : Optional.of(TestPostgres.freshDatabase());
  }

  /** The settings of a portal on it. */
  public Settings under(Settings settings) {
    return this == SQLITE ? settings : TestPortal.onPostgres(settings);
  }
}
