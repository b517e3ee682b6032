package belfry.runs.recipients;

import belfry.apps.AppName;
import belfry.messages.Card;
import belfry.messages.MessageText;
import belfry.people.PersonErasure;
import belfry.platform.ShownContent;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Identity;
import belfry.platform.ids.PlatformId;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Rewriting;
import belfry.storage.StorageException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Erases who a recipient was: states, times and counts stay, under a name that says nothing. Goes
 * through the runs a few at a time.
 */
public final class RecipientErasure {
  /**
   * Of recipients: whoever was erased cannot be written to any more, and is waited for by nobody.
   */
  public static final String NOT_ERASED = "target NOT LIKE '" + Forgotten.PREFIX + "%'";

  private static final int RUNS_AT_ONCE = 200;

  private static final Rewriting RUNS = new Rewriting("run", "id");

  /**
   * Of runs: those whose words nobody compares any more. Whoever may be sent to again is looked for
   * by the words that were sent, and so are doubles.
   */
  public static final String SETTLED_RUNS =
      """
      gate = 'closed' AND pending + retry + sending + unknown + held + failed = 0
        AND (kind <> 'job' OR double_checked IS NOT NULL)
      """;

  private static final Rewriting SETTLED = new Rewriting("run", "id").where(SETTLED_RUNS);

  private static final Rewriting SETTLED_WITH_CARDS =
      new Rewriting("run", "id").where(SETTLED_RUNS + " AND card <> ''");

  private static final Rewriting RECIPIENTS =
      new Rewriting("recipient", List.of("run", "seq"), "", "");

  /** What an author was shown as somebody else reads it. No test is sent once more. */
  private static final Rewriting TESTS =
      RECIPIENTS.where(
          "personal <> '{}' AND run IN (SELECT id FROM run WHERE kind = 'test' AND gate ="
              + " 'closed')");

  private static final String SETTLED_NOTICES =
      "run IN (SELECT id FROM run WHERE notice = 1 AND " + SETTLED_RUNS + ")";

  /** What an author was told of a job: its title, and what it waits for. */
  private static final Rewriting NOTICES =
      RECIPIENTS.where("personal <> '{}' AND " + SETTLED_NOTICES);

  private static final Rewriting FOLLOW_UPS =
      new Rewriting("follow_up", "id").where("gate = 'closed'");

  private static final Rewriting FOLLOW_UP_CHOICES =
      new Rewriting("follow_up", "id").where("gate = 'closed' OR complete = 1");

  private static final Rewriting FOLLOW_UP_ROWS =
      new Rewriting("follow_up_row", List.of("follow_up", "number"), "", "");

  private static final String OPEN_TO_THEM =
      """
      SELECT run.app, run.job FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<targets>)
      WHERE (run.gate <> 'closed' OR EXISTS (
        SELECT 1 FROM follow_up f WHERE f.run = run.id AND f.gate <> 'closed'))
      """;

  /** Nobody knows yet to whom. */
  private static final String OPEN_TO_SOMEBODY =
      """
       UNION ALL SELECT app, job FROM run WHERE gate <> 'closed' AND expanded = 0 AND NOT (%2$s) AND %1$s
      UNION ALL SELECT run.app, run.job FROM run JOIN follow_up f ON f.run = run.id
        WHERE f.gate <> 'closed' AND f.complete = 0 AND f.only_for <> '' AND %1$s
      LIMIT 1
      """;

  private RecipientErasure() {}

  /**
   * Their people are written down only when quiet hours are over, like those of a scheduled job.
   */
  private static String keepsQuiet(Set<AppName> quiet) {
    return """
    run.gate <> 'stopping' AND run.expanded = 0 AND run.urgent = 0 AND run.app IN ('%s')
      AND NOT EXISTS (SELECT 1 FROM recipient r WHERE r.run = run.id)
    """
        .formatted(quiet.stream().map(AppName::value).collect(Collectors.joining("', '")));
  }

  /**
   * What is being sent, recalled or corrected to them, or to nobody knows whom yet.
   *
   * @param quiet the apps in whose quiet hours this is
   */
  public static Optional<String> underWay(Handle handle, Identity who, Set<AppName> quiet) {
    return handle
        .createQuery(OPEN_TO_THEM + OPEN_TO_SOMEBODY.formatted("1 = 1", keepsQuiet(quiet)))
        .bindList("targets", who.marks())
        .map((row, _) -> named(row))
        .findOne();
  }

