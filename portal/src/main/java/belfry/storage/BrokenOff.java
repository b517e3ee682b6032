package belfry.storage;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL broke off because of another transaction; the same, begun anew, may succeed. */
final class BrokenOff {
  static final int MOST_TRIES = 5;

  /** Serialization failure and deadlock. */
  private static final Set<String> STATES = Set.of("40001", "40P01");

  private BrokenOff() {}

  /** The driver's exception if this is the reason for another. */
  static Optional<SQLException> in(Throwable thrown) {
    for (@Nullable Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return STATES.contains(sql.getSQLState()) ? Optional.of(sql) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
