package belfry.access;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows of the trail are read, and that a search without finds ends. */
@OnEngines
class TrailTest extends StorageTest {
  private static final AppName ALERTS = AppName.parse("alerts").orElseThrow();

  @TempDir Path directory;
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private Database database;
  private Audit audit;
  private Trail trail;

  @BeforeEach
  void begin() {
    database = open(directory);
    audit = new Audit(database, new Vault(Keyring.open(Optional.empty(), directory, true)), time);
    trail = new Trail(database);
    record(AuditEntry.in(TestPortal.NEWS).by(new PersonId("ana")).did("job.edit", "J1"));
    record(AuditEntry.in(TestPortal.NEWS).by(new PersonId("kenji")).did("job.editor", "J1"));
    record(AuditEntry.in(ALERTS).by(new PersonId("ana")).did("job.edit", "J1"));
    record(AuditEntry.in(TestPortal.NEWS).did("jobs", "J2"));
    record(AuditEntry.inAll().did("keys.rotate", ""));
  }

  @AfterEach
  void end() {
    database.close();
  }

  private void record(AuditEntry entry) {
    audit.record(entry);
    time.pass(Duration.ofMinutes(1));
  }

  private static Trail.Query everything() {
    return query(List.of(), List.of(), List.of());
  }

  private static Trail.Query query(
      List<String> actors, List<String> actions, List<String> objects) {
    return new Trail.Query(
        TestPortal.NEWS, actors, actions, objects, Optional.empty(), Optional.empty());
  }

  private static Trail.Query between(String from, String until) {
    return new Trail.Query(
        TestPortal.NEWS,
        List.of(),
        List.of(),
        List.of(),
        Optional.of(Instant.parse(from)),
        Optional.of(Instant.parse(until)));
  }

  private List<Long> numbers(Trail.Query query) {
    var found = new ArrayList<Long>();
    Optional<Long> next = Optional.of(Trail.END);
    while (next.isPresent()) {
      var page = trail.before(next.get(), query, 2);
      page.rows().forEach(row -> found.add(row.seq()));
      next = page.next();
    }
    return found;
  }

  @Test
  void oneSeesWhatConcernsTheAppAndTheWholePortal() {
    assertThat(numbers(everything())).containsExactly(5L, 4L, 2L, 1L);
  }

  @Test
  void rowsAreFoundByWhoWhatAndWhen() {
    assertThat(numbers(query(List.of("ana", "ANA"), List.of(), List.of()))).containsExactly(1L);
    assertThat(numbers(query(List.of(AuditEntry.BELFRY), List.of(), List.of())))
        .containsExactly(5L, 4L);
    assertThat(numbers(query(List.of(), List.of("job.edit"), List.of()))).containsExactly(1L);
    assertThat(numbers(query(List.of(), List.of("job"), List.of()))).containsExactly(2L, 1L);
    assertThat(numbers(query(List.of(), List.of("keys", "job.editor"), List.of())))
        .containsExactly(5L, 2L);
    assertThat(numbers(query(List.of(), List.of(), List.of("J1")))).containsExactly(2L, 1L);
    assertThat(numbers(between("2026-11-27T09:01:00Z", "2026-11-27T09:04:00Z")))
        .containsExactly(4L, 2L);
  }

  @Test
  void aSearchStopsOnItsWayThroughManyRowsAndGoesOnFromThere() {
    database.write(handle ->
        handle.execute(
            """
            WITH RECURSIVE row(number) AS (
              SELECT 1 UNION ALL SELECT number + 1 FROM row WHERE number < 25000)
            INSERT INTO audit (seq, at, app, actor, action, object, detail, through, signature)
            SELECT 5 + number, ?, 'alerts', 'ana', 'job.edit', 'J', '', '', '' FROM row
            """,
            time.now().toEpochMilli()));
    var first = trail.before(Trail.END, everything(), 50);
    assertThat(first.rows()).isEmpty();
    assertThat(first.passed()).isEqualTo(10_000);
    assertThat(first.next()).contains(15_006L);
    assertThat(trail.timeOf(15_006)).contains(time.now());
    assertThat(trail.timeOf(1)).isEmpty();
    assertThat(numbers(everything())).containsExactly(5L, 4L, 2L, 1L);
  }

  @Test
  void anEmptyTrailHasNoRows() {
    database.write(handle -> handle.execute("DELETE FROM audit"));
    assertThat(trail.before(Trail.END, everything(), 50))
        .isEqualTo(new Trail.Page(List.of(), Optional.empty(), 0));
  }
}
