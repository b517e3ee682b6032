package belfry.runs.recipients;

import belfry.base.EnumWord;
import belfry.base.Folded;
import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.StorageException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** The rows of a run's recipients: creating, reading and deleting them. */
public final class RecipientRows {
  static final int NAMED_AT_ONCE = 500;

  private static final String INSERT =
      """
      INSERT INTO recipient (run, seq, kind, target, name, name_key, email, personal, state,
        attempt, reason, lane)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
      """;

  /** Without GROUP BY, for which SQLite would sort a million rows in 50 MB of memory. */
  private static final String COUNT =
      Stream.of(RecipientState.values())
          .map(
              state -> "COUNT(CASE WHEN state = '%1$s' THEN 1 END) AS %1$s".formatted(state.word()))
          .collect(Collectors.joining(", ", "SELECT ", " FROM recipient WHERE run = ?"));

  private RecipientRows() {}

  /** Whether the run has any. */
  public static boolean any(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT 1 FROM recipient WHERE run = ? LIMIT 1")
        .bind(0, run.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Deletes the first recipients of a run, at most {@code most}; returns how many. */
  public static int delete(Handle handle, RunId run, int most) {
    RunLanes.delete(handle, run);
    return handle.execute(
        """
        DELETE FROM recipient WHERE run = ? AND seq IN (
          SELECT seq FROM recipient WHERE run = ? ORDER BY seq LIMIT ?)
        """,
        run.value(),
        run.value(),
        most);
  }

  /** Those of these targets that exist. */
  public static Set<String> present(Handle handle, RunId run, Collection<String> targets) {
    return present(handle, run, targets, "1 = 1");
  }

  /** Likewise, those of whom this is so. */
  public static Set<String> present(
      Handle handle, RunId run, Collection<String> targets, String condition) {
    return handle
        .createQuery(
            "SELECT target FROM recipient WHERE run = :run AND target IN (<ids>) AND " + condition)
        .bind("run", run.value())
        .bindList("ids", List.copyOf(targets))
        .mapTo(String.class)
        .collect(Collectors.toSet());
  }

  /**
   * Adds recipients, numbered from {@code seq}.
   *
   * @param personal whether the run's text has placeholders, so that values are stored
   * @param lanes the number of each one's bot
   * @param skipReason why nothing is sent to them; empty if something is
   */
  public static void insert(
      Handle handle,
      RunId run,
      long seq,
      List<Target> targets,
      List<Integer> lanes,
      boolean personal,
      Optional<String> skipReason) {
    try {
      if (skipReason.isEmpty()) {
        RunLanes.begin(handle, run, seq, lanes);
      }
      insert(handle.getConnection(), run, seq, targets, lanes, personal, skipReason.orElse(null));
    } catch (SQLException e) {
      throw new StorageException("The database took no recipients: " + e.getMessage(), e);
    }
  }

  /** With plain JDBC: for a hundred thousand rows, Jdbi's binding would be a third of the time. */
  private static void insert(
      Connection connection,
      RunId run,
      long seq,
      List<Target> targets,
      List<Integer> lanes,
      boolean personal,
      @Nullable String skipReason)
      throws SQLException {
    try (var insert = connection.prepareStatement(INSERT)) {
      var number = seq;
      for (var target : targets) {
        insert.setLong(1, run.value());
        insert.setLong(2, number++);
        insert.setString(3, EnumWord.of(target.kind()));
        insert.setString(4, target.id());
        insert.setString(5, target.name());
        insert.setString(6, Folded.of(target.name()));
        insert.setString(7, target.email());
        insert.setString(8, personal ? Json.write(new PersonalValues(target.values())) : null);
        insert.setString(9, skipReason == null ? "pending" : "skipped");
        insert.setString(10, skipReason);
        insert.setInt(11, lanes.get((int) (number - seq - 1)));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** The spaces of a run that wait for this bot. */
  public static List<SpaceId> waitingSpaces(Handle handle, RunId run, int lane) {
    return handle
        .createQuery(
            """
            SELECT target FROM recipient
            WHERE run = ? AND lane = ? AND kind = 'space' AND state IN ('pending', 'retry')
            """)
        .bind(0, run.value())
        .bind(1, lane)
        .map((row, _) -> new SpaceId(row.getString("target")))
        .list();
  }

  /**
   * Passes on those of a run for whom no message could be written, with the reason, except those
   * who were left out {@code before} as well. Addresses at which nobody was to be written to are
   * not among them. Whoever is written to by an address may have been left out under their id, and
   * the other way round.
   *
   * @param receiver receives also under what else each is known
   */
  public static void forEachWithoutValues(
      Handle handle, RunId run, Optional<RunId> before, BiConsumer<Set<String>, String> receiver) {
    try (var rows =
        handle
            .createQuery(
                """
                SELECT r.target, r.reason, r.other FROM (
                  SELECT seq, target, reason, COALESCE(
                    (SELECT a.person FROM address a WHERE a.email = target),
                    (SELECT MIN(a.email) FROM address a
                      WHERE a.person = target AND a.email LIKE 'mailto:%'), target) AS other
                  FROM recipient
                  WHERE run = :run AND state = 'skipped' AND reason NOT IN (<ofAddresses>)) r
                WHERE NOT EXISTS (SELECT 1 FROM recipient p
                    WHERE p.run = :before AND p.target = r.target AND p.state = 'skipped')
                  AND NOT EXISTS (SELECT 1 FROM recipient p
                    WHERE p.run = :before AND p.target = r.other AND p.state = 'skipped')
                ORDER BY r.seq
                """)
            .bind("run", run.value())
            .bind("before", before.map(RunId::value).orElse(-1L))
            .bindList("ofAddresses", Reasons.OF_ADDRESSES)
            .map((row, _) ->
                Map.entry(
                    Stream.of(row.getString("target"), row.getString("other"))
                        .collect(Collectors.toSet()),
                    row.getString("reason")))
            .iterator()) {
      rows.forEachRemaining(one -> receiver.accept(one.getKey(), one.getValue()));
    }
  }

  /** How many recipients are in each state. */
  public static Tally counted(Handle handle, RunId run) {
    return Tally.of(
        handle.createQuery(COUNT).bind(0, run.value()).map(RecipientRows::counts).one());
  }

  private static Map<RecipientState, Long> counts(ResultSet row, StatementContext context)
      throws SQLException {
    var counts = new EnumMap<RecipientState, Long>(RecipientState.class);
    for (var state : RecipientState.values()) {
      counts.put(state, row.getLong(state.word()));
    }
    return counts;
  }

  /** The states of those of these targets that exist. */
  public static Map<String, RecipientState> states(Handle handle, RunId run, List<String> targets) {
    return handle
        .createQuery("SELECT target, state FROM recipient WHERE run = :run AND target IN (<ids>)")
        .bind("run", run.value())
        .bindList("ids", targets)
        .map((row, _) ->
            Map.entry(row.getString("target"), RecipientState.read(row.getString("state"))))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Those of these reasons that recipients were refused for. */
  public static Set<String> failures(Handle handle, RunId run, List<String> reasons) {
    return handle
        .createQuery(
            """
            SELECT DISTINCT reason FROM recipient
            WHERE run = :run AND state = 'failed' AND reason IN (<reasons>)
            """)
        .bind("run", run.value())
        .bindList("reasons", reasons)
        .mapTo(String.class)
        .collect(Collectors.toSet());
  }

  /** The recipients set to retry, after {@code seq}, in order. */
  public static List<Long> retries(Database database, RunId run, int lane, long seq, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT seq FROM recipient WHERE run = ? AND state = 'retry' AND seq > ? AND lane = ?
                ORDER BY seq LIMIT ?
                """)
            .bind(0, run.value())
            .bind(1, seq)
            .bind(2, lane)
            .bind(3, most)
            .mapTo(Long.class)
            .list());
  }

  /** A person of a run. */
  public record Numbered(long seq, PersonId person) {}

  /** The next people after {@code seq} without a known address; nobody who was erased. */
  public static List<Numbered> withoutAddress(Database database, RunId run, long seq, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT seq, target FROM recipient
                WHERE run = ? AND seq > ? AND kind = 'person' AND email = ''
                  AND %s
                ORDER BY seq LIMIT ?
                """
                    .formatted(RecipientErasure.NOT_ERASED))
            .bind(0, run.value())
            .bind(1, seq)
            .bind(2, most)
            .map((row, _) -> numbered(row))
            .list());
  }

  /**
   * Adds missing addresses; returns how many. Whoever was erased while Webex was asked gets none.
   */
  public static int address(Handle handle, RunId run, Map<Numbered, String> emails) {
    var batch =
        handle.prepareBatch(
            "UPDATE recipient SET email = ? WHERE run = ? AND seq = ? AND email = '' AND target = ?");
    emails.forEach((one, email) -> batch.add(email, run.value(), one.seq, one.person));
    return batch.size() == 0 ? 0 : batch.execute().length;
  }

  static Numbered numbered(ResultSet row) throws SQLException {
    return new Numbered(row.getLong("seq"), new PersonId(row.getString("target")));
  }

  /** The recipient's values, if the query selects {@code personal}. */
  public static Optional<PersonalValues> values(ResultSet row) throws SQLException {
    return Optional.ofNullable(row.getString("personal"))
        .map(json -> Json.read(json, PersonalValues.class));
  }

  public static Addressee addressee(ResultSet row) throws SQLException {
    return new Addressee(row.getLong("seq"), new PersonId(row.getString("target")), values(row));
  }

  public static Target.Kind kind(ResultSet row) throws SQLException {
    return EnumWord.read(Target.Kind.class, row.getString("kind"));
  }

  /** Splits a list into parts that fit into a statement. */
  public static List<List<String>> parts(List<String> ids) {
    var distinct = List.copyOf(new LinkedHashSet<>(ids));
    var parts = new ArrayList<List<String>>();
    for (var from = 0; from < distinct.size(); from += NAMED_AT_ONCE) {
      parts.add(distinct.subList(from, Math.min(from + NAMED_AT_ONCE, distinct.size())));
    }
    return parts;
  }
}
