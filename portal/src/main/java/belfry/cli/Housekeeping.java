package belfry.cli;

import belfry.apps.Apps;
import belfry.base.Fatal;
import belfry.base.Time;
import belfry.messages.Attachments;
import belfry.signin.SignIn;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done now and then: asking who the bots are, forgetting what has run out. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final Apps apps;
  private final SignIn signIn;
  private final Database database;
  private final Attachments attachments;
  private final IdempotencyStore idempotency;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("chores").daemon().factory());

  Housekeeping(Apps apps, SignIn signIn, Attachments attachments, Database database, Time time) {
    this.apps = apps;
    this.signIn = signIn;
    this.database = database;
    this.attachments = attachments;
    idempotency = new IdempotencyStore(time);
    var _ = clock.scheduleWithFixedDelay(() -> quietly(this::askBots), 0, 60, TimeUnit.SECONDS);
    var _ = clock.scheduleWithFixedDelay(() -> quietly(this::sweep), 1, 60, TimeUnit.MINUTES);
  }

  private void askBots() {
    apps.all().stream().filter(app -> apps.bot(app).isEmpty()).forEach(apps::refreshBot);
  }

  private void sweep() {
    signIn.sessions().sweep();
    idempotency.sweep(database);
    attachments.sweep();
  }

  private static void quietly(Runnable chore) {
    try {
      chore.run();
    } catch (RuntimeException e) {
      LOG.warn("A chore failed ({}). It is tried again later", e.toString());
    } catch (Error e) {
      Fatal.raise(e);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
