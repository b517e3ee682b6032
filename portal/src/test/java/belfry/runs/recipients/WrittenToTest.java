package belfry.runs.recipients;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom addresses mean to a recall of a run, on a real database. */
@OnEngines
class WrittenToTest extends StorageTest {
  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");

  @TempDir Path directory;

  private Database database;
  private RunId run;

  @BeforeEach
  void open() {
    database = open(directory);
    run = insert();
  }

  private RunId insert() {
    var content = new Content("Hello", Optional.empty());
    var one = Run.test(new AppName("news"), content, new PersonId("ana"), NOW);
    database.write(handle -> Runs.insert(handle, one, Audience.NOBODY, NOW));
    return one.id();
  }

  private void add(int seq, String target, String email, String state) {
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
            VALUES (?, ?, 'person', ?, '', '', ?, ?, 1)
            """,
            run.value(),
            seq,
            target,
            email,
            state));
  }

  private List<String> at(RunId one, String... emails) {
    return new WrittenTo(database, one)
        .at(List.of(emails)).stream().map(Person::id).map(PersonId::value).sorted().toList();
  }

  @Test
  void whoeverHasOrMayGetAMessageIsFoundByTheAddressItWentTo() {
    var states = List.of("pending", "retry", "sending", "unknown", "held", "sent");
    for (var i = 0; i < states.size(); i++) {
      add(i, "p" + i, "p%d@x.example".formatted(i), states.get(i));
    }
    add(10, "mailto:new@x.example", "new@x.example", "skipped");
    add(11, "refused", "refused@x.example", "failed");

    assertThat(at(run, "p0@x.example", "P1@X.example", "p2@x.example", "nobody@x.example"))
        .containsExactly("p0", "p1", "p2");
    assertThat(at(run, "p3@x.example", "p4@x.example", "p5@x.example"))
        .containsExactly("p3", "p4", "p5");
    assertThat(at(run, "new@x.example", "refused@x.example")).isEmpty();
  }

  @Test
  void addressesOfOneHashAreToldApart() {
    assertThat("b_@x.example").hasSameHashCodeAs("a~@x.example");
    add(0, "one", "b_@x.example", "sent");
    add(1, "other", "a~@x.example", "sent");

    assertThat(at(run, "b_@x.example")).containsExactly("one");
    assertThat(at(run, "a~@x.example", "b_@x.example")).containsExactly("one", "other");
  }

  @Test
  void manyAreReadInPages() {
    database.write(handle -> {
      var batch =
          handle.prepareBatch(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
              VALUES (?, ?, 'person', ?, '', '', ?, 'sent', 1)
              """);
      IntStream.range(0, 10_001)
          .forEach(i -> batch.add(run.value(), i, "p" + i, "p%d@x.example".formatted(i)));
      return batch.execute().length;
    });
    var all = IntStream.range(0, 10_001).mapToObj("p%d@x.example"::formatted).toList();

    assertThat(new WrittenTo(database, run).at(all)).hasSize(10_001).doesNotHaveDuplicates();
    assertThat(at(run, "p0@x.example", "p4999@x.example", "p10000@x.example"))
        .containsExactly("p0", "p10000", "p4999");
  }

  /** Whoever acknowledged in time was not reminded, and their address may be another's by now. */
  @Test
  void ofRemindersThoseAreMeantWhomTheMessageWasWrittenTo() {
    add(0, "ana", "a@x.example", "sent");
    var reminder = insert();
    database.write(handle ->
        handle.execute("UPDATE run SET reminds = ? WHERE id = ?", run.value(), reminder.value()));

    assertThat(at(reminder, "a@x.example")).containsExactly("ana");
  }
}
