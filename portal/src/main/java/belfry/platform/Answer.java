package belfry.platform;

import java.time.Duration;
import java.util.function.Function;

/** What the platform answered to a question that changes nothing there. */
public sealed interface Answer<T> {

  record Got<T>(T value) implements Answer<T> {}

  /** The platform understood and said no. */
  record Denied<T>(int status, String words) implements Answer<T> {}

  /**
   * Ask again after {@code rest}: the platform asked for one, or permits no more just now; then
   * nothing was asked.
   */
  record Throttled<T>(Duration rest) implements Answer<T> {}

  /** No answer that could be understood. */
  record Unreachable<T>(String why) implements Answer<T> {}

  default <R> Answer<R> map(Function<? super T, ? extends R> function) {
    return switch (this) {
      case Got<T>(var value) -> new Got<>(function.apply(value));
      case Denied<T>(var status, var words) -> new Denied<>(status, words);
      case Throttled<T>(var rest) -> new Throttled<>(rest);
      case Unreachable<T>(var why) -> new Unreachable<>(why);
    };
  }

  /** For people: why there is no value. */
  default String trouble() {
    return switch (this) {
      case Got<T> _ -> "";
      case Denied<T>(var status, var words) -> "Webex refused (" + status + "): " + words;
      case Throttled<T>(var rest) ->
          "Webex limits how often it may be asked. Try again in "
              + Math.max(1, rest.plusMillis(999).toSeconds())
              + " s";
      case Unreachable<T>(var why) -> "Webex did not answer: " + why;
    };
  }
}
