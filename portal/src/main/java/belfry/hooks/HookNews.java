package belfry.hooks;

import belfry.answers.AnswerListener;
import belfry.answers.ReceivedAnswer;
import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.jobs.job.JobNews;
import belfry.runs.Acknowledgements;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.CachedRead;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Writes for programs what happens: out of what was noted with each change of a job, out of the
 * counts of runs, and with each answer. Ids and counts only: whoever is to see names and texts asks
 * for them with a token.
 */
final class HookNews implements AnswerListener {
  /** Recipients of one run are not told of more often. */
  static final Duration BETWEEN_BATCHES = Duration.ofSeconds(10);

  private static final Duration TOLD_REMEMBERED = Duration.ofDays(60);
  private static final int AT_ONCE = 200;

  private final Database database;
  private final HookQueue queue;
  private final HookRecipients recipients;
  private final CachedRead<Set<AppName>> apps;

  HookNews(Database database, HookQueue queue) {
    this.database = database;
    this.queue = queue;
    recipients = new HookRecipients(database, queue);
    apps = new CachedRead<>(database, HookNews::apps);
  }

  /** The apps of which there may be something to tell. */
  Set<AppName> apps() {
    return apps.get();
  }

  private static Set<AppName> apps(Handle handle) {
    var apps = new HashSet<>(JobNews.apps(handle));
    HookStore.all(handle).stream()
        .filter(hook ->
            HookQueue.wants(hook, HookEvent.RECIPIENTS_FAILED)
                || HookQueue.wants(hook, HookEvent.RECIPIENTS_SETTLED))
        .forEach(hook -> apps.add(hook.app()));
    return apps;
  }

  /** Writes what is to be told of this app; its owner calls it again and again. */
  void write(AppName app, Instant now) {
    while (database.read(handle -> JobNews.any(handle, app))) {
      database.write(handle -> {
        var news = JobNews.take(handle, app, AT_ONCE);
        news.forEach(one -> write(handle, app, one, now));
        return news.size();
      });
    }
    recipients.write(app, now);
    if (database.read(handle -> HookQueue.isWanted(handle, app, HookEvent.RECIPIENTS_FAILED))) {
      var batches = database.read(handle -> untold(handle, app, now));
      if (!batches.isEmpty()) {
        database.write(handle -> {
          batches.forEach(run -> tell(handle, app, run, now));
          return batches.size();
        });
      }
    }
  }

  private void write(Handle handle, AppName app, JobNews news, Instant now) {
    var run = news.run().flatMap(id -> Runs.readable(handle, id));
    switch (news.what()) {
      case SCHEDULED -> add(handle, app, HookEvent.JOB_SCHEDULED, news, data(news));
      case EDITED -> add(handle, app, HookEvent.JOB_EDITED, news, data(news));
      case RECALLED -> add(handle, app, HookEvent.JOB_RECALLED, news, data(news));
      case CORRECTED -> add(handle, app, HookEvent.JOB_CORRECTED, news, data(news));
      case STARTED -> {
        news.run().ifPresent(id -> HookRecipients.begin(handle, app, id));
        add(handle, app, HookEvent.JOB_STARTED, news, data(news));
      }
      case FINISHED -> end(handle, app, HookEvent.JOB_FINISHED, news, run, now);
      case CANCELLED -> end(handle, app, HookEvent.JOB_CANCELLED, news, run, now);
      case HELD, MISSED, ASKED -> {
        var data = data(news);
        data.put("reason", EnumWord.of(news.what()));
        add(handle, app, HookEvent.JOB_HELD, news, data);
      }
    }
  }

  private void end(
      Handle handle, AppName app, HookEvent event, JobNews news, Optional<Run> run, Instant now) {
    news.run().ifPresent(id -> HookRecipients.end(handle, id));
    var counts = counts(news, run);
    run.ifPresent(one -> tell(handle, app, one, counts, now));
    var data = data(news);
    counts.ifPresent(some -> data.put("counts", some));
    add(handle, app, event, news, data);
    if (event == HookEvent.JOB_FINISHED && counts.filter(HookNews::reachedNobody).isPresent()) {
      add(handle, app, HookEvent.JOB_FAILED, news, data);
    }
  }

  private void add(
      Handle handle, AppName app, HookEvent event, JobNews news, Map<String, Object> data) {
    queue.add(handle, app, event, news.at(), data);
  }

  /** Those of that moment: somebody may have tried the failed ones again since. */
  private static Optional<JobNews.Counts> counts(JobNews news, Optional<Run> run) {
    return news.counts().or(() -> run.map(one -> JobNews.Counts.of(one.progress())));
  }

