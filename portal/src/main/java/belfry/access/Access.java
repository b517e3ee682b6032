package belfry.access;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Who may use which app. A role is valid for one app only and is read at each request, so a removal
 * takes effect at the person's next request.
 */
public final class Access {
  private static final Duration SEEN_STEP = Duration.ofMinutes(5);

  private static final Phrase IS_ADMINISTRATOR =
      Phrase.of(
          "staff.isAdministrator",
          "{{name}} is an administrator of this app already. Nothing was changed.");
  private static final Phrase IS_SENDER =
      Phrase.of("staff.isSender", "{{name}} is a sender already. Nothing was changed.");
  private static final Phrase IS_NOBODY =
      Phrase.of(
          "staff.isNobody",
          "{{name}} may not use this app any more, because somebody has removed them. Nothing was changed.");

  private final Apps apps;
  private final Database database;
  private final Time time;
  private final Audit audit;
  private final RefusedRequests refusals;
  private final Roles roles;
  private final ClaimCodes claims;

  public Access(Apps apps, Database database, Vault vault, Time time) {
    this.apps = apps;
    this.database = database;
    this.time = time;
    roles = new Roles(apps);
    audit = new Audit(database, vault, time);
    refusals = new RefusedRequests(audit, time);
    claims = new ClaimCodes(database, time);
  }

  public Audit audit() {
    return audit;
  }

  public RefusedRequests refusals() {
    return refusals;
  }

  public ClaimCodes claims() {
    return claims;
  }

  /** What this person may do, by app, in the order of the configuration. */
  public SequencedMap<App, Role> roles(PersonId person) {
    return database.read(handle -> roles.of(handle, person));
  }

  /** This person's role in this app, within the caller's transaction; empty if none. */
  public Optional<Role> roleIn(Handle handle, App app, PersonId person) {
    return roles.in(handle, app, person);
  }

  /**
   * Whether this person may make messages of this app urgent, within the caller's transaction:
   * administrators always, senders as long as nobody has taken that right from them.
   */
  public boolean mayHurry(Handle handle, App app, PersonId person) {
    return roles.mayHurry(handle, app, person);
  }

  /** The same, at this moment. */
  public boolean mayHurry(App app, PersonId person) {
    return database.read(handle -> mayHurry(handle, app, person));
  }

  /** The first of these who has a role in the app; if none has, one of its administrators. */
  public Optional<PersonId> inCharge(Handle handle, AppName name, List<PersonId> preferred) {
    return apps.find(name)
        .flatMap(app ->
            Stream.concat(preferred.stream(), roles.admins(handle, app))
                .filter(person -> roles.in(handle, app, person).isPresent())
                .findFirst());
  }

  /**
   * Ties configured e-mail addresses to this person, if nobody is tied to them yet. If the address
   * is later given to somebody else, they gain nothing.
   */
  public void signedIn(Profile profile) {
    var email = Roles.folded(profile.email());
    var waiting =
        apps.all().stream().filter(app -> !email.isEmpty() && Roles.isNamed(app, email)).toList();
    if (!waiting.isEmpty()) {
      database.write(handle -> {
        waiting.forEach(app -> pin(handle, app, email, profile));
        return waiting.size();
      });
    }
  }

  private void pin(Handle handle, App app, String email, Profile profile) {
    handle.execute(
        """
        INSERT INTO pinned_admin (app, email, person, name, pinned) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (app, email) DO NOTHING
        """,
        app.name(),
        email,
        profile.id(),
        profile.displayName(),
        time.now());
  }

