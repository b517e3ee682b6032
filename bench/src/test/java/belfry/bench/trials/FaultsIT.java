package belfry.bench.trials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The packaged program, left alone while everything around it goes wrong. */
class FaultsIT {
  @Test
  void everybodyGetsOneMessageWhateverThePlatformAnswers() {
    var out = new PrintWriter(System.out, true, UTF_8);

    var result = new Faults(Faults.Kind.PLATFORM, 200, Duration.ZERO, out).run();

    assertThat(result.judgement().recipients()).isEqualTo(200);
    assertThat(result.judgement().sound()).isTrue();
  }

  @Test
  void aLostDatabaseIsToldAndSendingGoesOnByItself() {
    var out = new PrintWriter(System.out, true, UTF_8);

    var result = new Faults(Faults.Kind.DATABASE, 600, Duration.ofSeconds(6), out).run();

    assertThat(result.told()).contains(true);
    assertThat(result.silent()).isTrue();
    assertThat(result.judgement().sound()).isTrue();
  }
}
