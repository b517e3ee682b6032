package belfry.access;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Bare;
import belfry.platform.ids.PersonId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Reads who may do what: from the configuration, and from the rows of those whom it names. */
final class Roles {
  private final Apps apps;

  Roles(Apps apps) {
    this.apps = apps;
  }

  /** This person's role in this app; empty if none. */
  Optional<Role> in(Handle handle, App app, PersonId person) {
    return isConfigured(handle, app, person)
        ? Optional.of(Role.ADMIN)
        : handle
            .createQuery("SELECT role FROM staff WHERE app = ? AND person = ?")
            .bind(0, app.name())
            .bind(1, person)
            .mapTo(String.class)
            .findOne()
            .flatMap(Role::read);
  }

  /** Whether this person may make messages of this app urgent. */
  boolean mayHurry(Handle handle, App app, PersonId person) {
    return isConfigured(handle, app, person)
        || handle
            .createQuery(
                "SELECT 1 FROM staff WHERE app = ? AND person = ? AND (role = 'admin' OR urgent = 1)")
            .bind(0, app.name())
            .bind(1, person)
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
  }

  /** Whoever may be an administrator of this app, the one who was here last first. */
  Stream<PersonId> admins(Handle handle, App app) {
    return Stream.of(
            "SELECT person FROM staff WHERE app = ? AND role = 'admin'"
                + " ORDER BY COALESCE(last_seen, 0) DESC, person",
            "SELECT person FROM pinned_admin WHERE app = ? ORDER BY pinned, person")
        .flatMap(query ->
            handle.createQuery(query).bind(0, app.name()).mapTo(String.class).list().stream())
        .map(PersonId::new);
  }

  /** This person's role in each app that they may use, in the order of the configuration. */
  SequencedMap<App, Role> of(Handle handle, PersonId person) {
    var given = new HashMap<String, Role>();
    // The primary key begins with the app.
    handle
        .createQuery("SELECT app, role FROM staff WHERE person = :person AND app IN (<apps>)")
        .bind("person", person)
        .bindList("apps", apps.all().stream().map(app -> app.name().value()).toList())
        .map((row, _) -> Map.entry(row.getString("app"), row.getString("role")))
        .forEach(row -> Role.read(row.getValue()).ifPresent(role -> given.put(row.getKey(), role)));
    handle
        .createQuery("SELECT app, email FROM pinned_admin WHERE person = ?")
        .bind(0, person)
        .map((row, _) -> Map.entry(row.getString("app"), row.getString("email")))
        .forEach(row ->
            AppName.parse(row.getKey())
                .flatMap(apps::find)
                .filter(app -> isNamed(app, row.getValue()))
                .ifPresent(_ -> given.put(row.getKey(), Role.ADMIN)));
    var roles = new LinkedHashMap<App, Role>();
    for (var app : apps.all()) {
      var role = isNamed(app, person) ? Role.ADMIN : given.get(app.name().value());
      if (role != null) {
        roles.put(app, role);
      }
    }
    return roles;
  }

  static boolean isConfigured(Handle handle, App app, PersonId person) {
    return isNamed(app, person)
        || handle
            .createQuery("SELECT email FROM pinned_admin WHERE app = ? AND person = ?")
            .bind(0, app.name())
            .bind(1, person)
            .mapTo(String.class)
            .stream()
            .anyMatch(email -> isNamed(app, email));
  }

  private static boolean isNamed(App app, PersonId person) {
    return app.admins().contains(person.value());
  }

  static boolean isNamed(App app, String email) {
    return app.admins().stream().anyMatch(admin -> folded(admin).equals(email));
  }

  static String folded(String email) {
    return Bare.address(email);
  }
}
