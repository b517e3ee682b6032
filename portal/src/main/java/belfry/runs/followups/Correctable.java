package belfry.runs.followups;

import belfry.runs.ids.RunId;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * How many still have a run's message, and whose cannot be changed any more, as far as that is
 * known: its id is not known, the latest correction could not change it, or it has been changed as
 * often as the platform permits.
 */
public record Correctable(long reached, long unchangeable) {
  /** Of a message that nobody got. */
  public static final Correctable NONE = new Correctable(0, 0);

  /** "At most 10 edits": platform-api.md 4. */
  private static final int MOST_EDITS = 10;

  private static final String REFUSED =
      """
       OR EXISTS (SELECT 1 FROM follow_up_row f
         WHERE f.follow_up = :latest AND f.seq = r.seq AND f.state = 'refused')
      """;
  private static final String CHANGED_OFTEN =
      """
       OR (SELECT COUNT(*) FROM follow_up_row f
         WHERE f.follow_up IN (<corrections>) AND f.seq = r.seq AND f.state = 'done') >= :most
      """;

  static Correctable of(Handle handle, RunId run) {
    var corrections =
        FollowUps.of(handle, run).stream()
            .filter(one -> one.kind() == FollowUp.Kind.CORRECTION)
            .toList();
    var refused = corrections.stream().limit(1).anyMatch(one -> one.tally().refused() > 0);
    var often = corrections.stream().filter(one -> one.tally().done() > 0).toList();
    var isOften = often.size() >= MOST_EDITS;
    var query =
        handle
            .createQuery(
                """
                SELECT COUNT(*) AS reached, COUNT(CASE WHEN r.message_id IS NULL%s THEN 1 END) AS unchangeable
                FROM recipient r
                WHERE r.run = :run AND r.state = 'sent' AND COALESCE(r.followed, '') <> 'recalled'
                """
                    .formatted((refused ? REFUSED : "") + (isOften ? CHANGED_OFTEN : "")))
            .bind("run", run.value());
    if (refused) {
      query.bind("latest", corrections.getFirst().id().value());
    }
    return read(isOften ? bound(query, often) : query);
  }

  private static Query bound(Query query, List<FollowUp> often) {
    return query
        .bind("most", MOST_EDITS)
        .bindList("corrections", often.stream().map(one -> one.id().value()).toList());
  }

  private static Correctable read(Query query) {
    return query
        .map((row, _) -> new Correctable(row.getLong("reached"), row.getLong("unchangeable")))
        .one();
  }
}
