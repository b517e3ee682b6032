package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.Role;
import belfry.access.StaffMember;
import belfry.base.Time;
import belfry.cli.settings.Simulated;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the demo, a test of a message can go to colleagues. */
class DemoColleaguesTest {
  @Test
  void othersMaySendToo(@TempDir Path data) {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(100));
        var portal = Portal.start(Simulated.settings(simulator, 0, data), Time.system())) {
      DemoCommand.addColleagues(portal, simulator.directory());

      for (var app : portal.apps().all()) {
        assertThat(portal.access().staff(app))
            .filteredOn(one -> one.role() == Role.SENDER)
            .extracting(StaffMember::name)
            .containsExactly("Kenji Tanaka", "Maija Salo", "Zoë Müller");
      }
    }
  }
}
