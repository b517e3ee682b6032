package belfry.web.frame;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.access.Scope;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.http.Problem;
import belfry.jobs.job.Actor;
import belfry.platform.ids.PersonId;
import belfry.signin.Session;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Who makes a request, in which app, with rights already checked. No route asks anything else what
 * they may do or read (CallerTest).
 *
 * @param roles what they may do with this credential, in each app where they may do anything
 */
public record Caller(App app, Credential credential, SequencedMap<App, Role> roles) {
  /** With a token, they have of their roles what it was made for. */
  static Caller of(App app, Credential credential, SequencedMap<App, Role> roles) {
    var some = new LinkedHashMap<>(roles);
    if (credential instanceof Credential.OfToken(var token)) {
      some.keySet().removeIf(one -> !token.worksIn(one));
      some.replaceAll((_, role) -> token.atMost(role));
    }
    return new Caller(app, credential, Collections.unmodifiableSequencedMap(some));
  }

  /** What they may do in the app that they are in; empty where every signed-in person may come. */
  public Optional<Role> role() {
    return roleIn(app);
  }

  /** The same of another app. */
  public Optional<Role> roleIn(App other) {
    return Optional.ofNullable(roles.get(other));
  }

  /** The apps whose content they may read, first the one that they are in. */
  public List<App> readable() {
    return reads()
        ? roles.keySet().stream().sorted(Comparator.comparing(one -> !one.equals(app))).toList()
        : List.of();
  }

  /** Their names. */
  public List<AppName> readableNames() {
    return readable().stream().map(App::name).toList();
  }

  /** Whether they may be told what somebody else wrote. */
  public boolean reads() {
    return credential.reads();
  }

  /**
   * Of a request that is answered with what somebody else wrote.
   *
   * @throws Problem.Thrown 403 if they may not be told that
   */
  public void mustRead() {
    if (!reads()) {
      throw Problems.noScope(Scope.READ).thrown();
    }
  }

  public PersonId personId() {
    return credential.personId();
  }

  public String displayName() {
    return credential.displayName();
  }

  /** Their session; only on routes that no token may use. */
  public Session session() {
    return switch (credential) {
      case Credential.OfSession(var session) -> session;
      case Credential.OfToken _ -> throw new IllegalStateException("a token has no session");
    };
  }

  /** Identifies their session; empty if a token was used. */
  public String sessionHash() {
    return credential instanceof Credential.OfSession(var session) ? session.tokenHash() : "";
  }

  public ActingPerson acting() {
    return credential.acting();
  }

  public Actor actor() {
    return new Actor(
        app,
        personId(),
        displayName(),
        role().equals(Optional.of(Role.ADMIN)),
        credential.acting().through(),
        token());
  }

  /** The id of their token; empty on the page. */
  public String token() {
    return credential instanceof Credential.OfToken(var token) ? token.id().toString() : "";
  }
}
