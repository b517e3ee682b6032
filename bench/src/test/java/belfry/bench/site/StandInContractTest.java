package belfry.bench.site;

class StandInContractTest extends PlatformContract {
  StandInContractTest() {
    super(new SecondTrialPlatform(SecondPlatform.start(200, 7, 2)));
  }
}
