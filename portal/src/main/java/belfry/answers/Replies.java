package belfry.answers;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.ClosedRuns;
import belfry.jobs.job.Actor;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.messages.PersonalContent;
import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.LostTime;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.RunLanes;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import belfry.storage.IdempotentRequest;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Replies to answers. Each is a run to one person, so it is sent with all guarantees of an
 * announcement; and it is committed together with whatever caused it.
 */
public final class Replies implements AnswerListener, ClosedRuns.ReplyListener {
  private static final String ACTION = "answer.reply";

  /** Answers may be read long after they were written, where reading them was off. */
  private static final Duration AUTOMATIC_WITHIN = Duration.ofDays(1);

  private final Database database;
  private final Apps apps;
  private final Runs runs;
  private final Audit audit;
  private final IdempotencyStore idempotency;
  private final Time time;
  private final Consumer<AppName> changed;

  /** {@code changed} receives the app's name after a reply was committed. */
  Replies(Database database, Apps apps, Audit audit, Time time, Consumer<AppName> changed) {
    this.database = database;
    this.apps = apps;
    this.audit = audit;
    this.time = time;
    this.changed = changed;
    runs = new Runs(database);
    idempotency = new IdempotencyStore(time);
  }

  /** What came of a wish. */
  public sealed interface Replied {
    record Agreed(ReceivedAnswer answer) implements Replied {}

    record Missing() implements Replied {}

    /** The text cannot be sent. */
    record Invalid(Phrase why) implements Replied {}

    record Refused(Phrase why) implements Replied {}
  }

  /** Why a text cannot be a reply; empty if it can. */
  public static Optional<Phrase> fault(MessageText text) {
    return text.fault()
        .or(() ->
            PersonalContent.of(new Content(text.markdown(), Optional.empty())).isPersonal()
                ? Optional.of(
                    Phrase.of(
                        "reply.placeholders",
                        "Placeholders like {{firstName}} cannot be used here. Write the name itself.",
                        "firstName",
                        "{{firstName}}"))
                : Optional.empty());
  }

  /**
   * Replies to an answer, and marks it as done.
   *
   * @param seen how many replies to it were seen; empty if those of others do not matter
   */
  public Replied reply(
      Actor actor,
      AnswerId id,
      MessageText text,
      Optional<Integer> seen,
      Optional<String> requestId) {
    var fault = fault(text);
    if (fault.isPresent()) {
      return new Replied.Invalid(fault.get());
    }
    var app = actor.app().name();
    var request =
        IdempotentRequest.of(
                app.value(), actor.personId().value(), ACTION, requestId, id, text.markdown())
            .with(actor.token());
    var replied =
        database.write(handle ->
            idempotency.once(
                handle,
                request,
                () -> reply(handle, actor, id, text, seen),
                new Repetitions(handle, app)));
    if (replied instanceof Replied.Agreed) {
      changed.accept(app);
    }
    return replied;
  }

  /** Lets a repetition find what the first request did. */
  record Repetitions(Handle handle, AppName app) implements IdempotencyStore.Answers<Replied> {
    @Override
    public Optional<String> object(Replied replied) {
      return replied instanceof Replied.Agreed(var answer)
          ? Optional.of(answer.id().toString())
          : Optional.empty();
    }

    @Override
    public Replied again(IdempotencyStore.Done done) {
      return AnswerId.parse(done.object())
          .flatMap(id -> AnswerStore.find(handle, app, id))
          .<Replied>map(Replied.Agreed::new)
          .orElseGet(Replied.Missing::new);
    }

    @Override
    public Replied refused(Phrase why) {
      return new Replied.Refused(why);
    }
  }

  private Replied reply(
      Handle handle, Actor actor, AnswerId id, MessageText text, Optional<Integer> seen) {
    var app = actor.app().name();
    var found = AnswerStore.lock(handle, app, id);
    if (found.isEmpty()) {
      return new Replied.Missing();
    }
    var answer = found.get();
    if (Forgotten.is(answer.from().id().value())) {
      return new Replied.Refused(
          Phrase.of(
              "reply.erased",
              "Whoever wrote this has been erased here since, so they cannot be answered."));
    }
    if (!isReachable(answer)) {
      return new Replied.Refused(
          Phrase.of(
              "reply.nobody", "Webex does not say who wrote this, so nobody can be answered."));
    }
    var removed = removed(handle, apps, actor.app(), answer);
    if (removed.isPresent()) {
      return new Replied.Refused(removed.get());
    }
    var unseen = seen.flatMap(many -> unseen(handle, id, many));
    if (unseen.isPresent()) {
      return new Replied.Refused(unseen.get());
    }
    send(handle, answer, text, Optional.of(actor));
    AnswerStore.done(
        handle, answer, new Done(time.now(), Optional.of(actor.personId()), actor.name()));
    audit.record(
        handle,
        AuditEntry.in(app)
            .by(actor.acting())
            .did(ACTION, id.toString())
            .saying("to " + named(answer)));
    return new Replied.Agreed(AnswerStore.find(handle, app, id).orElse(answer));
  }

