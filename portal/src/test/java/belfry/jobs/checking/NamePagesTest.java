package belfry.jobs.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names are found once for many pages, and not remembered for long. */
class NamePagesTest {
  private static final int ALL = 5_123;

  private final ManualTime time = ManualTime.at("2026-11-25T08:00:00Z");
  private final NamePages<Integer> memory = new NamePages<>(time);
  private final List<Long> found = new ArrayList<>();

  private NamePages.Some<Integer> page(String list, long skip, int most) {
    var which = new NamePages.Which(new AppName("news"), "message", list);
    return memory.page(
        which,
        skip,
        most,
        (from, count) -> {
          found.add(from);
          return IntStream.range((int) from, ALL).limit(count).boxed().toList();
        });
  }

  @Test
  void allNamesComeOnceHoweverLongThePagesAre() {
    for (var most : List.of(1, 49, 50, 120, 200)) {
      var names = new ArrayList<Integer>();
      found.clear();
      var more = true;
      while (more) {
        var some = page("list of pages of " + most, names.size(), most);
        names.addAll(some.names());
        more = some.more();
      }
      assertThat(names).isEqualTo(IntStream.range(0, ALL).boxed().toList());
      assertThat(found).as("pages of " + most).hasSize(3);
    }
  }

  @Test
  void whoReadsOnAfterAMinuteReadsWhatIsTrueThen() {
    page("list", 0, 50);
    time.pass(Duration.ofSeconds(59));
    page("list", 50, 50);
    assertThat(found).containsExactly(0L);
    time.pass(Duration.ofSeconds(1));
    assertThat(page("list", 100, 50).names()).hasSize(50).contains(100, 149);
    assertThat(found).containsExactly(0L, 100L);
  }

  @Test
  void aPageBehindTheEndIsEmpty() {
    assertThat(page("list", ALL + 7, 50)).isEqualTo(new NamePages.Some<>(List.of(), false));
    assertThat(page("list", ALL - 1, 50)).isEqualTo(new NamePages.Some<>(List.of(ALL - 1), false));
    assertThat(page("list", ALL + 7, 50).names()).isEmpty();
  }

  @Test
  void onlyAFewListsAreRemembered() {
    IntStream.range(0, 9).forEach(list -> page("list " + list, 0, 50));
    found.clear();
    page("list 8", 50, 50);
    assertThat(found).isEmpty();
    page("list 0", 50, 50);
    assertThat(found).containsExactly(50L);
  }
}
