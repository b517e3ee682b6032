package belfry.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Job;
import belfry.people.audience.Audience;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Tally;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Author;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a deleted job leaves behind is deleted in steps, on a real database. */
@OnEngines
class DeletedRunsTest extends StorageTest {
  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private Simulator simulator;
  private House house;
  private DeletedRuns deleted;
  private Author ana;

  @BeforeEach
  void build() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(3));
    house = new House(open(directory), simulator, directory, time);
    var profile =
        new Profile(
            new PersonId(simulator.directory().personId(0)), "Ana Lopez", "ana@x.example", "");
    ana = new Author(house, profile);
    deleted = new DeletedRuns(house.database(), time);
  }

  @AfterEach
  void close() {
    house.close();
    simulator.close();
  }

  @Test
  void whatADeletedJobLeavesBehindGoesADayLaterAndInSteps() {
    var gone = over(2 * DeletedRuns.AT_ONCE + 1);
    var kept = over(3);
    delete(gone);

    time.pass(DeletedRuns.KEPT);
    assertThat(deleted.step()).as("its messages may still be met").isFalse();
    time.pass(Duration.ofMillis(1));

    assertThat(deleted.step()).isTrue();
    assertThat(count("recipient", "run", gone)).isEqualTo(DeletedRuns.AT_ONCE + 1);
    assertThat(deleted.step()).isTrue();
    assertThat(deleted.step()).isTrue();
    assertThat(count("run", "id", gone)).as("found until all its rows are gone").isEqualTo(1);
    assertThat(deleted.step()).isTrue();

    assertThat(count("recipient", "run", gone)).isZero();
    assertThat(count("timeline", "run", gone)).isZero();
    assertThat(count("run", "id", gone)).isZero();
    assertThat(deleted.step()).as("nothing is left to do").isFalse();
    assertThat(count("recipient", "run", kept)).isEqualTo(3);
    assertThat(count("timeline", "run", kept)).isEqualTo(1);
    assertThat(count("run", "id", kept)).isEqualTo(1);
  }

  @Test
  void whatIsStillBeingSentStays() {
    var test = over(2);
    gate(test, "open");
    delete(test);
    time.pass(DeletedRuns.KEPT.plusDays(1));

    assertThat(deleted.step()).isFalse();
    assertThat(count("recipient", "run", test)).isEqualTo(2);
  }

  /** Its messages are in the same conversations. */
  @Test
  void asLongAsARunThatWasThereAtTheSameTimeIsOpenItStays() {
    var other = over(1);
    var gone = over(2);
    gate(other, "paused");
    delete(gone);
    time.pass(DeletedRuns.KEPT.plusDays(1));
    assertThat(deleted.step()).isFalse();

    gate(other, "closed");
    assertThat(deleted.step()).isTrue();
    assertThat(count("recipient", "run", gone)).isZero();
  }

  @Test
  void twoNodesLeaveNothingBehind() throws Exception {
    var gone = over(6 * DeletedRuns.AT_ONCE);
    delete(gone);
    time.pass(DeletedRuns.KEPT.plusDays(1));

    try (var nodes = Executors.newVirtualThreadPerTaskExecutor()) {
      var ends = new ArrayList<Future<?>>();
      for (var node : List.of(deleted, new DeletedRuns(house.database(), time))) {
        ends.add(
            nodes.submit(() -> {
              var more = true;
              while (more) {
                more = node.step();
              }
            }));
      }
      for (var end : ends) {
        end.get(10, TimeUnit.MINUTES);
      }
    }

    assertThat(count("recipient", "run", gone)).isZero();
    assertThat(count("run", "id", gone)).isZero();
  }

  // ------------------------------------------------------------------------------------------

  private void gate(Job job, String gate) {
    house
        .database()
        .write(handle ->
            handle.execute("UPDATE run SET gate = ? WHERE id = ?", gate, runId(job).value()));
  }

  private void delete(Job job) {
    assertThat(house.writing().delete(ana.actor(), job.id(), Optional.empty(), Optional.empty()))
        .isInstanceOf(ChangeResult.Deleted.class);
  }

  /** A job that went to so many, and is over. */
  private Job over(int people) {
    var herself = new Audience.Person(ana.actor().personId(), ana.actor().name());
    var sent = ana.sendNow(ana.draft(new Audience(List.of(herself))));
    house.startDue();
    var job = house.now(sent);
    house
        .database()
        .write(handle -> {
          var run = job.state().runId().orElseThrow().value();
          var rows =
              handle.prepareBatch(
                  """
                  INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
                  VALUES (?, ?, 'person', ?, '', '', '', 'sent', 1)
                  """);
          IntStream.range(0, people).forEach(seq -> rows.add(run, seq, "P" + seq));
          rows.execute();
          handle.execute(
              "INSERT INTO timeline (run, step, sent, failed) VALUES (?, 0, ?, 0)", run, people);
          house.runs().expanded(handle, runId(job), new Tally(0, 0, 0, 0, 0, 0, 0, 0), List.of());
          handle.execute("UPDATE run SET sent = ?, total = ? WHERE id = ?", people, people, run);
          return house.closed().close(handle, house.run(job));
        });
    return house.now(job);
  }

  private static RunId runId(Job job) {
    return job.state().runId().orElseThrow();
  }

  private int count(String table, String column, Job job) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT COUNT(*) FROM " + table + " WHERE " + column + " = ?")
                .bind(0, runId(job).value())
                .mapTo(Integer.class)
                .one());
  }
}
