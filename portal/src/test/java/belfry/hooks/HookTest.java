package belfry.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HookTest {
  @ParameterizedTest
  @EnumSource
  void aStateIsReadAsItIsWritten(Hook.State state) {
    assertThat(Hook.State.read(state.word())).isEqualTo(state);
  }

  @Test
  void aStateThatOnlyANewerVersionKnowsIsOff() {
    assertThat(Hook.State.read("resting")).isEqualTo(Hook.State.OFF);
  }
}
