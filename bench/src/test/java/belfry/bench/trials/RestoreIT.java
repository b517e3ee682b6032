package belfry.bench.trials;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small dose of the trial of backups; half a minute of it is quiet time. */
@Tag("long")
class RestoreIT {
  @ParameterizedTest
  @EnumSource(Databases.class)
  void nobodyGetsAnythingTwiceAfterABackupWasRestored(Databases database) {
    var said = new StringWriter();

    var result =
        new Restores(new Restores.Plan(database, 2, 400, 2026), new PrintWriter(said)).run();

    assertThat(result.sound()).as(said.toString()).isTrue();
  }
}
