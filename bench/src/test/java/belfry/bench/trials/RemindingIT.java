package belfry.bench.trials;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A small dose of the trial of reminders. */
class RemindingIT {
  @Test
  void eachReminderGoesOnceToThoseWhoAreSilent() {
    var said = new StringWriter();

    var plan = new Reminding.Plan(Databases.SQLITE, 2, 1, 60, 2, Duration.ofSeconds(5), 2026);
    var result = new Reminding(plan, new PrintWriter(said)).run();

    // On a machine that is busy with others, nobody may press between two reminders.
    assertThat(result.wronged() + result.forgotten() + result.doubled() + result.strange())
        .as(said.toString())
        .isZero();
    assertThat(result.begun()).isPositive();
  }
}
