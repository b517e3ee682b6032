package belfry.runs;

import belfry.apps.AppName;
import belfry.people.Target;
import belfry.platform.Dating;
import belfry.storage.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** What the recipients of one app tell of its messages, across all runs: evidence, not counts. */
public final class RecipientRecord {
  /** In so many of the last runs a message that is certainly there is looked for. */
  private static final int CONTROLS_FROM = 20;

  /** Of each of which so many of the last recipients are gone through. */
  private static final int CONTROLS_AMONG = 2_000;

  private final AppName app;
  private final Database database;

  public RecipientRecord(AppName app, Database database) {
    this.app = app;
    this.database = database;
  }

  /** Those of a run of whom nobody knows whether the message arrived, in order. */
  public static List<Doubtful> doubtful(Handle handle, RunId run) {
    return handle
        .createQuery(
            """
            SELECT seq, attempt_id, kind, target, intent_at, intent_leeway, bot, personal FROM recipient
            WHERE run = ? AND state = 'unknown' ORDER BY seq
            """)
        .bind(0, run.value())
        .map((row, _) ->
            new Doubtful(
                run,
                row.getLong("seq"),
                row.getLong("attempt_id"),
                RecipientRows.kind(row),
                row.getString("target"),
                dated(row),
                row.getString("bot"),
                RecipientRows.values(row)))
        .list();
  }

  private static Dating dated(ResultSet row) throws SQLException {
    var certain = Instant.ofEpochMilli(row.getLong("intent_at"));
    return new Dating(certain.minusMillis(row.getLong("intent_leeway")), certain);
  }

  /**
   * A message to somebody that is there, or may be.
   *
   * @param messageId empty where nobody knows it
   * @param certain false where a person said that it is there, is still to say, or wanted another
   *     one all the same
   * @param intended when it was to be sent, or settled where that is not known
   */
  public record Sent(Optional<String> messageId, boolean certain, Instant intended) {}

  /** All of a target, by what is recorded, never by when: no clock of ours may hide one. */
  public List<Sent> sentTo(String target) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT r.state, r.message_id, r.warned, r.intent_at, r.settled_at FROM run
                JOIN recipient r ON r.run = run.id AND r.target = ?
                WHERE run.app = ? AND (r.state = 'sent' OR r.state = 'held' OR r.warned > 0)
                """)
            .bind(0, target)
            .bind(1, app)
            .map((row, _) -> sent(row))
            .list());
  }

  private static Sent sent(ResultSet row) throws SQLException {
    var message = Optional.ofNullable(row.getString("message_id"));
    var state = RecipientState.read(row.getString("state"));
    var nameless = state == RecipientState.SENT && message.isEmpty();
    var uncertain = nameless || state == RecipientState.HELD || row.getInt("warned") > 0;
    return new Sent(message, !uncertain, Instant.ofEpochMilli(intendedAt(row)));
  }

  /** Of an intent while no clock was known it is only known when it was settled. */
  private static long intendedAt(ResultSet row) throws SQLException {
    var intent = row.getLong("intent_at");
    return intent == Dating.UNKNOWN.certain().toEpochMilli() ? row.getLong("settled_at") : intent;
  }

  /** Of each of these numbers the first person from there on who certainly has the message. */
  public List<Addressee> sent(RunId run, List<Long> from) {
    return database.read(handle ->
        from.stream().flatMap(seq -> sentFrom(handle, run, seq).stream()).distinct().toList());
  }

  /** Nobody is looked for far from there: in a long run that has just begun it would take long. */
  private static Optional<Addressee> sentFrom(Handle handle, RunId run, long seq) {
    return handle
        .createQuery(
            """
            SELECT seq, target, personal FROM recipient
            WHERE run = ? AND seq >= ? AND seq < ? AND kind = 'person' AND state = 'sent'
              AND message_id IS NOT NULL
            ORDER BY seq LIMIT 1
            """)
        .bind(0, run.value())
        .bind(1, seq)
        .bind(2, seq + CONTROLS_AMONG)
        .map((row, _) -> RecipientRows.addressee(row))
        .findOne();
  }

  /** How to find the conversation with a person, as far as it is written down. */
  public Contact contact(String target) {
    var contacts =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT r.email, COALESCE(r.room_id, '') AS room FROM run
                    JOIN recipient r ON r.run = run.id AND r.target = ?
                    WHERE run.app = ? ORDER BY run.id DESC
                    """)
                .bind(0, target)
                .bind(1, app)
                .map((row, _) -> new Contact(row.getString("email"), row.getString("room")))
                .list());
    return new Contact(
        first(contacts.stream().map(Contact::email)), first(contacts.stream().map(Contact::room)));
  }

  private static String first(Stream<String> texts) {
    return texts.filter(text -> !text.isEmpty()).findFirst().orElse("");
  }

  /**
   * The latest message of this kind that is certainly there: of this run, else of the last ones.
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

  /** One of those sent lately, found without going through the run. */
  private static Optional<Control> control(Handle handle, RunId run, Target.Kind kind) {
    return handle
        .createQuery(
            """
            SELECT r.target, r.message_id FROM run
            JOIN recipient r ON r.run = run.id AND r.seq < run.next_seq AND r.seq >= run.next_seq - ?
            WHERE run.id = ? AND r.kind = ? AND r.state = 'sent' AND r.message_id IS NOT NULL
            ORDER BY r.intent_at DESC, r.seq DESC LIMIT 1
            """)
        .bind(0, CONTROLS_AMONG)
        .bind(1, run.value())
        .bind(2, RecipientRows.word(kind))
        .map((row, _) ->
            new Control(
                run, row.getString("target"), row.getString("message_id"), Optional.empty()))
        .findOne();
  }
}
