package belfry.cli;

import belfry.access.ApiTokens;
import belfry.answers.Answers;
import belfry.apps.Apps;
import belfry.base.Loop;
import belfry.base.Outage;
import belfry.base.Time;
import belfry.hooks.Hooks;
import belfry.jobs.ExpiredJobs;
import belfry.jobs.UnusedFiles;
import belfry.jobs.UnusedLists;
import belfry.jobs.job.JobWords;
import belfry.people.audience.Audiences;
import belfry.people.directory.DirectoryToken;
import belfry.people.directory.PersonSearch;
import belfry.platform.ClockWatch;
import belfry.signin.SignIn;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Periodic tasks: refreshing the bots, watching the clock, and deleting expired data. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration BETWEEN = Duration.ofMinutes(1);
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(10);

  private final Parts parts;
  private final Database database;
  private final IdempotencyStore idempotency;
  private final Time time;
  private final Loop loop;
  private final Loop often;
  private long sweepAt;

  /** The features that have something to tidy up. */
  record Parts(
      Apps apps,
      SignIn signIn,
      ApiTokens tokens,
      DirectoryToken directory,
      Audiences audiences,
      ExpiredJobs expired,
      UnusedFiles files,
      UnusedLists lists,
      Answers answers,
      Hooks hooks,
      ClockWatch clock) {}

  Housekeeping(Parts parts, Database database, Time time) {
    this.parts = parts;
    this.database = database;
    this.time = time;
    idempotency = new IdempotencyStore(time);
    sweepAt = time.nanos() + BETWEEN.toNanos();
    loop = new Loop("housekeeping", time, LONGEST_STEP, this::step, () -> {});
    loop.start();
    often = new Loop("housekeeping-often", time, LONGEST_STEP, this::oftenStep, () -> {});
    often.start();
  }

  private Duration step() {
    quietly(this::askBots);
    quietly(parts.directory::ask);
    quietly(this::catchUpOnSearch);
    quietly(parts.answers::sweep);
    quietly(this::endTokensOfThoseWhoLeft);
    if (time.nanos() - sweepAt >= 0) {
      sweepAt = time.nanos() + BETWEEN_SWEEPS.toNanos();
      quietly(parts.signIn.sessions()::sweep);
      quietly(parts.tokens::sweep);
      quietly(() -> idempotency.sweep(database));
      quietly(parts.hooks::sweep);
      parts.apps.all().forEach(app -> quietly(() -> parts.expired.delete(app)));
      quietly(parts.files::forget);
      quietly(parts.lists::forget);
    }
    return BETWEEN;
  }

  private void askBots() {
    parts.apps.all().forEach(parts.apps::identify);
  }

  /** A session ends within a day; a token would go on for its owner for a year. */
  private void endTokensOfThoseWhoLeft() {
    for (var app : parts.apps.all()) {
      var owners = parts.tokens.owners(app);
      if (!owners.isEmpty()) {
        parts.audiences.gone(app, owners).forEach(person -> parts.tokens.ownerIsGone(app, person));
      }
    }
  }

  /** After an update to the version that searches texts; then there is nothing to do. */
  private void catchUpOnSearch() {
    while (!loop.isStopped() && JobWords.catchUp(database)) {}
  }

  private Duration oftenStep() {
    quietly(parts.clock::look);
    quietly(this::catchUpOnPeople);
    return SOON;
  }

  /** Whoever is new or has changed is found soon, also after the whole directory was copied. */
  private void catchUpOnPeople() {
    while (!often.isStopped() && PersonSearch.catchUp(database)) {}
  }

  /** A failing task does not prevent the others. */
  private void quietly(Runnable chore) {
    if (loop.isStopped()) {
      return;
    }
    try {
      chore.run();
    } catch (RuntimeException e) {
      LOG.atLevel(Outage.level(e, Level.WARN))
          .log("A housekeeping task failed ({}). It is tried again later", e.toString());
    }
  }

  @Override
  public void close() {
    often.stop();
    often.interrupt();
    loop.stop();
    loop.interrupt();
  }
}
