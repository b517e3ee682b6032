package belfry.testing;

import belfry.storage.Database;
import java.nio.file.Path;
import org.junit.jupiter.params.Parameter;

/** A test of what is stored: on SQLite, unless it is one {@link OnEngines}. */
public abstract class StorageTest {
  @Parameter public Engine engine = Engine.SQLITE;

  /** A database that nobody has used yet; where it is a file, in this directory. */
  public final Database open(Path data) {
    return engine.open(data);
  }
}
