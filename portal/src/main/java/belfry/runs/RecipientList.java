package belfry.runs;

import belfry.base.Folded;
import belfry.people.audience.Target;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** A run's recipients for people, page by page, and why some were refused. */
public final class RecipientList {
  private static final int MOST_REASONS = 50;
  private static final int STEP = 20_000;

  /** The part of all, where some of the chosen states need attention and others do not. */
  private static final int ONE_ORDER = -1;

  /** The states other than waiting and delivered; such rows are few, and indexed. */
  private static final Set<String> SPECIAL =
      Set.of("retry", "sending", "unknown", "held", "failed", "skipped");

  /** With each state as a literal both engines may also use the partial index. */
  private static final String UNSETTLED =
      """
      SELECT r.target, r.run, 0 AS doubt FROM run
      JOIN recipient r ON r.run = run.id AND r.state = 'sending' AND r.target IN (<targets>)
      WHERE run.app = :app AND run.gate <> 'closed' AND run.id <> :run
      UNION ALL
      SELECT r.target, r.run, 1 AS doubt FROM run
      JOIN recipient r ON r.run = run.id AND r.state = 'unknown' AND r.target IN (<targets>)
      WHERE run.app = :app AND run.gate <> 'closed' AND run.id <> :run
      """;

  private final Database database;

  public RecipientList(Database database) {
    this.database = database;
  }

  /**
   * A recipient for people.
   *
   * @param settled when it was known what became of it; a doubt may have taken a while
   * @param sent when the platform dated the message, if it said so
   * @param followed {@code recalled} or {@code corrected}, if that happened to the message
   * @param acknowledged when they first acknowledged it
   * @param bot the number of the app's bot from which they get it
   */
  public record Recipient(
      long seq,
      Target.Kind kind,
      String target,
      String name,
      String email,
      RecipientState state,
      int attempts,
      Optional<String> reason,
      Optional<Instant> settled,
      Optional<Instant> sent,
      Optional<String> followed,
      Optional<Instant> acknowledged,
      int bot) {
    /** The same recipient with an address found elsewhere. */
    public Recipient with(String foundEmail) {
      return new Recipient(
          seq,
          kind,
          target,
          name,
          foundEmail,
          state,
          attempts,
          reason,
          settled,
          sent,
          followed,
          acknowledged,
          bot);
    }
  }

  /**
   * Which recipients to list.
   *
   * @param states empty for all
   * @param words found in name or address; blank for all
   * @param acknowledged whether only people who have acknowledged it, or only those who have not
   * @param after the position where the previous page ended
   */
  public record Query(
      RunId run,
      List<RecipientState> states,
      String words,
      Optional<Boolean> acknowledged,
      Optional<After> after,
      int most) {
    /** Whether or not they have acknowledged it. */
    public Query(
        RunId run, List<RecipientState> states, String words, Optional<After> after, int most) {
      this(run, states, words, Optional.empty(), after, most);
    }
  }

  /**
   * A position in the list: failed and held recipients come before the others, unless some of both
   * are chosen.
   *
   * @param part 0 for those that need attention, 1 for the others; -1 where they are in one order,
   *     which the version before did not have and refuses
   */
  public record After(int part, long seq) {
    /** Whether it is one in a list of these states; after another nobody would come. */
    public boolean isOf(List<RecipientState> states) {
      return parts(states).containsKey(part);
    }
  }

  /** A page, and where the next one begins. */
  public record Page(List<Recipient> recipients, Optional<After> next) {}

  /** Those that need attention first, then the others in order; of chosen states all in order. */
  public Page page(Query query) {
    var found = new ArrayList<Recipient>();
    var parts = parts(query.states);
    var after = query.after().orElse(new After(parts.firstKey(), -1));
    parts
        .tailMap(after.part)
        .forEach((part, states) -> {
          if (found.size() <= query.most()) {
            var from = part == after.part ? after.seq : -1;
            found.addAll(part(query, states, from, query.most() + 1 - found.size()));
          }
        });
    if (found.size() <= query.most()) {
      return new Page(found, Optional.empty());
    }
    var page = found.subList(0, query.most());
    var last = page.getLast();
    var part = parts.size() > 1 ? order(last.state) : parts.firstKey();
    return new Page(page, Optional.of(new After(part, last.seq)));
  }