  private static String named(ResultSet row) throws SQLException {
    return "%s, message %s".formatted(row.getString("app"), new JobId(row.getLong("job")));
  }

  /** The keys of the 1:1 conversations in which they got something. */
  public static Set<String> rooms(Handle handle, Identity who) {
    return handle
        .createQuery(
            """
            SELECT DISTINCT r.room_id FROM run JOIN recipient r ON r.run = run.id
            WHERE r.target IN (<targets>) AND r.kind = 'person' AND r.room_id IS NOT NULL
            """)
        .bindList("targets", who.marks())
        .mapTo(String.class)
        .stream()
        .map(PlatformId::key)
        .collect(Collectors.toSet());
  }

  /**
   * Erases it in all runs.
   *
   * @param quiet the apps in whose quiet hours this is
   * @return in how many runs they were
   * @throws StorageException if one of these is open again meanwhile
   */
  public static int erase(Database database, Forgotten forgotten, Set<AppName> quiet) {
    var erased = 0;
    var after = 0L;
    while (true) {
      var from = after;
      var runs = database.read(handle -> runs(handle, from));
      if (runs.isEmpty()) {
        return erased;
      }
      erased += database.<Integer>write(handle -> erase(handle, runs, forgotten, quiet));
      after = runs.getLast();
    }
  }

  private static List<Long> runs(Handle handle, long after) {
    return handle
        .createQuery("SELECT id FROM run WHERE id > ? ORDER BY id LIMIT ?")
        .bind(0, after)
        .bind(1, RUNS_AT_ONCE)
        .mapTo(Long.class)
        .list();
  }

  private static int erase(
      Handle handle, List<Long> runs, Forgotten forgotten, Set<AppName> quiet) {
    var who = forgotten.who();
    var targets = who.marks();
    // Nobody opens one of them again before this is committed.
    handle
        .createUpdate(
            """
            UPDATE run SET gate = gate WHERE id IN (<runs>) AND EXISTS (
              SELECT 1 FROM recipient r WHERE r.run = run.id AND r.target IN (<targets>))
            """)
        .bindList("runs", runs)
        .bindList("targets", targets)
        .execute();
    var open =
        handle
            .createQuery(
                OPEN_TO_THEM
                    + " AND run.id IN (<runs>)"
                    + OPEN_TO_SOMEBODY.formatted("run.id IN (<runs>)", keepsQuiet(quiet)))
            .bindList("targets", targets)
            .bindList("runs", runs)
            .map((row, _) -> named(row))
            .findOne();
    if (open.isPresent()) {
      throw refusal(open.get());
    }
    // What is said to one person alone.
    handle
        .createUpdate(
            """
            UPDATE run SET markdown = '', card = '', echo = '' WHERE id IN (<runs>) AND kind = 'reply' AND EXISTS (
              SELECT 1 FROM recipient r WHERE r.run = run.id AND r.target IN (<targets>))
            """)
        .bindList("runs", runs)
        .bindList("targets", targets)
        .execute();
    // The first message may be shown there; of a personal run it only says that words are changed.
    handle
        .createUpdate(
            """
            UPDATE run SET echo = :nothing WHERE id IN (<runs>) AND echo <> '' AND EXISTS (
              SELECT 1 FROM recipient r
              WHERE r.run = run.id AND r.target IN (<targets>) AND r.personal IS NOT NULL)
            """)
        .bind("nothing", Json.write(ShownContent.NONE))
        .bindList("runs", runs)
        .bindList("targets", targets)
        .execute();
    return handle
        .createUpdate(
            """
            UPDATE recipient SET target = :pseudonym || '-' || seq, name = '', name_key = '',
              email = '', personal = NULL, message_id = NULL, room_id = NULL
            WHERE run IN (<runs>) AND target IN (<targets>)
            """)
        .bind("pseudonym", forgotten.pseudonym())
        .bindList("runs", runs)
        .bindList("targets", targets)
        .execute();
  }

  /** Says that somebody cannot be erased, because of what is under way. */
  public static StorageException refusal(String what) {
    return new StorageException(
        "A message to them, or to people who are not listed yet, is being sent, recalled or corrected (%s). Wait until it is over, or cancel it"
            .formatted(what));
  }

