package belfry.hooks;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * A program that is told what happens in an app.
 *
 * @param name to tell it from others, for people
 * @param url may contain a secret, so logs and the audit trail name the host only
 * @param oldSecretUntil until when the secret from before it was rotated signs too
 * @param failingSince since when it has taken nothing that was sent to it; empty if it takes it
 * @param failure what came of the last try, if that failed
 * @param lastTaken accurate to a minute
 */
public record Hook(
    HookId id,
    AppName app,
    String name,
    URI url,
    Set<HookEvent> events,
    State state,
    Instant created,
    Optional<Instant> oldSecretUntil,
    Optional<Instant> failingSince,
    String failure,
    Optional<Instant> lastTaken) {

  public Hook {
    events = Set.copyOf(events);
  }

  /** Whether it is told anything, and if not, why. */
  public enum State {
    ENABLED,
    /** An administrator has disabled it. */
    OFF,
    /** It answered 410: it wants nothing more. */
    GONE,
    /** It has taken nothing for too long. */
    FAILING,
    /** More than it took was waiting for it. */
    FULL;

    public String word() {
      return EnumWord.of(this);
    }

    /** What only a newer version knows, which may run beside this one, is not sent anything. */
    static State read(String word) {
      return Arrays.stream(values())
          .filter(state -> state.word().equals(word))
          .findFirst()
          .orElse(OFF);
    }
  }

  public boolean isEnabled() {
    return state == State.ENABLED;
  }

  /** For logs and the audit trail. */
  String shown() {
    return "%s (%s)".formatted(name, url.getHost());
  }
}
