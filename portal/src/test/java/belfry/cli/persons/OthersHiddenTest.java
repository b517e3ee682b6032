package belfry.cli.persons;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.ids.Identity;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of whom an export is not, nothing stays; and of whom it is, everything. */
class OthersHiddenTest {
  private final OthersHidden others =
      new OthersHidden(Identity.of(List.of("ana+b@x.example"), List.of("id-of-ana"), List.of()));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ana+b@x.example",
        "mailto%%253Aana%%252Bb%%2540x.example",
        "ana%%2Bb%%40x.example.",
        "?to=ana+b&#064;x.example",
        "ana+b&#X040;x.example, %1$s",
        "ana+b@x.example_%1$s",
        "%1$s%%7cana+b%%40x.example",
      })
  void theirAddressStaysAndThoseOfOthersGo(String text) {
    var without = text.formatted("").replaceAll("[,_ ]*$", "");
    for (var at : List.of("@", "&#0064;")) {
      var other = "ben" + at + "y.example";
      assertThat(others.in(text.formatted(other))).contains(without).doesNotContain("ben", "y.exa");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana%2525b@x.example", "xana+b@x.example", "ana+b%2540x.example.org"})
  void whoIsCalledSimilarlyIsSomebodyElse(String address) {
    assertThat(others.in(address)).isEqualTo("(somebody else)");
  }

  /** Where each letter of a long word is a beginning, four times the length takes sixteen steps. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "%40",
        "@a",
        "a@",
        "a.",
        "a@a.",
        ".@",
        "a&#64;",
        "<@personId:",
        "<@personId:a|",
        "<"
      })
  void aLongTextIsReadInStepsThatGrowWithItsLength(String part) {
    for (var pattern : List.of(OthersHidden.ADDRESS, OthersHidden.MENTION)) {
      var some = steps(pattern, part.repeat(5_000));
      assertThat(steps(pattern, part.repeat(20_000)))
          .as(pattern.pattern())
          .isLessThan(5 * some + 100);
    }
  }

  private static long steps(Pattern pattern, String text) {
    var counted = new Counted(text, new AtomicLong());
    var matcher = pattern.matcher(counted);
    while (matcher.find()) {}
    return counted.read.get();
  }

  private record Counted(CharSequence text, AtomicLong read) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      read.incrementAndGet();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }
  }
}