  /** Why whoever answered cannot be replied to by the bot that they know; empty if they can. */
  static Optional<Phrase> removed(Handle handle, Apps apps, App app, ReceivedAnswer answer) {
    var bot = bot(handle, answer);
    return apps.bot(app, bot)
        .filter(Bot::gone)
        .map(gone ->
            Phrase.of(
                "reply.botRemoved",
                "This was said to {{bot}}, which is no longer in the settings, so they cannot be answered.",
                "bot",
                gone.displayName()));
  }

  /** The bot that sent what they answered. */
  private static int bot(Handle handle, ReceivedAnswer answer) {
    return RunLanes.of(handle, answer.about().run(), answer.about().recipient());
  }

  /** What to say to somebody who has seen so many of the replies; empty if nobody wrote more. */
  private static Optional<Phrase> unseen(Handle handle, AnswerId id, int seen) {
    return handle
        .createQuery(
            """
            SELECT reply.automatic, reply.sent_by_name, run.markdown
            FROM reply JOIN run ON run.id = reply.run
            WHERE reply.answer = ? ORDER BY reply.run
            """)
        .bind(0, id.value())
        .map((row, _) ->
            row.getInt("automatic") == 1
                ? Optional.<Phrase>empty()
                : Optional.of(
                    Phrase.of(
                        "reply.unseen",
                        "{{name}} has answered this in the meantime: “{{words}}” Send yours only if it is still needed.",
                        "name",
                        row.getString("sent_by_name"),
                        "words",
                        new MessageText(row.getString("markdown")).title())))
        .stream()
        .skip(seen)
        .flatMap(Optional::stream)
        .reduce((_, latest) -> latest);
  }

  /** In a space, the platform may name somebody by an address only. */
  private static boolean isReachable(ReceivedAnswer answer) {
    return !answer.from().id().value().startsWith("mailto:");
  }

  /** For the trail, which is kept longer than what somebody wrote. */
  private static String named(ReceivedAnswer answer) {
    return answer.from().email().isEmpty() ? answer.from().id().value() : answer.from().email();
  }

  private void send(Handle handle, ReceivedAnswer answer, MessageText text, Optional<Actor> actor) {
    var app = answer.app();
    var sender = actor.map(Actor::personId).orElse(new PersonId(AuditEntry.BELFRY));
    var run =
        Run.reply(
            app,
            answer.about().job(),
            new Content(text.markdown(), Optional.empty()),
            sender,
            time.now());
    if (insert(handle, run, answer, actor)) {
      // Not planned for a time: two of one job may begin in the same millisecond.
      Runs.insert(handle, run, Audience.NOBODY, Instant.ofEpochMilli(run.id().value()));
      var to =
          new Target(
              Target.Kind.PERSON,
              answer.from().id().value(),
              answer.from().name(),
              answer.from().email());
      var lanes = List.of(bot(handle, answer));
      RecipientRows.insert(handle, run.id(), 0, List.of(to), lanes, false, Optional.empty());
      runs.expanded(handle, run.id(), new Tally(1, 0, 0, 0, 0, 0, 0, 0), List.of());
    }
  }

