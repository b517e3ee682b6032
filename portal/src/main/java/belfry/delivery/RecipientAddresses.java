package belfry.delivery;

import belfry.apps.App;
import belfry.base.Time;
import belfry.jobs.RunId;
import belfry.people.People;
import belfry.storage.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down the addresses of those who got a message and of whom only the id was known: the
 * platform tells an address only where it was asked by address. It asks while nothing is being
 * sent, a little at a time: whoever looks up an audience asks by the same token. One thread at a
 * time.
 */
final class RecipientAddresses {
  private static final Logger LOG = LoggerFactory.getLogger(RecipientAddresses.class);
  private static final int AT_ONCE = 425;

  /** So many steps a visit, so that others whose runs are over have their turn. */
  static final int STEPS = 20;

  /** Whoever has to wait longer comes back at the next visit. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(2);

  private final Database database;
  private final People people;
  private final Time time;
  private final int steps;

  /** Up to which recipient it was asked in runs that were put off. */
  private final Map<RunId, Long> reached = new HashMap<>();

  RecipientAddresses(Delivery.Ground ground, People people, int steps) {
    this.people = people;
    this.steps = steps;
    database = ground.database();
    time = ground.time();
  }

  private record Nameless(long seq, String target) {}

  /**
   * Fills in what is missing in runs of this app that are over.
   *
   * @param further asked before each step; false puts off the rest
   * @return how many runs were filled in
   */
  int fill(App app, BooleanSupplier further) throws InterruptedException {
    var filled = 0;
    for (var run : due(app)) {
      if (!fill(app, run, further)) {
        return filled;
      }
      filled++;
    }
    return filled;
  }

  private List<RunId> due(App app) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM run WHERE app = ? AND addressed = 0 AND gate = 'closed'
                ORDER BY id LIMIT 100
                """)
            .bind(0, app.name())
            .map((row, _) -> new RunId(row.getLong("id")))
            .list());
  }

  /** False when it is put off; whoever the platform does not know stays without an address. */
  private boolean fill(App app, RunId run, BooleanSupplier further) throws InterruptedException {
    for (var step = 0; ; step++) {
      var nameless = nameless(run, reached.getOrDefault(run, -1L));
      if (nameless.isEmpty()) {
        database.write(
            handle -> handle.execute("UPDATE run SET addressed = 1 WHERE id = ?", run.value()));
        reached.remove(run);
        return true;
      }
      if (step == steps || !further.getAsBoolean() || isSending(app)) {
        return false;
      }
      var emails = people.emails(app, nameless.stream().map(Nameless::target).toList());
      write(run, nameless, emails);
      if (emails.trouble().isEmpty()) {
        reached.put(run, nameless.getLast().seq);
      } else if (emails.rest().isPositive()) {
        if (emails.rest().compareTo(LONGEST_REST) > 0) {
          return false;
        }
        time.rest(emails.rest());
      } else {
        LOG.info(
            "App {}: addresses of run {} are not known yet ({}). They are asked for again later",
            app.name(),
            run,
            emails.trouble().get());
        return false;
      }
      time.rest(Duration.ofMillis(20));
    }
  }

  /** Asked in the words of the index of the few runs that are open. */
  private boolean isSending(App app) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT 1 FROM run WHERE app = ? AND gate <> 'closed' AND gate = 'open' LIMIT 1")
            .bind(0, app.name())
            .mapTo(Integer.class)
            .findOne()
            .isPresent());
  }

  private List<Nameless> nameless(RunId run, long after) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT seq, target FROM recipient
                WHERE run = ? AND seq > ? AND kind = 'person' AND email = ''
                ORDER BY seq LIMIT ?
                """)
            .bind(0, run.value())
            .bind(1, after)
            .bind(2, AT_ONCE)
            .map((row, _) -> new Nameless(row.getLong("seq"), row.getString("target")))
            .list());
  }

  private void write(RunId run, List<Nameless> nameless, People.Emails emails) {
    if (emails.byId().isEmpty()) {
      return;
    }
    database.write(handle -> {
      var batch =
          handle.prepareBatch(
              "UPDATE recipient SET email = ? WHERE run = ? AND seq = ? AND email = ''");
      nameless.stream()
          .filter(one -> emails.byId().containsKey(one.target))
          .forEach(one -> batch.add(emails.byId().get(one.target), run.value(), one.seq));
      return batch.size() == 0 ? 0 : batch.execute().length;
    });
  }
}
