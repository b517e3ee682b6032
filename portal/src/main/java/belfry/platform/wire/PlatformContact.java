package belfry.platform.wire;

import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether the platform's answers to each bot are understood, whatever was asked, and what came
 * instead. Thread-safe.
 */
public final class PlatformContact {
  private final Time time;
  private final Set<Secret> watched = ConcurrentHashMap.newKeySet();
  private final Map<Secret, Silence> silences = new ConcurrentHashMap<>();
  private final Set<Secret> refused = ConcurrentHashMap.newKeySet();

  /**
   * Nothing was understood since, though it was tried.
   *
   * @param since when the first attempt failed, on the monotonic clock
   * @param last when the last one did
   * @param instead what came in place of an answer then
   */
  private record Silence(long since, long last, Phrase instead) {}

  /**
   * Nothing understood came to a bot for so long.
   *
   * @param instead what came last, for people
   */
  public record Silent(Duration tried, String instead) {}

  public PlatformContact(Time time) {
    this.time = time;
  }

  /** Watches what comes to this token from now on. */
  public void watch(Secret token) {
    watched.add(token);
  }

  /** How long it has been tried in vain, from the first to the last attempt; empty if not. */
  public Optional<Silent> silent(Secret token) {
    return Optional.ofNullable(silences.get(token))
        .map(one -> new Silent(Duration.ofNanos(one.last - one.since), one.instead.english()));
  }

  /** Whether this token was refused, whatever was asked with it, and did not work since. */
  public boolean isRefused(Secret token) {
    return refused.contains(token);
  }

  /** What came to a request with this token. */
  void heard(Secret token, Http.Result result) {
    if (result instanceof Http.Answered answered && watched.contains(token)) {
      if (answered.status() == Questions.UNAUTHORIZED) {
        refused.add(token);
      } else if (answered.success()) {
        refused.remove(token);
      }
    }
    switch (result) {
      case Http.Broken(_, var why) -> strange(token, why);
      case Http.Answered answered when answered.isUnderstood() -> silences.remove(token);
      case Http.Answered answered when answered.status() >= 500 ->
          strange(token, NoAnswer.STATUS.with("status", answered.status()));
      case Http.Answered answered -> strange(token, answered.strange());
    }
  }

  private void strange(Secret token, Phrase instead) {
    if (watched.contains(token)) {
      var now = time.nanos();
      silences.merge(
          token,
          new Silence(now, now, instead),
          (before, _) -> new Silence(before.since, now, instead));
    }
  }
}
