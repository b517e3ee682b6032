package belfry.runs;

import belfry.messages.AttachmentId;
import belfry.messages.Card;
import belfry.messages.Content;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Reads contents from the columns {@code markdown}, {@code attachment} and {@code card}. */
public final class ContentColumns {
  private ContentColumns() {}

  /** A run's content. Its card is kept as it was made: what is looked for must not change. */
  static Content content(ResultSet row) throws SQLException {
    var card = row.getString("card");
    return new Content(
        row.getString("markdown"),
        attachment(row),
        card.isEmpty() ? Optional.empty() : Optional.of(new Card(card)));
  }

  public static Optional<AttachmentId> attachment(ResultSet row) throws SQLException {
    var id = row.getLong("attachment");
    return row.wasNull() ? Optional.empty() : Optional.of(new AttachmentId(id));
  }
}
