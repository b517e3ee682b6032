package belfry.jobs;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.base.Time;
import belfry.jobs.job.Actor;
import belfry.runs.recipients.BotShares;
import belfry.storage.Database;

/** Administrators have everybody shared out anew among the bots of an app. */
public final class BotSpreading {
  private final Database database;
  private final Audit audit;
  private final Time time;

  public BotSpreading(Database database, Audit audit, Time time) {
    this.database = database;
    this.audit = audit;
    this.time = time;
  }

  /**
   * False if somebody did it since the caller looked.
   *
   * @param moving how many will hear from another bot
   */
  public boolean spread(Actor actor, long revision, long moving) {
    var app = actor.app().name();
    var now = time.now();
    return database.write(handle -> {
      var isDone = BotShares.spread(handle, app, revision, now);
      if (isDone) {
        audit.record(
            handle,
            AuditEntry.in(app)
                .by(actor.acting())
                .did("bots.spread", app.value())
                .saying(moving + " people move to another bot"));
      }
      return isDone;
    });
  }
}
