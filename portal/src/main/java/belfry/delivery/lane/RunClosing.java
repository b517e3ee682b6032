package belfry.delivery.lane;

import belfry.apps.AppName;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a lane's runs that have nothing left to do, and pauses those whose first wave is over.
 * Used only by its lane's thread.
 */
final class RunClosing {
  private static final Logger LOG = LoggerFactory.getLogger(RunClosing.class);
  private static final int MOST_AT_ONCE = 100;

  private final LaneParts parts;
  private final Ledger ledger;
  private final Consumer<AppName> news;

  RunClosing(LaneParts parts, Ledger ledger, Consumer<AppName> news) {
    this.parts = parts;
    this.ledger = ledger;
    this.news = news;
  }

  /** Whether there is something to close or to pause. */
  boolean areDue() {
    return !parts.turns().settled(1).isEmpty() || !parts.turns().pausing().isEmpty();
  }

  void take() {
    pause();
    close();
  }

  private void pause() {
    var pausing = parts.turns().pausing();
    if (!pausing.isEmpty()) {
      ledger.pause(pausing).forEach(parts.turns()::stands);
      news.accept(parts.lane().app());
    }
  }

  private void close() {
    var settled = parts.turns().settled(MOST_AT_ONCE);
    if (settled.isEmpty()) {
      return;
    }
    ledger
        .finish(settled)
        .forEach(run -> LOG.info("App {}: run {} is finished", parts.lane(), run));
    settled.forEach(run -> {
      parts.turns().remove(run.id());
      parts.others().ended(run.id());
      parts.reconciler().ended(run.id());
    });
    news.accept(parts.lane().app());
  }
}
