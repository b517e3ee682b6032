package belfry.delivery.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.Wire;
import belfry.messages.Attachments;
import belfry.platform.Platform;
import belfry.platform.wire.Response;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.Database;
import belfry.storage.TestSqlite;
import belfry.testing.Await;
import belfry.testing.Heard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two apps whose tokens are of one bot: only one of them may send. */
class SharedBotTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @TempDir Path directory;

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
  private final Platform platform = new Platform(simulator.address(), TIMEOUT, Time.system());
  private final App first = app("first", 0);
  private final App second = app("second", 0);
  private final App other = app("other", 1);
  private Database database;
  private Apps apps;

  @BeforeEach
  void open() {
    database = TestSqlite.open(directory);
    apps = apps(first, second, other);
  }

  @AfterEach
  void close() {
    database.close();
    platform.close();
    simulator.close();
  }

  @Test
  void theBotIsTheFirstAppsWhoeverAsksFirst() throws Exception {
    assertThat(refusal(second)).contains("it belongs to the bot of first");
    assertThat(refusal(first)).isEmpty();
    assertThat(refusal(other)).isEmpty();
    assertThat(refusal(second)).as("the next time").isNotEmpty();
    assertThat(apps.bot(first)).isPresent();
    assertThat(apps.bot(second)).isEmpty();
  }

  @Test
  void whileTheFirstCannotBeAskedTheSecondIsNotUsed() throws Exception {
    simulator.faults().set(FaultRule.on(Operation.PEOPLE_ME, Fault.before(500)).onCalls(2L));

    assertThat(apps.refreshBot(second, 0)).isInstanceOf(Response.Unreachable.class);
    assertThat(refusal(second)).contains("it belongs to the bot of first");
    assertThat(refusal(first)).isEmpty();
  }

  @Test
  void botsThatChangedPlacesSinceTheLastStartAreNotShared() throws Exception {
    assertThat(refusal(first)).isEmpty();
    assertThat(refusal(other)).isEmpty();
    var swapped = List.of(app("first", 1), app("other", 0));

    apps = new Apps(swapped, platform, database);

    for (var app : swapped) {
      assertThat(refusal(app)).isEmpty();
      assertThat(apps.refreshBot(app, 0)).isInstanceOf(Response.Got.class);
    }
  }

  /** As at a start, where the lane and the housekeeping do. */
  @Test
  void whoeverAsksAtOnceTheBotIsLoggedOnce() throws Exception {
    var asking =
        Stream.generate(() -> new Thread(() -> apps.refreshBot(first, 0))).limit(2).toList();
    try (var log = Heard.whole("belfry.apps")) {
      // Nobody can write down whose bot it is before both have heard it.
      database.write(handle -> {
        asking.forEach(Thread::start);
        Await.until(() -> asking.stream().allMatch(SharedBotTest::hasHeard));
        return 0;
      });
      for (var thread : asking) {
        thread.join();
      }
      assertThat(log.words())
          .filteredOn(line -> line.startsWith("App first: its bot is "))
          .hasSize(1);
    }
  }

  private static boolean hasHeard(Thread asking) {
    return Stream.of(asking.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("known"));
  }

  /** Why the app's lane does not send; empty when it may. */
  private String refusal(App app) throws Exception {
    try (var wire =
        new HttpWire(
            LaneId.first(app.name()),
            app,
            apps,
            new Attachments(database, Time.system()),
            platform)) {
      var check = new CompletableFuture<Wire.Check>();
      wire.check(check::complete);
      return switch (check.get(10, TimeUnit.MINUTES)) {
        case Wire.Check.Works() -> "";
        case Wire.Check.Refused(var words) -> words;
        case Wire.Check other -> throw new AssertionError(other);
      };
    }
  }

  private Apps apps(App... configured) {
    return new Apps(List.of(configured), platform, database);
  }

  private App app(String name, int bot) {
    return new App(new AppName(name), name, new Secret(simulator.botToken(bot)), List.of(), 230);
  }
}