  /** False if this person had an automatic one to this announcement already. */
  private boolean insert(Handle handle, Run run, ReceivedAnswer answer, Optional<Actor> actor) {
    return handle.execute(
            """
            INSERT INTO reply (run, app, job, about, answer, person_key, automatic, sent_by, sent_by_name, created)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            run.id().value(),
            run.app(),
            answer.about().job().value(),
            answer.about().run().value(),
            answer.id().value(),
            PlatformId.key(answer.from().id()),
            actor.isEmpty() ? 1 : 0,
            actor.map(Actor::personId).map(PersonId::value).orElse(""),
            actor.map(Actor::name).orElse(""),
            time.now())
        == 1;
  }

  /**
   * Replies by itself to what somebody wrote, the first time for each announcement; not to the
   * agreed word, which wants no answer, nor to what was written long ago, nor in a time that is
   * lost since a backup was restored, because it may have been replied to, nor for a bot that is no
   * longer in the settings.
   */
  @Override
  public void answered(Handle handle, ReceivedAnswer answer) {
    if (answer.said().kind() == Kind.WRITTEN
        && isReachable(answer)
        && answer.written().isAfter(time.now().minus(AUTOMATIC_WITHIN))
        && !LostTime.covers(handle, answer.written())) {
      automatic(handle, answer.app())
          .filter(rule -> !rule.markdown.isEmpty())
          .filter(_ -> !AcknowledgedAnswers.isOne(handle, answer))
          .filter(_ ->
              apps.find(answer.app()).flatMap(app -> removed(handle, apps, app, answer)).isEmpty())
          .ifPresent(
              rule -> send(handle, answer, new MessageText(rule.markdown), Optional.empty()));
    }
  }

  /**
   * What is replied by itself.
   *
   * @param revision grows with each change; 0 before the first
   * @param markdown empty if nothing is
   */
  public record Automatic(long revision, String markdown) {}

  public Automatic automatic(AppName app) {
    return database.read(handle -> automatic(handle, app)).orElse(new Automatic(0, ""));
  }

  private static Optional<Automatic> automatic(Handle handle, AppName app) {
    return handle
        .createQuery("SELECT revision, markdown FROM automatic_reply WHERE app = ?")
        .bind(0, app)
        .map((row, _) -> new Automatic(row.getLong("revision"), row.getString("markdown")))
        .findOne();
  }

  /** Changes what is replied by itself; false if somebody else has changed it since. */
  public boolean change(Actor actor, Automatic wanted) {
    var app = actor.app().name();
    return database.write(handle -> {
      handle.execute(
          """
          INSERT INTO automatic_reply (app, revision, markdown, person) VALUES (?, 0, '', '')
          ON CONFLICT (app) DO NOTHING
          """,
          app);
      var updated =
          handle.execute(
              """
              UPDATE automatic_reply SET revision = revision + 1, markdown = ?, person = ?
              WHERE app = ? AND revision = ?
              """,
              wanted.markdown,
              actor.personId(),
              app,
              wanted.revision);
      if (updated == 1) {
        audit.record(
            handle,
            AuditEntry.in(app)
                .by(actor.acting())
                .did("answer.automatic", app.value())
                .saying(
                    wanted.markdown.isEmpty() ? "off" : new MessageText(wanted.markdown).title()));
      }
      return updated == 1;
    });
  }

  /** The replies to these answers, oldest first. */
  public Map<AnswerId, List<SentReply>> to(Collection<AnswerId> answers) {
    return answers.isEmpty()
        ? Map.of()
        : database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT reply.run, reply.answer, reply.automatic, reply.sent_by, reply.sent_by_name, reply.created,
                      run.markdown, r.state, r.reason
                    FROM reply JOIN run ON run.id = reply.run
                      JOIN recipient r ON r.run = reply.run AND r.seq = 0
                    WHERE reply.answer IN (<answers>) ORDER BY reply.run
                    """)
                .bindList("answers", answers.stream().map(AnswerId::value).toList())
                .map((row, _) -> read(row))
                .collect(Collectors.groupingBy(SentReply::answer)));
  }

  private static SentReply read(ResultSet row) throws SQLException {
    var state = RecipientState.read(row.getString("state"));
    return new SentReply(
        new RunId(row.getLong("run")),
        new AnswerId(row.getLong("answer")),
        row.getString("markdown"),
        row.getInt("automatic") == 1
            ? Optional.empty()
            : Optional.of(new PersonId(row.getString("sent_by"))),
        row.getString("sent_by_name"),
        Moments.at(row, "created"),
        state,
        Optional.ofNullable(row.getString("reason")).filter(why -> !why.isEmpty()));
  }

  /** The answer that this is a reply to; empty if it is none of this app. */
  static Optional<ReceivedAnswer> answer(Handle handle, AppName app, RunId reply) {
    return handle
        .createQuery("SELECT answer FROM reply WHERE run = ? AND app = ?")
        .bind(0, reply.value())
        .bind(1, app)
        .map((row, _) -> new AnswerId(row.getLong("answer")))
        .findOne()
        .flatMap(id -> AnswerStore.find(handle, app, id));
  }

  /** Whoever replied has gone on, so what did not surely arrive is unread again. */
  @Override
  public void ended(Handle handle, AppName app, RunId reply) {
    var tally = runs.progress(handle, reply).tally();
    if (tally.failed() + tally.held() > 0) {
      answer(handle, app, reply).ifPresent(answer -> AnswerStore.undone(handle, answer));
    }
  }

  /** Whether a decision about this reply of somebody was the last that its answer waited for. */
  static boolean isLastDecided(Handle handle, RunId reply) {
    return handle
        .createQuery(
            """
            SELECT 1 FROM reply WHERE run = ? AND automatic = 0 AND NOT EXISTS (
              SELECT 1 FROM reply other JOIN recipient r ON r.run = other.run AND r.seq = 0
              WHERE other.answer = reply.answer AND r.state = 'held')
            """)
        .bind(0, reply.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** The announcement that a reply was about, for answers in its thread. */
  static Optional<RunId> about(Handle handle, RunId reply) {
    return handle
        .createQuery("SELECT about FROM reply WHERE run = ?")
        .bind(0, reply.value())
        .map((row, _) -> new RunId(row.getLong("about")))
        .findOne();
  }

  /** Deletes what is known of the replies to answers of a deleted announcement. */
  static void forget(Handle handle, long about) {
    handle.execute("DELETE FROM reply WHERE about = ?", about);
  }
}
