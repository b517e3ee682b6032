package belfry.delivery;

import belfry.apps.Apps;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that sees to what comes after a run's end, in the lanes this process owns: the audit,
 * and addresses nobody has told.
 */
final class Auditor {
  private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);

  private final Apps apps;
  private final Lanes lanes;
  private final DoubleCheck doubles;
  private final RecipientAddresses addresses;
  private final Duration poll;
  private final Consumer<String> news;
  private final Thread thread;
  private volatile boolean stopped;

  /** Starts nothing yet; {@code news} is told the app after each change. */
  Auditor(
      Apps apps,
      Lanes lanes,
      DoubleCheck doubles,
      RecipientAddresses addresses,
      Tuning tuning,
      Consumer<String> news) {
    this.apps = apps;
    this.lanes = lanes;
    this.doubles = doubles;
    this.addresses = addresses;
    this.news = news;
    poll = tuning.auditAfter().dividedBy(20);
    thread = Thread.ofVirtual().name("auditor").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!stopped) {
      try {
        for (var app : apps.all()) {
          BooleanSupplier further = () -> !stopped && lanes.lease(app).isPresent();
          if (further.getAsBoolean()
              && doubles.look(app, further) + addresses.fill(app, further) > 0) {
            news.accept(app.name());
          }
        }
      } catch (InterruptedException _) {
        return;
      } catch (RuntimeException e) {
        LOG.warn(
            "What follows a run's end could not be done ({}). It is tried again", e.toString());
      }
      LockSupport.parkNanos(poll.toNanos());
    }
  }

  /** An audit under way is begun again at the next start. */
  void stop() {
    stopped = true;
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
