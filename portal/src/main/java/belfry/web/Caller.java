package belfry.web;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.apps.App;
import belfry.jobs.Actor;
import belfry.platform.PersonId;
import belfry.signin.Session;
import java.util.Optional;

/**
 * Who makes a request, in which app, with rights already checked.
 *
 * @param role what they may do with this credential; empty on routes that every signed-in person
 *     may use
 */
record Caller(App app, Credential credential, Optional<Role> role) {
  PersonId personId() {
    return credential.personId();
  }

  String displayName() {
    return credential.displayName();
  }

  /** Their session; only on routes that no token may use. */
  Session session() {
    return switch (credential) {
      case Credential.OfSession(var session) -> session;
      case Credential.OfToken _ -> throw new IllegalStateException("a token has no session");
    };
  }

  /** Identifies their session; empty if a token was used. */
  String sessionHash() {
    return credential instanceof Credential.OfSession(var session) ? session.tokenHash() : "";
  }

  ActingPerson acting() {
    return credential.acting();
  }

  Actor actor() {
    return new Actor(
        app,
        personId(),
        displayName(),
        role.equals(Optional.of(Role.ADMIN)),
        credential.acting().through());
  }
}
