package belfry.runs.recipients;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.people.audience.Target;
import belfry.people.directory.OutsidePeople;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Dating;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.Unreadable;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What the rows of recipients prove about the messages of one of an app's bots, across all runs:
 * evidence, not counts.
 */
public final class RecipientRecord {
  /** How many of the latest runs are searched for a message that certainly exists. */
  private static final int CONTROLS_FROM = 20;

  /** How many of each run's latest recipients are searched. */
  private static final int CONTROLS_AMONG = 2_000;

  private final AppName app;
  private final int lane;
  private final Database database;

  /** {@code lane} is the number of the bot. */
  public RecipientRecord(AppName app, int lane, Database database) {
    this.app = app;
    this.lane = lane;
    this.database = database;
  }

  /** The recipients in doubt of a run to whom this bot sends, in order. */
  public static List<Doubtful> doubtful(Handle handle, RunId run, int lane) {
    return handle
        .createQuery(
            """
            SELECT r.seq, r.attempt_id, r.kind, r.target, r.intent_at, r.intent_leeway, r.bot,
              r.message_id, r.personal, run.app
            FROM recipient r JOIN run ON run.id = r.run
            WHERE r.run = ? AND r.state = 'unknown' AND r.lane = ? ORDER BY r.seq
            """)
        .bind(0, run.value())
        .bind(1, lane)
        .map((row, _) -> doubtful(handle, run, row))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Empty if it cannot be said what to look for; whoever that is stays in doubt. */
  private static Optional<Doubtful> doubtful(Handle handle, RunId run, ResultSet row)
      throws SQLException {
    try {
      return Optional.of(
          new Doubtful(
              run,
              row.getLong("seq"),
              row.getLong("attempt_id"),
              RecipientRows.kind(row),
              row.getString("target"),
              dated(row),
              PersonId.parse(row.getString("bot")),
              Optional.ofNullable(row.getString("message_id")),
              RecipientRows.values(row)));
    } catch (Unreadable | IllegalArgumentException e) {
      UnreadableRows.of(handle)
          .note(new UnreadableRows.Row("recipient", run.value(), row.getString("app")), e);
      return Optional.empty();
    }
  }

  /** How many of a run are in doubt, and since when the last of them is. */
  public record InDoubt(long people, long spaces, Instant latest) {}

  /** Empty when nobody is. */
  public static Optional<InDoubt> inDoubt(Database database, RunId run) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT COUNT(*) AS everybody, MAX(settled_at) AS latest,
                  SUM(CASE WHEN kind = 'person' THEN 1 ELSE 0 END) AS people
                FROM recipient WHERE run = ? AND state = 'unknown' HAVING COUNT(*) > 0
                """)
            .bind(0, run.value())
            .map((row, _) -> {
              var people = row.getLong("people");
              var latest = Moments.at(row, "latest");
              return new InDoubt(people, row.getLong("everybody") - people, latest);
            })
            .findOne());
  }

  private static Dating dated(ResultSet row) throws SQLException {
    var certain = Moments.at(row, "intent_at");
    return new Dating(certain.minusMillis(row.getLong("intent_leeway")), certain);
  }

  /**
   * A message to a target that exists, or may exist.
   *
   * @param messageId empty if unknown
   * @param certain false if a person said that it arrived, has yet to decide, or had it sent again
   *     anyway
   * @param intended when it was intended, or settled if that is unknown
   */
  public record Sent(Optional<String> messageId, boolean certain, Instant intended) {}

  /** All messages to a target. Not limited by time, because a wrong clock could hide one. */
  public List<Sent> sentTo(String target) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT r.state, r.message_id, r.warned, r.intent_at, r.settled_at FROM run
                JOIN recipient r ON r.run = run.id AND r.target IN (<targets>)
                WHERE run.app = :app AND r.lane = :lane AND (r.state = 'sent' OR r.state = 'held' OR r.warned > 0)
                """)
            .bindList("targets", targets(handle, target))
            .bind("app", app)
            .bind("lane", lane)
            .map((row, _) -> sent(row))
            .list());
  }

  /** Whether a message is on record for anybody. */
  public boolean isRecorded(String messageId) {
    return database.read(handle -> Settlements.isRecorded(handle, messageId));
  }

  /** Whoever was written to by an address may have been named since, in another run. */
  private static List<String> targets(Handle handle, String target) {
    if (new PersonId(target).address().isEmpty()) {
      return List.of(target);
    }
    var all = new ArrayList<>(List.of(target));
    OutsidePeople.named(handle, target).map(PersonId::value).ifPresent(all::add);
    return all;
  }

  private static Sent sent(ResultSet row) throws SQLException {
    var state = RecipientState.read(row.getString("state"));
    // Of whoever is in doubt, it is what an answer named.
    var message =
        Optional.ofNullable(row.getString("message_id"))
            .filter(_ -> state != RecipientState.UNKNOWN);
    var nameless = state == RecipientState.SENT && message.isEmpty();
    var uncertain = nameless || state == RecipientState.HELD || row.getInt("warned") > 0;
    return new Sent(message, !uncertain, Instant.ofEpochMilli(intendedAt(row)));
  }

  /**
   * For an intent made before the platform's clock was known, only the time of its settlement is
   * known.
   */
  private static long intendedAt(ResultSet row) throws SQLException {
    var intent = row.getLong("intent_at");
    return intent == Dating.UNKNOWN.certain().toEpochMilli() ? row.getLong("settled_at") : intent;
  }

  /**
   * For each of these numbers, the first person from there on who certainly has the message as it
   * was sent.
   */
  public List<Addressee> sent(RunId run, List<Long> from) {
    return database.read(handle ->
        from.stream().flatMap(seq -> sentFrom(handle, run, seq).stream()).distinct().toList());
  }

  /** Searches only nearby, because in a long run that has just begun it would take long. */
  private Optional<Addressee> sentFrom(Handle handle, RunId run, long seq) {
    return handle
        .createQuery(
            """
            SELECT seq, target, personal FROM recipient
            WHERE run = ? AND seq >= ? AND seq < ? AND kind = 'person' AND state = 'sent'
              AND message_id IS NOT NULL AND followed IS NULL AND lane = ?
            ORDER BY seq LIMIT 1
            """)
        .bind(0, run.value())
        .bind(1, seq)
        .bind(2, seq + CONTROLS_AMONG)
        .bind(3, lane)
        .map((row, _) -> RecipientRows.addressee(row))
        .findOne();
  }

  /** How to find the conversation with a person, as far as recorded. */
  public Contact contact(String target) {
    var contacts =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT r.email, CASE WHEN r.lane = :lane THEN COALESCE(r.room_id, '') ELSE '' END AS room FROM run
                    JOIN recipient r ON r.run = run.id AND r.target = :target
                    WHERE run.app = :app ORDER BY run.id DESC
                    """)
                .bind("lane", lane)
                .bind("target", target)
                .bind("app", app)
                .map((row, _) ->
                    new Contact(row.getString("email"), SpaceId.parse(row.getString("room"))))
                .list());
    return new Contact(
        contacts.stream()
            .map(Contact::email)
            .filter(email -> !email.isEmpty())
            .findFirst()
            .orElse(""),
        contacts.stream().map(Contact::room).flatMap(Optional::stream).findFirst());
  }

  /**
   * The latest message of this kind that certainly exists: in this run, or else in the latest ones.
   */
  public Optional<Control> control(RunId run, Target.Kind kind) {
    return database.read(handle ->
        control(handle, run, kind)
            .or(() ->
                handle
                    .createQuery("SELECT id FROM run WHERE app = ? ORDER BY id DESC LIMIT ?")
                    .bind(0, app)
                    .bind(1, CONTROLS_FROM)
                    .map((row, _) -> new RunId(row.getLong("id")))
                    .list()
                    .stream()
                    .flatMap(other -> control(handle, other, kind).stream())
                    .findFirst()));
  }

  /** One of the messages sent recently, found without scanning the run. */
  private Optional<Control> control(Handle handle, RunId run, Target.Kind kind) {
    return handle
        .createQuery(
            """
            SELECT r.target, r.message_id FROM run
            LEFT JOIN run_lane l ON l.run = run.id AND l.lane = :lane
            JOIN recipient r ON r.run = run.id AND r.seq < COALESCE(l.next_seq, run.next_seq)
              AND r.seq >= COALESCE(l.next_seq, run.next_seq) - :among
            WHERE run.id = :run AND r.kind = :kind AND r.state = 'sent' AND r.message_id IS NOT NULL
              AND r.followed IS NULL AND r.lane = :lane
            ORDER BY r.intent_at DESC, r.seq DESC LIMIT 1
            """)
        .bind("among", CONTROLS_AMONG)
        .bind("run", run.value())
        .bind("kind", EnumWord.of(kind))
        .bind("lane", lane)
        .map((row, _) ->
            new Control(
                run, row.getString("target"), row.getString("message_id"), Optional.empty()))
        .findOne();
  }
}
