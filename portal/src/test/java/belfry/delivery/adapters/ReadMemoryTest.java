package belfry.delivery.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Tuning;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.wire.Response;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rest that a bot's questions were asked for outlives the process that was asked. */
@OnEngines
class ReadMemoryTest extends StorageTest {
  private static final int PERMITTED = 20;
  private static final Duration WINDOW = Duration.ofMinutes(10);

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at(Instant.now().toString());
  private final Simulator simulator =
      Simulator.start(
          SimulatorSettings.defaults()
              .withPeople(20)
              .withLimits(LimitRule.of(Resource.PEOPLE, Limit.fixedWindow(PERMITTED, WINDOW))));
  private final Platform before = new Platform(simulator.address(), WINDOW, time);
  private final Platform after = new Platform(simulator.address(), WINDOW, time);
  private House house;

  @BeforeEach
  void build() {
    house = new House(open(directory), simulator, directory, time);
  }

  @AfterEach
  void close() {
    after.close();
    before.close();
    house.close();
    simulator.close();
  }

  @Test
  void theNextOwnerRestsToo() {
    askUntilRefused();
    givenUp(before);
    memory(after, _ -> true).moved(TestPortal.NEWS);
    assertThat(ask(after)).isInstanceOf(Response.Throttled.class);
    assertThat(refusals()).as("not even asked").isOne();
    assertThat(after.readPaces().learned(token()))
        .containsOnlyKeys("people")
        .allSatisfy((_, learned) ->
            assertThat(learned.restsUntil()).isGreaterThan(time.now().toEpochMilli()));
  }

  @Test
  void whereNothingWasTaughtNothingIsWritten() {
    assertThat(ask(before)).isInstanceOf(Response.Got.class);
    givenUp(before);
    memory(after, _ -> true).moved(TestPortal.NEWS);

    assertThat(after.readPaces().learned(token())).isEmpty();
  }

  private void givenUp(Platform by) {
    memory(by, _ -> false).moved(TestPortal.NEWS);
  }

  private void askUntilRefused() {
    for (var i = 0; i < PERMITTED; i++) {
      assertThat(ask(before)).isInstanceOf(Response.Got.class);
    }
    assertThat(ask(before)).isInstanceOf(Response.Throttled.class);
    assertThat(refusals()).isOne();
  }

  private Response<List<Profile>> ask(Platform by) {
    return by.people().named(token(), "a", 1);
  }

  private Secret token() {
    return house.app().botToken();
  }

  private long refusals() {
    return simulator.limits().counts().getFirst().throttled();
  }

  private ReadMemory memory(Platform platform, Predicate<LaneId> owned) {
    return new ReadMemory(
        new Infrastructure(house.database(), platform, Tuning.PRODUCTION, time),
        house.apps(),
        owned);
  }
}
