package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.Access;
import belfry.apps.Apps;
import belfry.jobs.Jobs;
import belfry.jobs.Run;
import belfry.jobs.RunId;
import belfry.jobs.Tally;
import belfry.people.DirectorySettings;
import belfry.people.People;
import belfry.people.Target;
import belfry.platform.Platform;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a real database. */
abstract class SqlLedgerContract extends LedgerContract {
  @TempDir Path directory;

  private Database database;
  private Jobs jobs;
  private Ledger ledger;
  private long runs;

  abstract Database open(Path data);

  @BeforeEach
  void build() {
    database = open(directory);
    var vault = new Vault(Keyring.open(Optional.empty(), directory, true));
    // Nothing here asks the platform; its address is one that would refuse.
    var platform = new Platform(URI.create("http://127.0.0.1:1"), TTL, time);
    var apps = new Apps(List.of(), platform, database);
    var people =
        new People(
            new DirectorySettings(Optional.empty(), Optional.empty(), Optional.empty()),
            apps,
            platform,
            database,
            vault,
            time);
    jobs =
        new Jobs(
            database, people.audiences(), new Access(apps, database, vault, time), time, _ -> {});
    ledger = new SqlLedger("news", database, jobs, time, TTL);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  Ledger ledger() {
    return ledger;
  }

  @Override
  RunId addRun(List<Target> targets) {
    var id = new RunId(++runs);
    database.write(handle -> {
      handle.execute(
          """
          INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience,
            on_unknown, started_by, late, notes, created, next_seq, total,
            pending, retry, sending, unknown, held, sent, failed, skipped)
          VALUES (?, 'news', ?, 'job', ?, 'open', 1, 'Hello', '{"entries":[]}', 'hold', 'author',
            0, '[]', ?, 0, ?, ?, 0, 0, 0, 0, 0, 0, 0)
          """,
          id.value(),
          id.value(),
          time.now(),
          time.now(),
          targets.size(),
          targets.size());
      for (var seq = 0; seq < targets.size(); seq++) {
        handle.execute(
            """
            INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
            VALUES (?, ?, 'person', ?, '', '', '', 'pending', 0)
            """,
            id.value(),
            seq,
            targets.get(seq).id());
      }
      return true;
    });
    return id;
  }

  @Override
  void setGate(RunId run, Run.Gate gate) {
    database.write(handle ->
        handle.execute(
            "UPDATE run SET gate = ? WHERE id = ?",
            gate.name().toLowerCase(Locale.ROOT),
            run.value()));
  }

  /** What the rows say; the run's own counts must say the same. */
  @Override
  Tally tally(RunId run) {
    var rows = database.read(handle -> SqlLedger.counted(handle, run));
    assertThat(jobs.runs().find(run).orElseThrow().standing().tally()).isEqualTo(rows);
    return rows;
  }

  @Test
  void theIndexOfTheSpecialFewServesTheirQuestions() {
    addRun(people(1));
    var plan =
        database.read(handle ->
            handle
                .createQuery(
                    (database.exclusive() ? "EXPLAIN QUERY PLAN " : "EXPLAIN ")
                        + "SELECT seq FROM recipient WHERE run = 1 AND state = 'retry' AND seq > 0 ORDER BY seq LIMIT 5")
                .map((row, _) -> database.exclusive() ? row.getString("detail") : row.getString(1))
                .list());
    assertThat(String.join("\n", plan)).contains("recipient_special");
  }
}
