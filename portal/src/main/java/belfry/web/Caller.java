package belfry.web;

import belfry.access.Role;
import belfry.apps.App;
import belfry.jobs.Actor;
import belfry.signin.Session;
import java.util.Optional;

/**
 * Who makes a request, in which app, with rights already checked.
 *
 * @param role empty on routes that every signed-in person may use
 */
record Caller(App app, Session session, Optional<Role> role) {
  Actor actor() {
    return new Actor(
        app, session.personId(), session.displayName(), role.equals(Optional.of(Role.ADMIN)));
  }
}
