package belfry.runs.followups;

import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Counts whose messages a recall or a correction would be about if it began now. */
public final class FollowUpReach {
  /** How many have such a message. */
  public record Count(long people, long spaces) {}

  /** As {@link FollowUpPlan} writes them down; only a message whose id is known can be tried. */
  private static final String ROWS =
      """
      FROM recipient r JOIN run ON run.id = r.run
      WHERE r.run = :run AND r.state = 'sent' AND r.message_id IS NOT NULL
        AND COALESCE(r.followed, '') <> 'recalled'
      """;

  private static final String REFUSED =
      """
       AND EXISTS (SELECT 1 FROM follow_up_row c
         WHERE c.follow_up = :correction AND c.seq = r.seq AND c.state = 'refused')
      """;

  private final Database database;
  private final RunId run;
  private final FollowUp.Part part;
  private final Set<Long> people = new HashSet<>();
  private final Set<Long> spaces = new HashSet<>();

  /** Counts among those of this part. */
  public FollowUpReach(Database database, RunId run, FollowUp.Part part) {
    this.database = database;
    this.run = run;
    this.part = part;
  }

  private String rows() {
    return ROWS
        + switch (part) {
          case ALL -> "";
          case FIRST_WAVE -> " AND r.seq < COALESCE(run.wave_mark, 0)";
          case REST -> " AND r.seq >= COALESCE(run.wave_mark, 0)";
        };
  }

  /** All of them. */
  public Count all() {
    return database.read(handle -> count(asked(handle, "")));
  }

  /** Those whose message this correction could not change. */
  public Count refusedBy(FollowUpId correction) {
    return database.read(
        handle -> count(asked(handle, REFUSED).bind("correction", correction.value())));
  }

  private Query asked(Handle handle, String which) {
    return handle
        .createQuery(
            """
            SELECT COUNT(CASE WHEN r.kind = 'person' THEN 1 END) AS people,
              COUNT(CASE WHEN r.kind <> 'person' THEN 1 END) AS spaces
            """
                + rows()
                + which)
        .bind("run", run.value());
  }

  private static Count count(Query query) {
    return query.map((row, _) -> new Count(row.getLong("people"), row.getLong("spaces"))).one();
  }

  /** Those among these targets, who may have been among earlier ones already. */
  public void add(Collection<String> targets) {
    if (targets.isEmpty()) {
      return;
    }
    database.read(handle ->
        handle
            .createQuery("SELECT r.seq, r.kind " + rows() + " AND r.target IN (<targets>)")
            .bind("run", run.value())
            .bindList("targets", List.copyOf(targets))
            .map((row, _) ->
                (row.getString("kind").equals("person") ? people : spaces).add(row.getLong("seq")))
            .list());
  }

  /** All that were added, each once. */
  public Count added() {
    return new Count(people.size(), spaces.size());
  }
}