  /** Records that they used the app, at most every few minutes. */
  public void seen(App app, PersonId person) {
    var now = time.now();
    var stale = now.minus(SEEN_STEP);
    var due =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT COUNT(*) FROM staff
                    WHERE app = ? AND person = ? AND (last_seen IS NULL OR last_seen < ?)
                    """)
                .bind(0, app.name())
                .bind(1, person)
                .bind(2, stale)
                .mapTo(Integer.class)
                .one());
    if (due > 0) {
      database.write(handle ->
          handle.execute(
              "UPDATE staff SET last_seen = ? WHERE app = ? AND person = ?",
              now,
              app.name(),
              person));
    }
  }

  /** Everybody who may use this app, admins first, then by name. */
  public List<StaffMember> staff(App app) {
    var members = new ArrayList<StaffMember>();
    database
        .read(handle -> {
          handle
              .createQuery("SELECT email, person, name, pinned FROM pinned_admin WHERE app = ?")
              .bind(0, app.name())
              .map((row, _) ->
                  new StaffMember(
                      PersonId.parse(row.getString("person")),
                      row.getString("name"),
                      row.getString("email"),
                      Role.ADMIN,
                      true,
                      true,
                      Moments.unlessZero(row, "pinned"),
                      Optional.empty()))
              .stream()
              .filter(member -> Roles.isNamed(app, member.email()))
              .forEach(members::add);
          return handle
              .createQuery(
                  "SELECT person, name, email, role, urgent, added, last_seen FROM staff WHERE app = ?")
              .bind(0, app.name())
              .map((row, _) -> member(row))
              .stream()
              .filter(member ->
                  members.stream().noneMatch(known -> known.personId().equals(member.personId())))
              .toList();
        })
        .forEach(members::add);
    waitingAdmins(app, members).forEach(members::add);
    members.sort(
        Comparator.comparing(StaffMember::role)
            .reversed()
            .thenComparing(member -> member.name().toLowerCase(Locale.ROOT)));
    return members;
  }

  private static StaffMember member(ResultSet row) throws SQLException {
    var role = Role.read(row.getString("role")).orElse(Role.SENDER);
    return new StaffMember(
        PersonId.parse(row.getString("person")),
        row.getString("name"),
        row.getString("email"),
        role,
        role == Role.ADMIN || row.getInt("urgent") == 1,
        false,
        Moments.unlessZero(row, "added"),
        Moments.unlessZero(row, "last_seen"));
  }

  /** Admins named in the configuration who have not signed in yet. */
  private static List<StaffMember> waitingAdmins(App app, List<StaffMember> known) {
    return app.admins().stream()
        .filter(admin ->
            known.stream()
                .noneMatch(member ->
                    named(member, admin)
                        || Roles.folded(member.email()).equals(Roles.folded(admin))))
        .map(admin ->
            new StaffMember(
                admin.contains("@") ? Optional.empty() : PersonId.parse(admin),
                admin,
                admin.contains("@") ? Roles.folded(admin) : "",
                Role.ADMIN,
                true,
                true,
                Optional.empty(),
                Optional.empty()))
        .toList();
  }

  private static boolean named(StaffMember member, String id) {
    return member.personId().map(PersonId::value).orElse("").equals(id);
  }

  /** The result of a change to the list. */
  public sealed interface Change {
    record Done(StaffMember member) implements Change {}

    record NotThere() implements Change {}

    /** It stays as it is. */
    record Refused(Phrase why) implements Change {}
  }

  /**
   * What somebody may do as whoever changes it has seen it.
   *
   * @param role empty for somebody who may not use the app
   */
  public record Seen(Optional<Role> role) {}

  /** The same, whatever they may do by now. */
  public Change add(App app, Profile person, Role role, ActingPerson actor) {
    return add(app, person, role, Optional.empty(), Optional.empty(), actor);
  }

  /**
   * Lets this person use the app, or changes what they may do there.
   *
   * @param urgent whether they may make messages urgent while they are no administrator; empty for
   *     what it was, and for yes if they are new
   * @param seen empty if it does not matter what they may do by now
   */
  public Change add(
      App app,
      Profile person,
      Role role,
      Optional<Boolean> urgent,
      Optional<Seen> seen,
      ActingPerson actor) {
    var now = time.now();
    return database.write(handle -> {
      if (Roles.isConfigured(handle, app, person.id())) {
        return new Change.Refused(
            Phrase.of(
                "staff.configured",
                "{{name}} is an administrator by configuration. Change it in belfry.yaml, under apps.{{app}}.admins.",
                "name",
                person.displayName(),
                "app",
                app.name()));
      }
      lock(handle, app);
      var others = seen.flatMap(one -> otherwise(handle, app, person, one));
      if (others.isPresent()) {
        return doneBefore(handle, app, person, role, urgent, actor).orElse(others.get());
      }
      if (role == Role.SENDER && isLastAdmin(handle, app, person.id())) {
        return lastAdmin(person.displayName());
      }
      handle.execute(
          """
          INSERT INTO staff (app, person, name, email, role, added, added_by)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (app, person) DO UPDATE
            SET role = excluded.role, name = excluded.name, email = excluded.email,
              added_by = excluded.added_by
          """,
          app.name(),
          person.id(),
          person.displayName(),
          Roles.folded(person.email()),
          role.word(),
          now,
          actor.id());
      urgent.ifPresent(may ->
          handle.execute(
              "UPDATE staff SET urgent = ? WHERE app = ? AND person = ?",
              may ? 1 : 0,
              app.name(),
              person.id()));
      var rights = urgent.map(may -> may ? ", urgent" : ", not urgent").orElse("");
      audit.record(
          handle,
          AuditEntry.in(app.name())
              .by(actor)
              .did("user.add", person.id().value())
              .saying(role.word() + rights));
      return new Change.Done(member(handle, app, person.id()).orElseThrow());
    });
  }

  private static Optional<StaffMember> member(Handle handle, App app, PersonId person) {
    return handle
        .createQuery(
            """
            SELECT person, name, email, role, urgent, added, last_seen FROM staff
            WHERE app = ? AND person = ?
            """)
        .bind(0, app.name())
        .bind(1, person)
        .map((row, _) -> member(row))
        .findOne();
  }

  /** What the same person has done, of which they may not have had the answer. */
  private static Optional<Change> doneBefore(
      Handle handle,
      App app,
      Profile person,
      Role role,
      Optional<Boolean> urgent,
      ActingPerson actor) {
    var isTheirs =
        handle
            .createQuery("SELECT 1 FROM staff WHERE app = ? AND person = ? AND added_by = ?")
            .bind(0, app.name())
            .bind(1, person.id())
            .bind(2, actor.id())
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
    return member(handle, app, person.id())
        .filter(one -> isTheirs && one.role() == role)
        .filter(one -> role == Role.ADMIN || urgent.orElse(one.urgent()) == one.urgent())
        .map(Change.Done::new);
  }

  /** That somebody may do other things than was seen; empty if they may do just that. */
  private Optional<Change> otherwise(Handle handle, App app, Profile person, Seen seen) {
    var now = roleIn(handle, app, person.id());
    return now.equals(seen.role)
        ? Optional.empty()
        : Optional.of(
            new Change.Refused(
                now.map(role -> role == Role.ADMIN ? IS_ADMINISTRATOR : IS_SENDER)
                    .orElse(IS_NOBODY)
                    .with("name", person.displayName())));
  }

  /**
   * Removes somebody from the app, named by person id or by e-mail address; the answer says what
   * they had, with the right to make messages urgent as they would have it as a sender.
   */
  public Change remove(App app, String idOrEmail, ActingPerson actor) {
    var found =
        staff(app).stream()
            .filter(member ->
                named(member, idOrEmail)
                    || (idOrEmail.contains("@")
                        && Roles.folded(member.email()).equals(Roles.folded(idOrEmail))))
            .findFirst();
    if (found.isEmpty()) {
      return new Change.NotThere();
    }
    var member = found.get();
    if (member.configured()) {
      return new Change.Refused(
          Phrase.of(
              "staff.configuredStays",
              "{{name}} is an administrator by configuration. Remove them in belfry.yaml, under apps.{{app}}.admins.",
              "name",
              member.name(),
              "app",
              app.name()));
    }
    // Somebody without an id is in the configuration, which was ruled out above.
    var person = member.personId().orElseThrow();
    return database.write(handle -> {
      lock(handle, app);
      if (isLastAdmin(handle, app, person)) {
        return lastAdmin(member.name());
      }
      var removed =
          handle
              .createQuery(
                  """
                  DELETE FROM staff WHERE app = ? AND person = ?
                  RETURNING person, name, email, role, urgent, added, last_seen
                  """)
              .bind(0, app.name())
              .bind(1, person)
              .map((row, _) -> member(row).urgent(row.getInt("urgent") == 1))
              .findOne();
      if (removed.isEmpty()) {
        return new Change.NotThere();
      }
      ApiTokens.leave(handle, app, person);
      audit.record(handle, AuditEntry.in(app.name()).by(actor).did("user.remove", person.value()));
      return new Change.Done(removed.get());
    });
  }

  private static Change lastAdmin(String name) {
    return new Change.Refused(
        Phrase.of(
            "staff.lastAdministrator",
            "{{name}} is the last administrator of this app. Make somebody else an administrator first.",
            "name",
            name));
  }

  /**
   * Updating all rows makes two changes wait for each other, so that neither relies on the other's.
   */
  private static void lock(Handle handle, App app) {
    handle.execute("UPDATE staff SET role = role WHERE app = ?", app.name());
  }

  /** Whether the app would be left without an admin. */
  private static boolean isLastAdmin(Handle handle, App app, PersonId person) {
    if (!app.admins().isEmpty()) {
      return false;
    }
    var admins =
        handle
            .createQuery("SELECT person FROM staff WHERE app = ? AND role = 'admin'")
            .bind(0, app.name())
            .mapTo(String.class)
            .list();
    return admins.equals(List.of(person.value()));
  }

  /**
   * Makes this person an admin with a claim code; false if the code is wrong or too old, or if the
   * app has an admin by now.
   */
  public boolean claim(App app, Profile person, String code) {
    var now = time.now();
    return database.write(handle -> {
      if (hasAdmin(handle, app) || !claims.use(handle, app, code)) {
        return false;
      }
      handle.execute(
          """
          INSERT INTO staff (app, person, name, email, role, added, added_by)
          VALUES (?, ?, ?, ?, 'admin', ?, ?)
          ON CONFLICT (app, person) DO UPDATE SET role = 'admin'
          """,
          app.name(),
          person.id(),
          person.displayName(),
          Roles.folded(person.email()),
          now,
          person.id());
      audit.record(
          handle,
          AuditEntry.in(app.name())
              .by(person.id())
              .did("user.claim", person.id().value())
              .saying("admin"));
      return true;
    });
  }

  /** Whether anybody can administer this app, now or after their first sign-in. */
  public boolean hasAdmin(App app) {
    return database.read(handle -> hasAdmin(handle, app));
  }

  private static boolean hasAdmin(Handle handle, App app) {
    return !app.admins().isEmpty()
        || handle
            .createQuery("SELECT 1 FROM staff WHERE app = ? AND role = 'admin' LIMIT 1")
            .bind(0, app.name())
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
  }
}
