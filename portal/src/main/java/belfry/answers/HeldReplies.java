package belfry.answers;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.Replies.Replied;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.job.Actor;
import belfry.runs.RecipientMoves;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Chosen;
import belfry.runs.recipients.Decision;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import belfry.storage.IdempotentRequest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** A person's decisions about replies of which nobody else can tell whether they arrived. */
public final class HeldReplies {
  private static final String ACTION = "answer.decide";

  private final Database database;
  private final Apps apps;
  private final Runs runs;
  private final Audit audit;
  private final IdempotencyStore idempotency;
  private final Time time;
  private final Consumer<AppName> changed;

  /** {@code changed} receives the app's name after a decision was committed. */
  HeldReplies(Database database, Apps apps, Audit audit, Time time, Consumer<AppName> changed) {
    this.database = database;
    this.apps = apps;
    this.audit = audit;
    this.time = time;
    this.changed = changed;
    runs = new Runs(database);
    idempotency = new IdempotencyStore(time);
  }

  /** Sends it again, or counts it as delivered. */
  public Replied decide(Actor actor, RunId reply, boolean sendAgain, Optional<String> requestId) {
    var app = actor.app().name();
    var request =
        IdempotentRequest.of(
                app.value(), actor.personId().value(), ACTION, requestId, reply, sendAgain)
            .with(actor.token());
    var decided =
        database.write(handle ->
            idempotency.once(
                handle,
                request,
                () -> decide(handle, actor, reply, sendAgain),
                new Replies.Repetitions(handle, app)));
    if (decided instanceof Replied.Agreed) {
      changed.accept(app);
    }
    return decided;
  }

  private Replied decide(Handle handle, Actor actor, RunId reply, boolean sendAgain) {
    var app = actor.app().name();
    var answer = Replies.answer(handle, app, reply);
    if (answer.isEmpty()) {
      return new Replied.Missing();
    }
    var removed =
        sendAgain
            ? Replies.removed(handle, apps, actor.app(), answer.get())
            : Optional.<Phrase>empty();
    if (removed.isPresent()) {
      return new Replied.Refused(removed.get());
    }
    var moves = new RecipientMoves(handle, runs, time.now());
    var decision = Decision.aboutHeld(actor.name(), sendAgain);
    if (moves.decide(reply, new Chosen.All(), decision) == 0) {
      return new Replied.Refused(
          Phrase.of(
              "reply.notHeld",
              "Nobody needs to decide about this answer any more. Load it again."));
    }
    moves.count();
    if (sendAgain) {
      Runs.reopen(handle, reply);
    }
    if (Replies.isLastDecided(handle, reply)) {
      var done = new Done(time.now(), Optional.of(actor.personId()), actor.name());
      AnswerStore.done(handle, answer.get(), done);
    }
    audit.record(
        handle,
        AuditEntry.in(app)
            .by(actor.acting())
            .did(ACTION, answer.get().id().toString())
            .saying(sendAgain ? "sendAgain" : "delivered"));
    return new Replied.Agreed(Replies.answer(handle, app, reply).orElseThrow());
  }
}
