package belfry.storage;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Moments out of rows, where they are milliseconds since 1970 in UTC. */
public final class Moments {
  private Moments() {}

  /** The moment in a column that always has one. */
  public static Instant at(ResultSet row, String column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  /** The moment in a column in which 0 means never. */
  public static Optional<Instant> unlessZero(ResultSet row, String column) throws SQLException {
    return Optional.of(at(row, column)).filter(at -> at.isAfter(Instant.EPOCH));
  }

  /** The moment in a column that may be null. */
  public static Optional<Instant> find(ResultSet row, String column) throws SQLException {
    var millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }
}
