package belfry.people.audience;

import java.time.Instant;

/**
 * An audience under a name, which the messages of an app can use; who is in it is found when a
 * message is sent.
 */
public record SavedAudience(AudienceId id, String name, Audience audience, Instant changed) {
  /** What stands in another audience for it. */
  public Audience.Saved entry() {
    return new Audience.Saved(id.toString(), name);
  }
}