  private static boolean reachedNobody(JobNews.Counts counts) {
    return counts.sent() == 0 && counts.failed() + counts.held() > 0;
  }

  private static Map<String, Object> data(JobNews news) {
    var data = data(news.job(), news.run());
    data.put("revision", news.revision());
    return data;
  }

  static Map<String, Object> data(JobId job, Optional<RunId> run) {
    var data = new LinkedHashMap<String, Object>();
    data.put("jobId", job.toString());
    run.ifPresent(id -> data.put("runId", id.toString()));
    return data;
  }

  /** Open runs whose counts differ from what was told, but not those that were told of just now. */
  private static List<RunId> untold(Handle handle, AppName app, Instant now) {
    return handle
        .createQuery(
            """
            SELECT run.id FROM run LEFT JOIN hook_told told ON told.run = run.id
            WHERE run.app = ? AND run.gate <> 'closed' AND run.kind = 'job'
              AND (run.failed <> COALESCE(told.failed, 0) OR run.held <> COALESCE(told.held, 0))
              AND (told.at IS NULL OR told.at <= ?)
            ORDER BY run.id LIMIT ?
            """)
        .bind(0, app)
        .bind(1, now.minus(BETWEEN_BATCHES))
        .bind(2, AT_ONCE)
        .map((row, _) -> new RunId(row.getLong("id")))
        .list();
  }

  private void tell(Handle handle, AppName app, RunId id, Instant now) {
    var run = Runs.readable(handle, id);
    // These may count what failed after an end that was noted since, and is told first.
    if (!JobNews.any(handle, app)) {
      run.ifPresent(
          one -> tell(handle, app, one, Optional.of(JobNews.Counts.of(one.progress())), now));
    }
  }

  private void tell(
      Handle handle, AppName app, Run run, Optional<JobNews.Counts> found, Instant now) {
    if (found.isEmpty() || !HookQueue.isWanted(handle, app, HookEvent.RECIPIENTS_FAILED)) {
      return;
    }
    var id = run.id();
    var counts = found.get();
    var told = told(handle, id);
    handle.execute(
        """
        INSERT INTO hook_told (run, failed, held, at) VALUES (?, ?, ?, ?)
        ON CONFLICT (run) DO UPDATE SET
          failed = excluded.failed, held = excluded.held, at = excluded.at
        """,
        id.value(),
        counts.failed(),
        counts.held(),
        now);
    var failed = Math.max(0, counts.failed() - told.failed);
    var held = Math.max(0, counts.held() - told.held);
    if (failed + held > 0) {
      var data = data(run.job(), Optional.of(id));
      data.put("failed", failed);
      data.put("held", held);
      data.put("counts", counts);
      queue.add(handle, app, HookEvent.RECIPIENTS_FAILED, now, data);
    }
  }

  /** How many were told of. */
  private record Told(long failed, long held) {}

  private static Told told(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT failed, held FROM hook_told WHERE run = ?")
        .bind(0, run.value())
        .map((row, _) -> new Told(row.getLong("failed"), row.getLong("held")))
        .findOne()
        .orElseGet(() -> new Told(0, 0));
  }

  @Override
  public void answered(Handle handle, ReceivedAnswer answer) {
    var data = data(answer.about().job(), Optional.of(answer.about().run()));
    data.put("answerId", answer.id().toString());
    data.put("kind", EnumWord.of(answer.said().kind()));
    queue.add(handle, answer.app(), HookEvent.ANSWER_RECEIVED, answer.received(), data);
    acknowledged(handle, answer);
  }

  /** Who acknowledges it again is not told of again. */
  private void acknowledged(Handle handle, ReceivedAnswer answer) {
    var run = answer.about().run();
    Acknowledgements.countOf(handle, run, answer.from().id(), answer.written())
        .ifPresent(count -> {
          var data = data(answer.about().job(), Optional.of(run));
          data.put("answerId", answer.id().toString());
          data.put("acknowledged", count);
          queue.add(handle, answer.app(), HookEvent.JOB_ACKNOWLEDGED, answer.received(), data);
        });
  }

  /** Forgets what was told of runs that ended long ago; it was told when they ended. */
  static void forget(Database database, Instant now) {
    database.write(handle ->
        handle.execute(
            "DELETE FROM hook_told WHERE at <= ? AND NOT EXISTS (SELECT 1 FROM run WHERE run.id = hook_told.run AND run.gate <> 'closed')",
            now.minus(TOLD_REMEMBERED)));
    HookRecipients.forget(database);
  }
}
