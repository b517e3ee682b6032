package belfry.bench.site;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;

class SimulatorContractTest extends PlatformContract {
  SimulatorContractTest() {
    super(new SimulatedPlatform(Simulator.start(SimulatorSettings.defaults().withPeople(200))));
  }
}
