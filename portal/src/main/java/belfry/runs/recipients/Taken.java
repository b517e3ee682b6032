package belfry.runs.recipients;

import belfry.runs.ids.RunId;
import belfry.storage.Unreadable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A recipient whose turn has come; {@code claim} is empty if what they are to get is unreadable.
 */
public record Taken(long seq, Optional<Claimed> claim) {
  public static Taken read(RunId run, ResultSet row) throws SQLException {
    var seq = row.getLong("seq");
    try {
      return new Taken(
          seq,
          Optional.of(
              new Claimed(
                  run,
                  seq,
                  RecipientRows.kind(row),
                  row.getString("target"),
                  row.getInt("attempt"),
                  RecipientRows.values(row))));
    } catch (Unreadable | IllegalArgumentException _) {
      return new Taken(seq, Optional.empty());
    }
  }
}
