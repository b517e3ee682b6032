package belfry.standin.switches;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shares and how they are drawn. */
class SwitchboardTest {
  /** What can be on here. */
  private enum Weather implements Switch {
    HEAVY_RAIN,
    FOG;

    @Override
    public String says() {
      return "it is " + label();
    }

    @Override
    public long usual() {
      return 7;
    }
  }

  private final Switchboard<Weather> board = board();

  private static Switchboard<Weather> board() {
    return new Switchboard<>(List.of(Weather.values()), 5);
  }

  @Test
  void namesAreThoseOfTheConstantsWithHyphens() {
    assertThat(board.named("heavy-rain")).contains(Weather.HEAVY_RAIN);
    assertThat(board.named("HEAVY_RAIN")).isEmpty();
  }

  @Test
  void nothingIsOnAtFirst() {
    assertThat(board.draw(Weather.FOG)).isFalse();
    assertThat(board.counted()).isEmpty();
    assertThat(board.value(Weather.FOG)).isEqualTo(7);
  }

  @Test
  void aShareIsDrawnSoOftenAndCounted() {
    board.set(Map.of(Weather.FOG, Share.of(0.2, 90)));

    var drawn = draws(board).stream().filter(one -> one).count();

    assertThat(drawn).isBetween(150L, 250L);
    assertThat(board.counted()).containsExactly(Map.entry("fog", drawn));
    assertThat(board.value(Weather.FOG)).isEqualTo(90);
  }

  @Test
  void theSameSeedDrawsTheSameWhateverElseIsOn() {
    var other = board();
    board.set(Map.of(Weather.FOG, Share.of(0.5)));
    other.set(Map.of(Weather.FOG, Share.of(0.5), Weather.HEAVY_RAIN, Share.of(1)));
    other.draw(Weather.HEAVY_RAIN);

    assertThat(draws(other)).isEqualTo(draws(board));
  }

  @Test
  void whatIsSettledStaysSo() {
    board.set(Map.of(Weather.FOG, Share.of(0.3)));
    var subjects = IntStream.range(0, 1000).mapToObj(i -> new UUID(i, 42)).toList();

    var held = subjects.stream().filter(one -> board.holdsFor(Weather.FOG, one)).toList();

    assertThat(held).hasSizeBetween(240, 360);
    assertThat(held).allMatch(one -> board.holdsFor(Weather.FOG, one));
  }

  @Test
  void formsTakeTurns() {
    assertThat(IntStream.range(0, 5).map(_ -> board.turn(Weather.FOG, 3)))
        .containsExactly(0, 1, 2, 0, 1);
  }

  private static List<Boolean> draws(Switchboard<Weather> from) {
    var draws = new ArrayList<Boolean>();
    for (var i = 0; i < 1000; i++) {
      draws.add(from.draw(Weather.FOG));
    }
    return draws;
  }
}
