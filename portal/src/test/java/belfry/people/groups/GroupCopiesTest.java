package belfry.people.groups;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.people.directory.DirectorySettings;
import belfry.people.directory.DirectoryToken;
import belfry.platform.wire.NoAnswer;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.Keyring;
import belfry.storage.TestSqlite;
import belfry.storage.Vault;
import belfry.testing.House;
import belfry.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of groups, which several callers want at once. */
class GroupCopiesTest {
  private static final Duration FRESH = Duration.ofMinutes(1);

  @TempDir Path directory;

  /**
   * Else it would be copied over the members that are in use, and they would be few for a while.
   */
  @Test
  void whoeverReadAGroupBeforeItsCopyEndedDoesNotHaveItCopiedAgain() {
    var time = ManualTime.at("2026-11-21T08:00:00Z");
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
        var house = new House(TestSqlite.open(directory), simulator, directory, time)) {
      var store = new GroupStore(house.database());
      var before = store.get(house.app(), house.group("All staff").id()).orElseThrow();
      var groups = groups(house, simulator, time);
      assertThat(groups.freshenMembers(before, FRESH)).isInstanceOf(GroupCopies.Copy.Fresh.class);
      simulator.faults().set(FaultRule.on(Operation.GROUPS_MEMBERS, Fault.before(500)));

      assertThat(groups.freshenMembers(before, FRESH)).isInstanceOf(GroupCopies.Copy.Fresh.class);

      var after = store.again(before).orElseThrow();
      assertThat(store.size(after, after.generation())).isEqualTo(50);
    }
  }

  /** The pages of a directory may overlap, and then somebody may be on none. */
  @Test
  void whoeverIsMissingInANestedGroupIsMissed() {
    var time = ManualTime.at("2026-11-21T08:00:00Z");
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
        var house = new House(TestSqlite.open(directory), simulator, directory, time)) {
      var store = new GroupStore(house.database());
      var row = store.get(house.app(), house.group("Extended leadership").id()).orElseThrow();
      // A rule counts the calls that those before it left alone.
      var first = 3L;
      simulator
          .faults()
          .set(
              FaultRule.on(Operation.GROUPS_MEMBERS, page(simulator, 40, 41)).onCalls(first),
              FaultRule.on(Operation.GROUPS_MEMBERS, page(simulator, 41)).onCalls(first),
              FaultRule.on(Operation.GROUPS_MEMBERS, page(simulator)).onCalls(first));

      assertThat(groups(house, simulator, time).freshenMembers(row, FRESH))
          .isInstanceOf(GroupCopies.Copy.Fresh.class);

      assertThat(store.again(row).orElseThrow().group().missing())
          .as("it says three, and shows two")
          .isEqualTo(1);
    }
  }

  @Test
  void whatIsChangedAllTheTimeIsNotReadForEver() {
    var time = ManualTime.at("2026-11-21T08:00:00Z");
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
        var house = new House(TestSqlite.open(directory), simulator, directory, time)) {
      var store = new GroupStore(house.database());
      var before = store.get(house.app(), house.group("All staff").id()).orElseThrow();
      var groups = groups(house, simulator, time);
      assertThat(groups.freshenMembers(before, FRESH)).isInstanceOf(GroupCopies.Copy.Fresh.class);
      time.pass(FRESH.plusSeconds(1));
      simulator.faults().resetCounts();
      simulator
          .faults()
          .set(FaultRule.on(Operation.GROUPS_MEMBERS, page(simulator, 40, 41)).every(2));

      assertThat(groups.freshenMembers(before, FRESH))
          .isEqualTo(new GroupCopies.Copy.Failed(NoAnswer.CHANGED));

      assertThat(simulator.faults().counts().values()).containsExactly(3L);
      var after = store.again(before).orElseThrow();
      assertThat(store.size(after, after.generation())).isEqualTo(50);

      simulator
          .faults()
          .set(FaultRule.on(Operation.GROUPS_MEMBERS, page(simulator, 40, 41)).onCalls(2L, 4L));
      assertThat(groups.freshenMembers(before, FRESH)).isInstanceOf(GroupCopies.Copy.Fresh.class);
    }
  }

  private static Fault page(Simulator simulator, int... people) {
    var members =
        IntStream.of(people)
            .mapToObj(i ->
                "{\"id\":\"%s\",\"type\":\"user\",\"displayName\":\"N\"}"
                    .formatted(simulator.directory().personId(i)))
            .collect(Collectors.joining(","));
    return Fault.before(200).withHtml("{\"memberSize\":3,\"members\":[%s]}".formatted(members));
  }

  private GroupCopies groups(House house, Simulator simulator, ManualTime time) {
    var vault = new Vault(Keyring.open(Optional.empty(), directory, true));
    var settings =
        new DirectorySettings(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of(new Secret(simulator.directoryRefreshToken())));
    var token = new DirectoryToken(settings, house.platform(), house.database(), vault, time);
    return new GroupCopies(house.platform(), token, house.database(), Duration.ofMinutes(2), time);
  }
}