  /** How many there are on all pages. */
  public long count(Query query) {
    var states = query.states.isEmpty() ? List.of(RecipientState.values()) : query.states;
    return database.read(handle -> {
      var statement =
          handle
              .createQuery(
                  "SELECT COUNT(*) FROM recipient WHERE run = :run AND state IN (%s)%s"
                      .formatted(
                          states.stream()
                              .map(state -> "'" + state.word() + "'")
                              .collect(Collectors.joining(", ")),
                          matching(query)))
              .bind("run", query.run.value());
      if (!query.words.isBlank()) {
        statement.bind("words", Folded.anywhere(query.words));
      }
      return statement.mapTo(Long.class).one();
    });
  }

  private static String matching(Query query) {
    var words =
        query.words.isBlank()
            ? ""
            : " AND (name_key LIKE :words ESCAPE '!' OR email LIKE :words ESCAPE '!')";
    return query
        .acknowledged
        .map(has ->
            words
                + " AND kind = 'person' AND acknowledged IS %s"
                    .formatted(has ? "NOT NULL" : "NULL"))
        .orElse(words);
  }

  /** Failed and held recipients need attention. */
  private static int order(RecipientState state) {
    return state == RecipientState.FAILED || state == RecipientState.HELD ? 0 : 1;
  }

  /**
   * The states of each part. Where some of both are chosen, nobody is put first: whoever goes from
   * one of them to another between two pages would be passed or come twice.
   */
  private static SortedMap<Integer, List<RecipientState>> parts(List<RecipientState> chosen) {
    var states = chosen.isEmpty() ? List.of(RecipientState.values()) : chosen;
    var parts = new TreeMap<>(states.stream().collect(Collectors.groupingBy(RecipientList::order)));
    return chosen.isEmpty() || parts.size() == 1 ? parts : new TreeMap<>(Map.of(ONE_ORDER, states));
  }

  private List<Recipient> part(Query query, List<RecipientState> states, long from, int most) {
    var words = states.stream().map(RecipientState::word).distinct().toList();
    return database.read(handle -> ask(handle, query, words, from, most));
  }

  /**
   * States are written as literals into the SQL, one question for each of the rare states. Only
   * then do both engines use the partial index instead of scanning a million delivered rows. All
   * are one statement, which sees each recipient once.
   */
  private static List<Recipient> ask(
      Handle handle, Query query, List<String> states, long from, int most) {
    var words = matching(query);
    var conditions =
        SPECIAL.containsAll(states)
            ? states.stream().map("= '%s'"::formatted).toList()
            : List.of("IN ('" + String.join("', '", states) + "')");
    var statement =
        handle
            .createQuery(
                conditions.stream()
                        .map(condition ->
                            """
                            SELECT * FROM (
                              SELECT seq, kind, target, name, email, state, attempt, reason, settled_at,
                                dated, followed, acknowledged, lane
                              FROM recipient WHERE run = :run AND seq > :from AND state %s%s
                              ORDER BY seq LIMIT :most) one
                            """
                                .formatted(condition, words))
                        .collect(Collectors.joining("UNION ALL "))
                    + "ORDER BY seq LIMIT :most")
            .bind("run", query.run.value())
            .bind("from", from)
            .bind("most", most);
    if (!query.words.isBlank()) {
      statement.bind("words", Folded.anywhere(query.words));
    }
    return statement.map((row, _) -> read(row)).list();
  }

  private interface Word<T> {
    T read() throws SQLException;
  }

  /** What cannot be read is in doubt, and keeps no other from being shown. */
  private static <T> T shown(Word<T> word, T otherwise) throws SQLException {
    try {
      return word.read();
    } catch (IllegalArgumentException _) {
      return otherwise;
    }
  }

