package belfry.bench.trials;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A small dose of the trial of recalls and corrections. */
class AfterIT {
  @Test
  void whatThePortalSaysOfEachMessageIsWhatThePlatformShows() {
    var said = new StringWriter();

    var result =
        new After(new After.Plan(Databases.SQLITE, 4, 300, 2026), new PrintWriter(said)).run();

    assertThat(result.sound()).as(said.toString()).isTrue();
    assertThat(result.corrected()).isEqualTo(300);
    assertThat(result.recalled()).isPositive();
  }
}
