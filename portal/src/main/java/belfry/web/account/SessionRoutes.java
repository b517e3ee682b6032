package belfry.web.account;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.base.Phrase;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.platform.ids.PersonId;
import belfry.signin.OpenSession;
import belfry.signin.Sessions;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import java.time.Instant;
import java.util.Optional;

/** {@code sessions}: where somebody is signed in, for themselves and for administrators. */
public final class SessionRoutes {
  private final Sessions sessions;
  private final Access access;

  public SessionRoutes(Sessions sessions, Access access) {
    this.sessions = sessions;
    this.access = access;
  }

  private record SessionView(
      String id,
      Instant since,
      Instant lastUsedAt,
      Instant endsAt,
      Optional<String> browser,
      String address,
      boolean current) {

    static SessionView of(OpenSession one, Caller caller) {
      return new SessionView(
          one.id(),
          one.created(),
          one.lastUsed(),
          one.expires(),
          Views.present(one.browser()),
          one.address(),
          one.id().equals(caller.sessionHash()));
    }
  }

  public Reply own(Caller caller, Request request) {
    return list(caller, caller.personId());
  }

  public Reply end(Caller caller, Request request) {
    return end(caller, caller.personId(), request.path("session"));
  }

  public Reply endOthers(Caller caller, Request request) {
    return endAll(caller, caller.personId());
  }

  public Reply ofUser(Caller caller, Request request) {
    return list(caller, user(caller, request));
  }

  public Reply endOfUser(Caller caller, Request request) {
    return end(caller, user(caller, request), request.path("session"));
  }

  /** If it is about themselves, administrators keep the session they are using. */
  public Reply endAllOfUser(Caller caller, Request request) {
    return endAll(caller, user(caller, request));
  }

  /**
   * A person who may use this app; other people's sessions are none of this administrator's
   * business.
   */
  private PersonId user(Caller caller, Request request) {
    var id = request.path("id");
    return access.staff(caller.app()).stream()
        .flatMap(member -> member.personId().stream())
        .filter(person -> person.value().equals(id))
        .findFirst()
        .orElseThrow(() ->
            Problem.notFound(
                    Phrase.of(
                        "staff.unknown", "Nobody called '{{name}}' may use this app.", "name", id))
                .thrown());
  }

  private Reply list(Caller caller, PersonId person) {
    return Reply.ok(
        Views.Items.all(
            sessions.of(person).stream().map(one -> SessionView.of(one, caller)).toList(),
            Optional.empty()));
  }

  private Reply end(Caller caller, PersonId person, String id) {
    if (!sessions.end(person, id)) {
      throw Problem.notFound(Phrase.of("session.ended", "This session has already ended."))
          .thrown();
    }
    recordEnd(caller, person, 1);
    return Reply.noContent();
  }

  private Reply endAll(Caller caller, PersonId person) {
    var ended = sessions.endAllBut(person, caller.sessionHash());
    recordEnd(caller, person, ended);
    return Reply.noContent();
  }

  private void recordEnd(Caller caller, PersonId person, int ended) {
    access
        .audit()
        .record(
            AuditEntry.in(caller.app().name())
                .by(caller.acting())
                .did("session.end", person.value())
                .saying(Integer.toString(ended)));
  }
}