  /** Reads one from a row with the columns that {@link Recipient} has. */
  public static Recipient read(ResultSet row) throws SQLException {
    var reason = row.getString("reason");
    return new Recipient(
        row.getLong("seq"),
        shown(() -> RecipientRows.kind(row), Target.Kind.PERSON),
        row.getString("target"),
        row.getString("name"),
        row.getString("email"),
        shown(() -> RecipientState.read(row.getString("state")), RecipientState.UNKNOWN),
        row.getInt("attempt"),
        reason == null || reason.isEmpty() ? Optional.empty() : Optional.of(reason),
        Moments.find(row, "settled_at"),
        Moments.find(row, "dated"),
        Optional.ofNullable(row.getString("followed")),
        Moments.find(row, "acknowledged"),
        row.getInt("lane"));
  }

  /** Something that has begun and is not settled; in doubt if it is not under way any more. */
  public record Unsettled(String target, RunId run, boolean inDoubt) {}

  /** What other runs have begun to these. */
  public List<Unsettled> unsettled(Run run, List<Recipient> some) {
    return database.read(handle ->
        handle
            .createQuery(UNSETTLED)
            .bindList("targets", some.stream().map(Recipient::target).distinct().toList())
            .bind("app", run.app())
            .bind("run", run.id().value())
            .map((row, _) ->
                new Unsettled(
                    row.getString("target"),
                    new RunId(row.getLong("run")),
                    row.getInt("doubt") == 1))
            .list());
  }

  /** How many people have acknowledged each of these runs. */
  public Map<RunId, Long> acknowledged(Collection<RunId> runs) {
    var counts = new HashMap<RunId, Long>();
    if (runs.isEmpty()) {
      return counts;
    }
    database.read(handle ->
        handle
            .createQuery("SELECT id, acknowledged FROM run WHERE id IN (<runs>)")
            .bindList("runs", runs.stream().map(RunId::value).toList())
            .map((row, _) -> counts.put(new RunId(row.getLong("id")), row.getLong("acknowledged")))
            .list());
    return counts;
  }

  /**
   * How many certainly did not get it, as {@link belfry.people.audience.Audience.Who#NOT_REACHED}
   * says.
   */
  public long notReached(RunId run) {
    return database.read(handle -> RecipientsAgain.notReached(handle, run));
  }

  /** Whether anybody is left who was refused or is held and can be sent to again. */
  public boolean hasSendable(RunId run) {
    return database.read(handle -> RecipientsAgain.hasSendable(handle, run));
  }

  /** A reason for refusals, and how many recipients it concerns. */
  public record Failure(String reason, long recipients) {}

  /** The reasons of a run, the most frequent first; at most {@value #MOST_REASONS}. */
  public List<Failure> failures(RunId run) {
    var counts = new HashMap<String, Long>();
    database.read(handle -> {
      // In steps, because SQLite would sort all the refused of a large run in memory.
      var step = Optional.of(-1L);
      while (step.isPresent()) {
        step = countReasons(handle, run, step.get(), counts);
      }
      return counts;
    });
    return counts.entrySet().stream()
        .map(entry -> new Failure(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong(Failure::recipients).reversed().thenComparing(Failure::reason))
        .limit(MOST_REASONS)
        .toList();
  }

  /** Counts the next {@value #STEP} after one; says where that ended, if there may be more. */
  private static Optional<Long> countReasons(
      Handle handle, RunId run, long after, Map<String, Long> counts) {
    var reasons =
        handle
            .createQuery(
                """
                SELECT COALESCE(reason, '') AS why, COUNT(*) AS n, MAX(seq) AS last FROM (
                  SELECT reason, seq FROM recipient
                  WHERE run = ? AND state = 'failed' AND seq > ? ORDER BY seq LIMIT ?) AS step
                GROUP BY COALESCE(reason, '')
                """)
            .bind(0, run.value())
            .bind(1, after)
            .bind(2, STEP)
            .map(
                (row, _) -> new Reason(row.getString("why"), row.getLong("n"), row.getLong("last")))
            .list();
    var counted = 0L;
    var last = after;
    for (var reason : reasons) {
      counts.merge(reason.why, reason.recipients, Long::sum);
      counted += reason.recipients;
      last = Math.max(last, reason.last);
    }
    return counted < STEP ? Optional.empty() : Optional.of(last);
  }

  private record Reason(String why, long recipients, long last) {}
}
