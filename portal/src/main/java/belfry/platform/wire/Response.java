package belfry.platform.wire;

import belfry.base.Phrase;
import java.time.Duration;
import java.util.function.Function;

/**
 * The platform's answer to a read request. Only an answer that was understood says anything; any
 * other never means "none", "gone" or "no".
 */
public sealed interface Response<T> {

  record Got<T>(T value) implements Response<T> {}

  /** It does not exist: the documented status, and the platform's own error in the body. */
  record Absent<T>(String words) implements Response<T> {}

  /** The platform understood and declined, with its own error; or it refused the token. */
  record Denied<T>(int status, String words) implements Response<T> {}

  /**
   * Ask again after {@code rest}: the platform asked for a pause, or permits no more requests now,
   * in which case none was made.
   */
  record Throttled<T>(Duration rest) implements Response<T> {}

  /**
   * Something answered, but not as the platform does: a proxy's page, half a body, another shape.
   */
  record Unreadable<T>(Phrase why) implements Response<T> {}

  /** No answer, or an error on the platform's side. */
  record Unreachable<T>(Phrase why) implements Response<T> {}

  default <R> Response<R> map(Function<? super T, ? extends R> function) {
    return this instanceof Got<T>(var value) ? new Got<>(function.apply(value)) : without();
  }

  /** The same answer with another type; only for answers without a value. */
  default <R> Response<R> without() {
    return switch (this) {
      case Got<T> _ -> throw new IllegalStateException("there is a value");
      case Absent<T>(var words) -> new Absent<>(words);
      case Denied<T>(var status, var words) -> new Denied<>(status, words);
      case Throttled<T>(var rest) -> new Throttled<>(rest);
      case Unreadable<T>(var why) -> new Unreadable<>(why);
      case Unreachable<T>(var why) -> new Unreachable<>(why);
    };
  }

  /** Why there is no value, for people. */
  default Phrase trouble() {
    return NoAnswer.of(this);
  }
}
