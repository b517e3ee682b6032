package belfry.storage;

import belfry.base.Outage;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The database cannot be used, whatever it is asked: it is not reached, or takes no writes. */
public final class Away extends StorageException implements Outage.Noticed {
  private static final long serialVersionUID = 1L;

  Away(String message) {
    super(message);
  }

  Away(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether it can be read all the same: a disk is full, or it is a standby. */
  boolean isOfWrites() {
    return in(this).filter(e -> String.valueOf(e.getSQLState()).matches("53100|25006")).isPresent();
  }

  /** The cause alone, for people. */
  String why() {
    return in(this).map(Away::words).orElseGet(() -> String.valueOf(getMessage()));
  }

  /** The driver's exception if such is the reason for another. */
  static Optional<SQLException> in(Throwable thrown) {
    for (@Nullable Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && isAway(sql)) {
        return Optional.of(sql);
      }
    }
    return Optional.empty();
  }

  private static boolean isAway(SQLException e) {
    if (e instanceof SQLiteException sqlite) {
      // What is wrong in detail is in the higher bits.
      return switch (SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & 0xff)) {
        case SQLITE_FULL,
            SQLITE_READONLY,
            SQLITE_IOERR,
            SQLITE_CANTOPEN,
            SQLITE_BUSY,
            SQLITE_PERM,
            SQLITE_AUTH ->
            true;
        default -> false;
      };
    }
    // Connections, authentication, resources, shut down, no such database, and a standby.
    return e.getSQLState() != null && e.getSQLState().matches("(08|28|53|57P)\\w+|3D000|25006");
  }

  /** What the driver says, with what made it say so. */
  static String words(SQLException e) {
    var said = Handles.firstLine(e);
    var root = e.getCause() == null ? "" : Handles.firstLine(e.getCause());
    return root.isEmpty()
            || said.toLowerCase(Locale.ROOT).endsWith(root.toLowerCase(Locale.ROOT))
            || said.contains(" refused")
            || e.getCause() instanceof SQLException
        ? said
        : said + " (" + root + ")";
  }
}
