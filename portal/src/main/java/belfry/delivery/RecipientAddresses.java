package belfry.delivery;

import belfry.apps.App;
import belfry.base.Time;
import belfry.jobs.RunId;
import belfry.people.People;
import belfry.storage.Database;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down the addresses of those who got a message and of whom only the id was known: the
 * platform tells an address only where it was asked by address. After a run's end, so that sending
 * goes first. One thread at a time.
 */
final class RecipientAddresses {
  private static final Logger LOG = LoggerFactory.getLogger(RecipientAddresses.class);
  private static final int AT_ONCE = 425;

  private final Database database;
  private final People people;
  private final Time time;

  RecipientAddresses(Delivery.Ground ground, People people) {
    this.people = people;
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
    var after = -1L;
    while (true) {
      var nameless = nameless(run, after);
      if (nameless.isEmpty()) {
        database.write(
            handle -> handle.execute("UPDATE run SET addressed = 1 WHERE id = ?", run.value()));
        return true;
      }
      if (!further.getAsBoolean()) {
        return false;
      }
      var emails = people.emails(app, nameless.stream().map(Nameless::target).toList());
      write(run, nameless, emails);
      if (emails.trouble().isEmpty()) {
        after = nameless.getLast().seq;
      } else if (emails.rest().isPositive()) {
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
