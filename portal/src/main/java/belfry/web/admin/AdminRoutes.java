package belfry.web.admin;

import belfry.access.Access;
import belfry.access.Role;
import belfry.access.StaffMember;
import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.StillAllowed;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.HeldJobs;
import belfry.people.People;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import belfry.signin.SessionPolicy;
import belfry.web.frame.Caller;
import belfry.web.frame.Problems;
import belfry.web.frame.Views;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code admin/users}: who may use an app. */
public final class AdminRoutes {
  record StaffView(
      String id,
      String displayName,
      Optional<String> email,
      String role,
      boolean urgent,
      boolean configured,
      Optional<Instant> addedAt,
      Optional<Instant> lastSeenAt) {
    static StaffView of(StaffMember member) {
      return new StaffView(
          member.personId().map(PersonId::value).orElse(member.email()),
          member.name(),
          Views.present(member.email()),
          member.role().word(),
          member.urgent(),
          member.configured(),
          member.added(),
          member.lastSeen());
    }
  }

  private final Access access;
  private final SessionPolicy policy;
  private final People people;
  private final HeldJobs held;

  public AdminRoutes(Access access, SessionPolicy policy, People people, HeldJobs held) {
    this.access = access;
    this.policy = policy;
    this.people = people;
    this.held = held;
  }

  public Reply list(Caller caller, Request request) {
    return Reply.ok(
        Views.Items.all(
            access.staff(caller.app()).stream().map(StaffView::of).toList(), Optional.empty()));
  }

  private record AddForm(
      @Nullable String id,
      @Nullable String email,
      @Nullable String role,
      @Nullable Boolean urgent,
      @Nullable String was,
      @Nullable String requestId) {
    Optional<Access.Seen> seen() {
      return Optional.ofNullable(was)
          .map(word ->
              new Access.Seen(
                  word.equals("nobody")
                      ? Optional.empty()
                      : Optional.of(
                          Role.read(word)
                              .orElseThrow(() ->
                                  Problem.invalid(
                                          "was",
                                          Phrase.of(
                                              "role.was", "This must be nobody, sender or admin."))
                                      .thrown()))));
    }
  }

  /** A second time changes nothing, so the form's request id need not be remembered. */
  public Reply add(Caller caller, Request request) {
    var form = Bodies.json(request, AddForm.class);
    var role =
        Role.read(form.role == null ? "sender" : form.role)
            .orElseThrow(() ->
                Problem.invalid("role", Phrase.of("role.unknown", "This must be sender or admin."))
                    .thrown());
    var seen = form.seen();
    var profile = identified(caller, form);
    if (policy.excludes(profile)) {
      throw Problem.invalid(
              form.id == null ? "email" : "id",
              Phrase.of(
                  "staff.otherOrganisation",
                  "{{name}} belongs to another organization, whose people may not sign in here (ALLOWED_ORGS).",
                  "name",
                  profile.displayName()))
          .thrown();
    }
    StillAllowed.check();
    var urgent = Optional.ofNullable(form.urgent);
    return switch (access.add(caller.app(), profile, role, urgent, seen, caller.acting())) {
      case Access.Change.Done(var member) -> {
        if (!member.urgent()) {
          held.urgentBy(caller.app(), profile.id());
        }
        yield Reply.created(StaffView.of(member));
      }
      case Access.Change.Refused(var why) -> Reply.problem(Problem.conflict(why));
      case Access.Change.NotThere() ->
          Reply.problem(Problem.notFound(Phrase.of("staff.gone", "There is no such user.")));
    };
  }

  private Profile identified(Caller caller, AddForm form) {
    var id = Optional.ofNullable(form.id).map(Bare::of).filter(one -> !one.isEmpty());
    var email =
        Optional.ofNullable(form.email)
            .filter(one -> !Bare.isBlank(one))
            .map(one -> Mailbox.of(one).orElse(Bare.of(one)));
    if (id.isPresent() == email.isPresent()) {
      throw Problem.invalid(
              "email", Phrase.of("member.idOrEmail", "Give either an id or an e-mail address."))
          .thrown();
    }
    var field = id.isPresent() ? "id" : "email";
    return switch (people.lookUp(caller.app(), id.map(PersonId::new), email)) {
      case Response.Got<Optional<Profile>>(var found) ->
          found.orElseThrow(() ->
              Problem.invalid(
                      field,
                      Phrase.of(
                          "staff.noAccount",
                          "Webex finds nobody for '{{name}}' in your organization.",
                          "name",
                          id.or(() -> email).orElse("")))
                  .thrown());
      case Response.Absent<Optional<Profile>> _, Response.Denied<Optional<Profile>> _ ->
          throw Problem.invalid(
                  field,
                  Phrase.of(
                      "staff.notKnown",
                      "Webex does not know '{{name}}'.",
                      "name",
                      id.or(() -> email).orElse("")))
              .thrown();
      case Response<Optional<Profile>> failed ->
          throw Problems.platform(
                  Phrase.of(
                      "platform.nothingChanged",
                      "{{trouble}}. Nothing was changed; try again.",
                      "trouble",
                      failed.trouble()))
              .thrown();
    };
  }

  public Reply remove(Caller caller, Request request) {
    var id = request.path("id");
    return switch (access.remove(caller.app(), id, caller.acting())) {
      case Access.Change.Done(var member) -> {
        member.personId().ifPresent(person -> held.allBy(caller.app(), person));
        yield Reply.ok(StaffView.of(member));
      }
      case Access.Change.Refused(var why) -> Reply.problem(Problem.conflict(why));
      case Access.Change.NotThere() ->
          Reply.problem(
              Problem.notFound(
                  Phrase.of(
                      "staff.unknown", "Nobody called '{{name}}' may use this app.", "name", id)));
    };
  }

  private record ClaimForm(@Nullable String code) {}

  /** Makes the caller the first administrator, with the code from the console. */
  public Reply claim(Caller caller, Request request) {
    var form = Bodies.json(request, ClaimForm.class);
    var me = new Profile(caller.personId(), caller.displayName(), "", "");
    if (form.code == null || !access.claim(caller.app(), me, form.code)) {
      throw Problem.invalid(
              "code",
              Phrase.of(
                  "claim.wrong",
                  "This code is wrong, used, or older than an hour. As long as the app has no administrator, a restart prints a new one."))
          .thrown();
    }
    return Reply.noContent();
  }
}
