package belfry.bench.trials;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small dose of the trial of recalls and corrections. */
@Execution(ExecutionMode.CONCURRENT)
class AfterIT {
  private static final int PEOPLE = 200;

  @ParameterizedTest
  @EnumSource(Strange.Player.class)
  void whatThePortalSaysOfEachMessageIsWhatThePlatformShows(Strange.Player player) {
    var said = new StringWriter();

    var plan = new After.Plan(Databases.SQLITE, 2, player, 3, PEOPLE, 2026);
    var result = new After(plan, new PrintWriter(said)).run();

    assertThat(result.sound()).as(said.toString()).isTrue();
    assertThat(result.corrected()).isEqualTo(PEOPLE);
    assertThat(result.recalled()).isPositive();
  }

  @Test
  void whoeverAcknowledgedIsNotRemindedAndAllGetItAnew() {
    var said = new StringWriter();

    var plan = new After.Plan(Databases.SQLITE, 2, Strange.Player.SIMULATOR, 3, PEOPLE, 2026);
    var result = new Acknowledging(plan, new PrintWriter(said)).run();

    assertThat(result.sound()).as(said.toString()).isTrue();
    assertThat(result.acknowledged()).isPositive();
    assertThat(result.reminded()).isPositive();
    assertThat(result.recalledForSome()).isPositive();
  }
}
