package belfry.runs.followups;

import belfry.people.audience.Target;
import belfry.runs.recipients.RecipientRows;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The messages of a follow-up for people, page by page. */
public final class FollowUpList {
  private final Database database;

  public FollowUpList(Database database) {
    this.database = database;
  }

  /** A message, by its recipient. */
  public record Item(
      long number,
      Target.Kind kind,
      String target,
      String name,
      String email,
      FollowUpState state,
      Optional<String> reason,
      Optional<Instant> settled) {}

  /** A page, and where the next one begins. */
  public record Page(List<Item> items, Optional<Long> next) {}

  /**
   * A page in order.
   *
   * @param state empty for all
   * @param after the number of the last one of the previous page; -1 for the first page
   */
  public Page page(FollowUp followUp, Optional<FollowUpState> state, long after, int most) {
    // A literal, because only then is the index of the rare states used.
    var which = state.map(one -> " AND f.state = '" + one.word() + "'").orElse("");
    var found =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT f.number, r.kind, r.target, r.name, r.email, f.state, f.reason, f.settled_at
                    FROM follow_up_row f JOIN recipient r ON r.run = :run AND r.seq = f.seq
                    WHERE f.follow_up = :id AND f.number > :after%s
                    ORDER BY f.number LIMIT :most
                    """
                        .formatted(which))
                .bind("run", followUp.run().value())
                .bind("id", followUp.id().value())
                .bind("after", after)
                .bind("most", most + 1)
                .map((row, _) -> item(row))
                .list());
    return found.size() <= most
        ? new Page(found, Optional.empty())
        : new Page(found.subList(0, most), Optional.of(found.get(most - 1).number));
  }

  private static Item item(ResultSet row) throws SQLException {
    return new Item(
        row.getLong("number"),
        RecipientRows.kind(row),
        row.getString("target"),
        row.getString("name"),
        row.getString("email"),
        FollowUpState.read(row.getString("state")),
        Optional.ofNullable(row.getString("reason")).filter(reason -> !reason.isEmpty()),
        Moments.find(row, "settled_at"));
  }
}
