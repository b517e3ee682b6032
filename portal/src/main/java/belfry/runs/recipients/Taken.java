package belfry.runs.recipients;

import belfry.runs.ids.RunId;
import belfry.storage.Unreadable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A recipient whose turn has come.
 *
 * @param message what is on record as theirs, which must be nothing
 * @param claim empty if what they are to get is unreadable
 */
public record Taken(long seq, Optional<String> message, Optional<Claimed> claim) {
  public static Taken read(RunId run, ResultSet row) throws SQLException {
    var seq = row.getLong("seq");
    var message = Optional.ofNullable(row.getString("message_id"));
    try {
      return new Taken(
          seq,
          message,
          Optional.of(
              new Claimed(
                  run,
                  seq,
                  RecipientRows.kind(row),
                  row.getString("target"),
                  row.getInt("attempt"),
                  RecipientRows.values(row))));
    } catch (Unreadable | IllegalArgumentException _) {
      return new Taken(seq, message, Optional.empty());
    }
  }
}
