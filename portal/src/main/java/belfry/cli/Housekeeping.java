package belfry.cli;

import belfry.answers.Answers;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Time;
import belfry.jobs.JobSearch;
import belfry.jobs.Jobs;
import belfry.people.PersonSearch;
import belfry.signin.SignIn;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Periodic tasks: refreshing the bots, and deleting expired data. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration BETWEEN = Duration.ofMinutes(1);
  private static final Duration BETWEEN_SEARCHED = Duration.ofSeconds(2);
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(10);

  private final Apps apps;
  private final SignIn signIn;
  private final Database database;
  private final Jobs jobs;
  private final Answers answers;
  private final IdempotencyStore idempotency;
  private final Time time;
  private final Loop loop;
  private final Loop search;
  private long sweepAt;

  Housekeeping(Apps apps, SignIn signIn, Jobs jobs, Answers answers, Database database, Time time) {
    this.apps = apps;
    this.signIn = signIn;
    this.database = database;
    this.jobs = jobs;
    this.answers = answers;
    this.time = time;
    idempotency = new IdempotencyStore(time);
    sweepAt = time.nanos() + BETWEEN.toNanos();
    loop = new Loop("housekeeping", time, LONGEST_STEP, this::step, () -> {});
    loop.start();
    search = new Loop("search", time, LONGEST_STEP, this::catchUpOnPeople, () -> {});
    search.start();
  }

  private Duration step() {
    quietly(this::askBots);
    quietly(this::catchUpOnSearch);
    quietly(answers::sweep);
    if (time.nanos() - sweepAt >= 0) {
      sweepAt = time.nanos() + BETWEEN_SWEEPS.toNanos();
      quietly(signIn.sessions()::sweep);
      quietly(() -> idempotency.sweep(database));
      quietly(jobs::forgetFiles);
      quietly(jobs::forgetLists);
    }
    return BETWEEN;
  }

  private void askBots() {
    apps.all().stream().filter(app -> apps.bot(app).isEmpty()).forEach(apps::refreshBot);
  }

  /** After an update to the version that searches texts; then there is nothing to do. */
  private void catchUpOnSearch() {
    while (!loop.isStopped() && JobSearch.catchUp(database)) {}
  }

  /** Whoever is new or has changed is found soon, also after the whole directory was copied. */
  private Duration catchUpOnPeople() {
    quietly(() -> {
      while (!search.isStopped() && PersonSearch.catchUp(database)) {}
    });
    return BETWEEN_SEARCHED;
  }

  /** A failing task does not prevent the others. */
  private void quietly(Runnable chore) {
    if (loop.isStopped()) {
      return;
    }
    try {
      chore.run();
    } catch (RuntimeException e) {
      LOG.warn("A housekeeping task failed ({}). It is tried again later", e.toString());
    }
  }

  @Override
  public void close() {
    search.stop();
    search.interrupt();
    loop.stop();
    loop.interrupt();
  }
}
