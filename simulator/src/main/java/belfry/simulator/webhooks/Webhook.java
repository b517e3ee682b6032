package belfry.simulator.webhooks;

import belfry.simulator.directory.Principal;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A wish to be told, as it stands now. */
public record Webhook(
    long number,
    String id,
    Principal owner,
    Wish wish,
    Address address,
    boolean active,
    Instant created) {

  /** Of what: a resource, an event, and what else must hold. */
  public record Wish(String resource, String event, @Nullable String filter) {}

  /** How: under which name, where, and signed with what. */
  public record Address(String name, URI target, @Nullable String secret) {}

  Webhook with(Address other) {
    return new Webhook(number, id, owner, wish, other, active, created);
  }

  Webhook active(boolean state) {
    return new Webhook(number, id, owner, wish, address, state, created);
  }
}
