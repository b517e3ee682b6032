package belfry.jobs.search;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.RecipientsAgain;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person got, where it is looked for among more runs than at first, on a real database. */
@OnEngines
class ReceivedMessagesTest extends StorageTest {
  private static final int RUNS = 70;
  private static final String EACH_TIME = "P-each-time";
  private static final String ONCE = "P-once";

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private Simulator simulator;
  private House house;
  private Author ana;

  /** Newest first. */
  private List<RunId> runs = List.of();

  @BeforeEach
  void build() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(3));
    house = new House(open(directory), simulator, directory, time);
    var id = new PersonId(simulator.directory().personId(0));
    ana = new Author(house, new Profile(id, "Ana Lopez", "ana@x.example", ""));
    var sent = new ArrayList<RunId>();
    for (var i = 0; i < RUNS; i++) {
      sent.add(sent(i == 0 ? List.of(EACH_TIME, ONCE) : List.of(EACH_TIME)));
    }
    runs = sent.stream().sorted(Comparator.comparingLong(RunId::value).reversed()).toList();
  }

  @AfterEach
  void close() {
    house.close();
    simulator.close();
  }

  @Test
  void whoeverGotEverythingIsToldPageByPage() {
    var first = got(EACH_TIME, Long.MAX_VALUE, 50, ReceivedMessages.MANY_RUNS);
    var second = got(EACH_TIME, first.next().orElseThrow(), 50, ReceivedMessages.MANY_RUNS);

    assertThat(ids(first)).isEqualTo(runs.subList(0, 50));
    assertThat(ids(second)).isEqualTo(runs.subList(50, RUNS));
    assertThat(second.next()).isEmpty();
  }

  @Test
  void whatSomebodyGotLongAgoIsFound() {
    var page = got(ONCE, Long.MAX_VALUE, 50, ReceivedMessages.MANY_RUNS);

    assertThat(ids(page)).containsExactly(runs.getLast());
    assertThat(page.next()).isEmpty();
  }

  @Test
  void noMoreRunsThanAskedForAreLookedInto() {
    var page = got(ONCE, Long.MAX_VALUE, 50, 66);

    assertThat(ids(page)).isEmpty();
    assertThat(page.next()).contains(runs.get(65).value());
    assertThat(ids(got(ONCE, runs.get(65).value(), 50, 66))).containsExactly(runs.getLast());
  }

  @Test
  void whetherSomebodyWasWrittenToIsLookedForInTheNewestRuns() {
    var again = new RecipientsAgain(house.database());
    var apps = List.of(ana.actor().app().name());
    var people = List.of(new PersonId(ONCE), new PersonId("P-never"));
    assertThat(again.written(apps, people, 500)).containsExactly(people.getFirst());
    house
        .database()
        .write(handle -> {
          for (var i = 0; i < Runs.SOME; i++) {
            var hello = new Content("Hello", Optional.empty());
            var run = Run.test(apps.getFirst(), hello, people.getLast(), time.now());
            Runs.insert(handle, run, Audience.NOBODY, time.now());
          }
          return apps;
        });
    assertThat(again.written(apps, people, 500)).isEmpty();
    assertThat(again.written(apps, people, 1_000)).containsExactly(people.getFirst());
  }

  // ------------------------------------------------------------------------------------------

  private ReceivedMessages.Page got(String target, long before, int most, int mostRuns) {
    return new ReceivedMessages(house.database())
        .find(
            new ReceivedMessages.Query(
                List.of(ana.actor().app().name()), List.of(target), before, most, mostRuns));
  }

  private static List<RunId> ids(ReceivedMessages.Page page) {
    return page.messages().stream().map(ReceivedMessages.Received::run).toList();
  }

  /** A message whose recipients are these. */
  private RunId sent(List<String> targets) {
    var herself = new Audience.Person(ana.actor().personId(), ana.actor().name());
    var job = ana.sendNow(ana.draft(new Audience(List.of(herself))));
    house.startDue();
    time.pass(Duration.ofSeconds(1));
    var run = house.now(job).state().runId().orElseThrow();
    house
        .database()
        .write(handle -> {
          for (var i = 0; i < targets.size(); i++) {
            handle.execute(
                """
                INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
                VALUES (?, ?, 'person', ?, '', '', '', 'sent', 1)
                """,
                run.value(),
                i,
                targets.get(i));
          }
          return run;
        });
    return run;
  }
}
