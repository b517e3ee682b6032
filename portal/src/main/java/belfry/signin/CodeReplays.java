package belfry.signin;

import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Profile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Remembers the outcome of each code, so that none is exchanged twice, not even by two concurrent
 * requests.
 *
 * <p>A failure is repeated to anybody. A success is repeated only to the browser that began the
 * sign-in, because codes end up in histories and logs, and must not open a session for whoever
 * finds one.
 */
final class CodeReplays {
  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final int MOST = 10_000;

  private final Time time;
  private final LinkedHashMap<String, Earlier> byCode = new LinkedHashMap<>();

  private record Earlier(
      long nanos, Optional<Secret> half, CompletableFuture<SignIn.Result> result) {}

  CodeReplays(Time time) {
    this.time = time;
  }

  /**
   * Runs {@code exchange} for a code not seen before; otherwise repeats its outcome.
   *
   * @param half the browser's half of the state; empty if there was no state
   * @param again creates a new session when a success is repeated
   */
  SignIn.Result once(
      String code,
      Optional<Secret> half,
      Supplier<SignIn.Result> exchange,
      Function<Profile, SignIn.Result.SignedIn> again) {
    var hash = Hash.sha256(code);
    var mine = new Earlier(time.nanos(), half, new CompletableFuture<>());
    return earlierThan(hash, mine)
        .map(first -> repeated(first, half, again))
        .orElseGet(() -> run(hash, mine, exchange));
  }

  private SignIn.Result run(String codeHash, Earlier mine, Supplier<SignIn.Result> exchange) {
    SignIn.Result result = new SignIn.Result.Broken("The sign-in failed on our side. Start again.");
    try {
      result = exchange.get();
      return result;
    } finally {
      if (result instanceof SignIn.Result.TooMany) {
        forget(codeHash);
      }
      mine.result.complete(result);
    }
  }

  private static SignIn.Result repeated(
      Earlier first, Optional<Secret> half, Function<Profile, SignIn.Result.SignedIn> again) {
    return switch (first.result.join()) {
      case SignIn.Result.SignedIn(var profile, _, _) ->
          half.isPresent() && half.equals(first.half)
              ? again.apply(profile)
              : new SignIn.Result.Declined("This sign-in was already used. Start again.");
      case SignIn.Result failed -> failed;
    };
  }

  /** The earlier exchange of this code; empty if that is {@code mine}. */
  private synchronized Optional<Earlier> earlierThan(String codeHash, Earlier mine) {
    byCode.values().removeIf(one -> mine.nanos - one.nanos >= REMEMBERED.toNanos());
    if (byCode.size() >= MOST) {
      byCode.pollFirstEntry();
    }
    return Optional.ofNullable(byCode.putIfAbsent(codeHash, mine));
  }

  private synchronized void forget(String codeHash) {
    byCode.remove(codeHash);
  }
}