  /**
   * Erases them where others are told of them, and as whoever began it.
   *
   * @param quiet the apps in whose quiet hours this is
   * @param again the jobs to whose recipients something else may still be sent, with their values
   * @return how many texts
   */
  public static int eraseElsewhere(
      Database database, Forgotten forgotten, Set<AppName> quiet, Set<JobId> again) {
    var who = forgotten.who();
    // Once everybody is in it, whom its author chose and left out is not read any more to send.
    var chosen = RUNS.where("gate = 'closed' OR expanded = 1 OR " + keepsQuiet(quiet));
    var marks = who.marks();
    var over = SETTLED_RUNS + " AND " + Rewriting.notAmong("job", again.stream().map(JobId::value));
    var tests = TESTS.apply(database, List.of("personal"), who.marksAndNames(), _ -> "{}");
    // Of the others nobody knows as whom they were, so they are not counted as theirs.
    TESTS.apply(database, List.of("personal"), List.of(""), _ -> "{}");
    return tests
        + chosen.apply(
            database,
            List.of("audience"),
            who.marksAndNames(),
            json -> PersonErasure.without(json, forgotten))
        + chosen.apply(
            database, List.of("notes", "question"), who.marksAndNames(), forgotten::named)
        + SETTLED.apply(database, List.of("echo"), who.marksAndNames(), _ -> "")
        + SETTLED.apply(database, List.of("markdown", "card"), marks, forgotten::in)
        + NOTICES.apply(database, List.of("personal"), who.marksAndNames(), _ -> "{}")
        // Who decided about others is named there.
        + RECIPIENTS.apply(database, List.of("reason"), who.marksAndNames(), forgotten::named)
        + RECIPIENTS
            .where("run IN (SELECT id FROM run WHERE %s)".formatted(over))
            .apply(
                database, List.of("personal"), marks, json -> PersonErasure.values(json, forgotten))
        + FOLLOW_UP_CHOICES.apply(
            database,
            List.of("only_for"),
            who.marksAndNames(),
            json -> PersonErasure.without(json, forgotten))
        + FOLLOW_UPS.apply(database, List.of("markdown"), marks, forgotten::in)
        + FOLLOW_UP_ROWS.apply(database, List.of("reason"), marks, forgotten::in)
        + database.<Integer>write(handle -> by(handle, forgotten));
  }

  /**
   * Erases them in texts and in the cards that were made of these, where they stand as the author
   * called them; how many.
   */
  public static int eraseFromCards(Database database, Forgotten forgotten) {
    return SETTLED_WITH_CARDS.apply(
        database,
        List.of("markdown"),
        forgotten.who().marks(),
        forgotten::in,
        RecipientErasure::cardAnew);
  }

  private static void cardAnew(Handle handle, List<Object> key, String was) {
    handle
        .createQuery("SELECT markdown, card FROM run WHERE id = ?")
        .bind(0, key.getFirst())
        .map((row, _) ->
            new Card(row.getString("card"))
                .anew(new MessageText(was), new MessageText(row.getString("markdown"))))
        .one()
        .ifPresent(card ->
            handle.execute("UPDATE run SET card = ? WHERE id = ?", card.json(), key.getFirst()));
  }

  /** In the title that a notice has copied, they are called as the text called them. */
  public static void eraseNotices(Handle handle, JobId job) {
    handle.execute(
        """
        UPDATE recipient SET personal = '{}'
        WHERE run IN (SELECT id FROM run WHERE job = ?) AND %s
        """
            .formatted(SETTLED_NOTICES),
        job.value());
  }

  private static int by(Handle handle, Forgotten forgotten) {
    return handle
            .createUpdate("UPDATE run SET started_by = :pseudonym WHERE started_by IN (<ids>)")
            .bindList("ids", forgotten.who().ids())
            .bind("pseudonym", forgotten.pseudonym())
            .execute()
        + handle
            .createUpdate(
                "UPDATE follow_up SET started_by = :pseudonym, started_by_name = :pseudonym WHERE"
                    + " started_by IN (<ids>)")
            .bindList("ids", forgotten.who().ids())
            .bind("pseudonym", forgotten.pseudonym())
            .execute();
  }
}
