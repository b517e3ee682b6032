package belfry.answers;

import belfry.apps.AppName;
import belfry.people.audience.Target;
import belfry.people.directory.Person;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.runs.Acknowledgements;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.NamedRecipient;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Finds the announcement that an answer belongs to. A press belongs to the message that the card is
 * in. What is written belongs to the message whose thread it is in; the agreed word to the latest
 * announcement that still waits for it from that person; all else to the latest announcement that
 * this app had sent to that person, or space, before. Where several fit, what was sent by the bot
 * in whose conversation it is comes before what another one sent.
 */
final class Announcements {
  /** How many of the latest runs to somebody are considered. */
  private static final int MOST = 200;

  private static final String ROWS =
      """
      SELECT run.id, run.kind, run.job, run.card <> '' AS card, r.seq, r.lane, r.target, r.name, r.email, r.state,
        CASE WHEN r.state = 'unknown' THEN NULL ELSE r.message_id END AS message_id, COALESCE(r.dated, r.intent_at - r.intent_leeway) AS intended,
        COALESCE(r.dated, r.settled_at, 0) AS latest,
        EXISTS (SELECT 1 FROM job WHERE job.id = run.job) AS kept
      FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<targets>)
      WHERE run.app = :app
        AND (r.state = 'sent' OR r.state = 'held' OR r.state = 'sending' OR r.state = 'unknown')
      ORDER BY run.id DESC LIMIT :most
      """;

  private final Handle handle;
  private final AppName app;
  private final Optional<Integer> bot;

  /**
   * Those of one app.
   *
   * @param bot the number of the bot in whose conversation somebody answered; empty if what all
   *     bots said is seen there
   */
  Announcements(Handle handle, AppName app, Optional<Integer> bot) {
    this.handle = handle;
    this.app = app;
    this.bot = bot;
  }

  /** What an answer belongs to, as far as it is known. */
  sealed interface Belonging {
    /**
     * It belongs to this one.
     *
     * @param target the recipient's id, in the form in which the announcement was sent to it
     */
    record About(Announcement announcement, String target, String name, String email)
        implements Belonging {}

    /** A message that it may belong to is not settled yet. */
    record NotYet() implements Belonging {}

    /** It belongs to none. */
    record None(Why why) implements Belonging {}
  }

  /** Why an answer is not kept. */
  enum Why {
    /** This app has sent nothing to them before. */
    NO_ANNOUNCEMENT,
    /** It is about a test. */
    TEST,
    /** It is about an announcement that has been deleted. */
    DELETED,
    /** The message was not sent by Belfry. */
    NOT_OURS
  }

  /**
   * A message to somebody.
   *
   * @param bot the number of the bot that sends it
   * @param intended nothing of it is dated before this
   * @param latest when it was written, as far as known
   */
  private record Row(
      Announcement announcement,
      String kind,
      boolean hasCard,
      boolean isKept,
      int bot,
      String target,
      String name,
      String email,
      String state,
      Optional<String> messageId,
      Instant intended,
      Instant latest) {

    boolean isUnsettled() {
      return state.equals("sending") || state.equals("unknown");
    }

    boolean isAnnouncement() {
      return kind.equals("job");
    }

    Belonging found() {
      return isKept
          ? new Belonging.About(announcement, target, name, email)
          : new Belonging.None(Why.DELETED);
    }
  }

  /** What was pressed in this message, in the conversation with this recipient. */
  Belonging ofPress(Set<String> targets, String messageId, Instant pressed) {
    var rows = rows(targets);
    return byMessage(rows, messageId)
        .map(row -> found(rows, row))
        .orElseGet(() -> nameless(rows, pressed));
  }

  /** What is about a reply is about the announcement that the reply was about. */
  private Belonging found(List<Row> rows, Row row) {
    return switch (row.kind) {
      case "test" -> new Belonging.None(Why.TEST);
      case "reply" -> {
        var about = Replies.about(handle, row.announcement.run());
        yield rows.stream()
            .filter(one -> about.equals(Optional.of(one.announcement.run())))
            .findFirst()
            .map(Row::found)
            .orElse(new Belonging.None(Why.DELETED));
      }
      default -> row.found();
    };
  }

  /**
   * A message whose id is not known: because its outcome is still being settled, or because a
   * person said that it arrived.
   */
  private Belonging nameless(List<Row> rows, Instant pressed) {
    var possible =
        rows.stream()
            .filter(row -> row.isAnnouncement() && row.hasCard && row.messageId.isEmpty())
            .filter(this::isHere)
            .filter(row -> !row.intended.isAfter(pressed))
            .toList();
    if (possible.stream().anyMatch(Row::isUnsettled)) {
      return new Belonging.NotYet();
    }
    return possible.stream()
        .max(Comparator.comparing(Row::latest))
        .map(Row::found)
        .orElse(new Belonging.None(Why.NOT_OURS));
  }

