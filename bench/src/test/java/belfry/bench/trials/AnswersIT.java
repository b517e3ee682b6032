package belfry.bench.trials;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.site.Databases;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small dose of the trial of answers. */
class AnswersIT {
  @ParameterizedTest
  @EnumSource(Strange.Player.class)
  void eachAnswerIsCountedOnceHoweverItIsToldOf(Strange.Player player) {
    var said = new StringWriter();

    var plan = new Answering.Plan(Databases.SQLITE, 2, player, Answering.Way.WEBHOOKS, 1, 60, 2026);
    var result = new Answering(plan, new PrintWriter(said)).run();

    assertThat(result.sound()).as(said.toString()).isTrue();
    assertThat(result.written()).isEqualTo(90);
    assertThat(result.pressed()).isPositive();
  }
}
