package belfry.delivery.doublecheck;

import belfry.apps.App;
import belfry.base.Time;
import belfry.delivery.foundation.Infrastructure;
import belfry.people.directory.Emails;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.storage.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the addresses of recipients who were known only by id, because the platform reports an
 * address only if it was addressed by it. It asks while nothing is being sent, a little at a time,
 * because audience look-ups use the same token. Used by one thread at a time.
 */
public final class RecipientAddresses {
  private static final Logger LOG = LoggerFactory.getLogger(RecipientAddresses.class);
  private static final int AT_ONCE = 425;

  /** How many steps to take at a time, so that other finished runs get a turn. */
  public static final int STEPS = 20;

  /** If the wait would be longer, continues at the next visit. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(2);

  private final Database database;
  private final Emails addresses;
  private final Runs runs;
  private final Time time;
  private final int steps;

  /** How far the postponed runs were processed. */
  private final Map<RunId, Long> reached = new HashMap<>();

  public RecipientAddresses(Infrastructure below, Emails addresses, int steps) {
    this.addresses = addresses;
    this.steps = steps;
    database = below.database();
    runs = new Runs(database);
    time = below.time();
  }

  /**
   * Adds missing addresses in finished runs of this app.
   *
   * @param further called before each step; false postpones the rest
   * @return how many runs were completed
   */
  public int fill(App app, BooleanSupplier further) throws InterruptedException {
    var filled = 0;
    for (var run : runs.withoutAddresses(app.name())) {
      if (!fill(app, run, further)) {
        return filled;
      }
      filled++;
    }
    return filled;
  }

  /** False if it is postponed. People whom the platform does not know stay without an address. */
  private boolean fill(App app, RunId run, BooleanSupplier further) throws InterruptedException {
    for (var step = 0; ; step++) {
      var nameless =
          RecipientRows.withoutAddress(database, run, reached.getOrDefault(run, -1L), AT_ONCE);
      if (nameless.isEmpty()) {
        runs.addressed(run);
        reached.remove(run);
        return true;
      }
      if (step == steps || !further.getAsBoolean() || runs.isSending(app.name())) {
        return false;
      }
      var emails =
          addresses.of(app, nameless.stream().map(RecipientRows.Numbered::person).toList());
      write(run, nameless, emails);
      if (emails.trouble().isEmpty()) {
        reached.put(run, nameless.getLast().seq());
      } else if (emails.rest().isPositive()) {
        if (emails.rest().compareTo(LONGEST_REST) > 0) {
          return false;
        }
        time.sleep(emails.rest());
      } else {
        LOG.info(
            "App {}: some addresses of run {} are not known yet ({}). They are looked up again later",
            app.name(),
            run,
            emails.trouble().get());
        return false;
      }
      time.sleep(Duration.ofMillis(20));
    }
  }

  private void write(RunId run, List<RecipientRows.Numbered> nameless, Emails.Lookup emails) {
    if (emails.byId().isEmpty()) {
      return;
    }
    // In the order of their rows, so that two nodes that update the same run wait for each other.
    var known = new LinkedHashMap<RecipientRows.Numbered, String>();
    for (var one : nameless) {
      var email = emails.byId().get(one.person());
      if (email != null) {
        known.put(one, email);
      }
    }
    database.write(handle -> RecipientRows.address(handle, run, known));
  }
}