  /**
   * What was written.
   *
   * @param parent the message whose thread it is in
   */
  Belonging ofWords(Set<String> targets, Optional<String> parent, String words, Instant written) {
    var rows = rows(targets);
    return parent
        .flatMap(
            id -> byMessage(rows, id).map(row -> found(rows, row)).or(() -> byAnswer(rows, id)))
        .orElseGet(() -> latest(rows, words, written));
  }

  private static Optional<Row> byMessage(List<Row> rows, String messageId) {
    return rows.stream()
        .filter(row ->
            row.messageId
                .filter(id -> PlatformId.compare(id, messageId) == Likeness.SAME)
                .isPresent())
        .findFirst();
  }

  /** A thread below an earlier answer is about the same announcement. */
  private Optional<Belonging> byAnswer(List<Row> rows, String parent) {
    return AnswerStore.bySource(handle, app, ReceivedAnswer.Kind.WRITTEN, parent)
        // Of whoever was erased since, nobody knows any more that they got it.
        .filter(answer ->
            !Forgotten.is(answer.from().id().value())
                || rows.stream().anyMatch(row -> row.announcement.equals(answer.about())))
        .map(answer ->
            AnswerStore.find(handle, app, answer.id()).isPresent()
                ? new Belonging.About(
                    answer.about(),
                    answer.from().id().value(),
                    answer.from().name(),
                    answer.from().email())
                : new Belonging.None(Why.DELETED));
  }

  private Belonging latest(List<Row> rows, String words, Instant written) {
    var before =
        rows.stream()
            .filter(row -> row.isAnnouncement() && !row.intended.isAfter(written))
            .sorted(Comparator.comparing(Row::latest).reversed())
            .toList();
    var waiting = waiting(before, words);
    return latest(waiting.isEmpty() ? hereFirst(before) : waiting);
  }

  private boolean isHere(Row row) {
    return bot.isEmpty() || row.bot == bot.get();
  }

  /** Whoever writes to a bot that sent them nothing of the kind means what another one sent. */
  private List<Row> hereFirst(List<Row> rows) {
    var here = rows.stream().filter(this::isHere).toList();
    return here.isEmpty() ? rows : here;
  }

  /** Those that ask for these words, and wait for them. */
  private List<Row> waiting(List<Row> rows, String words) {
    var locked = new HashSet<RunId>();
    var waiting = notAcknowledged(rows, words);
    // Somebody who writes a word twice means two announcements, also if both are read at once.
    while (!waiting.isEmpty() && locked.add(waiting.getFirst().announcement.run())) {
      Acknowledgements.lock(handle, waiting.getFirst().announcement.run());
      waiting = notAcknowledged(rows, words);
    }
    return waiting;
  }

  private List<Row> notAcknowledged(List<Row> rows, String words) {
    var waiting =
        AcknowledgedAnswers.waiting(
            handle,
            rows.stream().map(row -> row.announcement.run()).toList(),
            rows.stream()
                .map(Row::target)
                .distinct()
                .flatMap(target -> NamedRecipient.targets(handle, new PersonId(target)).stream())
                .collect(Collectors.toSet()),
            words);
    return hereFirst(
        rows.stream()
            .filter(row -> row.isKept && waiting.contains(row.announcement.run()))
            .toList());
  }

  private static Belonging latest(List<Row> before) {
    if (before.isEmpty()) {
      return new Belonging.None(Why.NO_ANNOUNCEMENT);
    }
    if (before.getFirst().isUnsettled()) {
      return new Belonging.NotYet();
    }
    return before.stream()
        .filter(row -> row.state.equals("sent"))
        .findFirst()
        .orElse(before.getFirst())
        .found();
  }

  private List<Row> rows(Set<String> targets) {
    return handle
        .createQuery(ROWS)
        .bind("app", app)
        .bindList("targets", List.copyOf(targets))
        .bind("most", MOST)
        .map((row, _) -> row(row))
        .list();
  }

  /** Everything under which a person may be listed as a recipient. */
  static Set<String> targets(PersonId person) {
    return PlatformId.forms(person.value());
  }

  /** Likewise, if they may have been written to by this address. */
  static Set<String> targets(PersonId person, String email) {
    var targets = new LinkedHashSet<>(targets(person));
    if (!email.isBlank()) {
      targets.add(Target.notFound(Person.address(email)));
    }
    return targets;
  }

  /** Everything under which a space may be listed as a recipient. */
  static Set<String> targets(SpaceId space) {
    return PlatformId.forms(space.value());
  }

  private static Row row(ResultSet row) throws SQLException {
    var intended = row.getLong("intended");
    return new Row(
        new Announcement(
            new JobId(row.getLong("job")), new RunId(row.getLong("id")), row.getLong("seq")),
        row.getString("kind"),
        row.getBoolean("card"),
        row.getBoolean("kept"),
        row.getInt("lane"),
        row.getString("target"),
        row.getString("name"),
        row.getString("email"),
        row.getString("state"),
        Optional.ofNullable(row.getString("message_id")),
        Instant.ofEpochMilli(intended),
        Instant.ofEpochMilli(Math.max(intended, row.getLong("latest"))));
  }
}
