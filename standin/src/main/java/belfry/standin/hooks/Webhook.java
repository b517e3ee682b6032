package belfry.standin.hooks;

import belfry.standin.world.Person;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Whom somebody wants to be told of what happens in their rooms.
 *
 * @param resource {@code messages}, {@code attachmentActions} or {@code all}, among others
 * @param filter such as {@code roomId=…}, as it was given
 * @param active whether it is told anything; the platform gives up on one that does not answer
 */
record Webhook(
    UUID uuid,
    Person owner,
    String name,
    URI target,
    String resource,
    String event,
    Optional<String> filter,
    Optional<String> secret,
    Instant created,
    boolean active) {
  /** Whether it is about this. */
  boolean isAbout(String what, String happened) {
    return active
        && (resource.equals("all") || resource.equals(what))
        && (event.equals("all") || event.equals(happened));
  }

  /** The same with what a caller may change; it is active again. */
  Webhook changed(String otherName, URI otherTarget, Optional<String> otherSecret) {
    return new Webhook(
        uuid, owner, otherName, otherTarget, resource, event, filter, otherSecret, created, true);
  }

  Webhook inactive() {
    return new Webhook(uuid, owner, name, target, resource, event, filter, secret, created, false);
  }
}
