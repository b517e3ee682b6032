package belfry.web.people;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.base.Bare;
import belfry.base.EnumWord;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.StillAllowed;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.people.People;
import belfry.people.audience.Audience;
import belfry.people.audience.AudienceId;
import belfry.people.audience.AudienceReasons;
import belfry.people.audience.Membership;
import belfry.people.audience.SavedAudience;
import belfry.people.audience.SavedAudiences;
import belfry.people.directory.Emails;
import belfry.people.directory.Person;
import belfry.people.groups.OwnGroups;
import belfry.platform.ids.PersonId;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import belfry.web.frame.Views;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code user/audiences}: audiences under a name, and why somebody is in one. */
public final class SavedAudienceRoutes {
  private final SavedAudiences saved;
  private final AudienceForms forms;
  private final AudienceReasons reasons;
  private final People people;
  private final Emails emails;
  private final Access access;

  public SavedAudienceRoutes(
      SavedAudiences saved,
      AudienceForms forms,
      AudienceReasons reasons,
      People people,
      Emails emails,
      Access access) {
    this.saved = saved;
    this.forms = forms;
    this.reasons = reasons;
    this.people = people;
    this.emails = emails;
    this.access = access;
  }

  private record Form(
      @Nullable String audienceId,
      @Nullable String name,
      @Nullable List<AudienceForms.EntryForm> audience,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable String changedAt,
      @Nullable String requestId) {
    OwnGroups.Asker asker(Caller caller) {
      return new OwnGroups.Asker(
          caller.app(), caller.personId(), caller.token(), Fields.requestId(requestId));
    }

    Optional<AudienceId> id() {
      return Optional.ofNullable(audienceId)
          .map(text -> AudienceId.parse(text).orElseThrow(SavedAudienceRoutes::unknown));
    }

    Optional<SavedAudiences.Seen> seen() {
      var changed = Optional.ofNullable(changedAt).map(at -> Fields.moment("changedAt", at));
      return id().map(one -> new SavedAudiences.Seen(one, changed));
    }
  }

  /** A saved audience in a list; {@code said} is the phrase of {@code summary}. */
  record SavedView(String id, String name, String summary, Optional<Said> said, Instant changedAt) {
    static SavedView of(SavedAudience one) {
      return of(one, one.audience().summary());
    }

    private static SavedView of(SavedAudience one, Phrase summary) {
      return new SavedView(
          one.id().toString(), one.name(), summary.english(), Said.of(summary), one.changed());
    }
  }

  record DetailView(SavedView saved, List<EntryView> audience, List<EntryView> except) {}

  public Reply list(Caller caller, Request request) {
    return Reply.ok(
        Views.Items.all(
            saved.list(caller.app()).stream().map(SavedView::of).toList(), Optional.empty()));
  }

  public Reply detail(Caller caller, Request request) {
    var one =
        AudienceId.parse(request.path("audienceId"))
            .flatMap(id -> saved.find(caller.app(), id))
            .orElseThrow(SavedAudienceRoutes::unknown);
    var known = emails.known(persons(one.audience()));
    return Reply.ok(
        new DetailView(
            SavedView.of(one),
            EntryView.of(one.audience().entries(), known),
            EntryView.of(one.audience().excluded(), known)));
  }

  private static List<PersonId> persons(Audience audience) {
    return Stream.of(audience.entries(), audience.excluded())
        .flatMap(List::stream)
        .filter(Audience.Person.class::isInstance)
        .map(entry -> ((Audience.Person) entry).id())
        .collect(Collectors.toList());
  }

  public Reply save(Caller caller, Request request) {
    var form = Bodies.json(request, Form.class);
    var audience = forms.read(caller.app(), form.audience, form.except, null, Audience.NOBODY);
    StillAllowed.check();
    var change =
        saved.save(
            form.asker(caller),
            form.seen(),
            form.name == null ? "" : form.name,
            audience,
            trail(caller));
    return changed(caller, change);
  }

  public Reply delete(Caller caller, Request request) {
    var form = Bodies.json(request, Form.class);
    var id =
        form.id()
            .orElseThrow(() ->
                Problem.invalid(
                        "audienceId",
                        Phrase.of("savedAudience.missing", "Say which saved audience."))
                    .thrown());
    return changed(caller, saved.delete(form.asker(caller), id, trail(caller)));
  }

  private record Question(
      @Nullable List<AudienceForms.EntryForm> audience,
      @Nullable List<AudienceForms.EntryForm> except,
      @Nullable Boolean outside,
      @Nullable String personId,
      @Nullable String email) {}

  /** An entry of the audience that somebody is in. */
  record ReasonView(String kind, String name, Optional<Integer> line, Optional<String> saved) {
    static List<ReasonView> of(List<Membership.Reason> reasons) {
      return reasons.stream()
          .map(one -> new ReasonView(EnumWord.of(one.kind()), one.name(), one.line(), one.saved()))
          .toList();
    }
  }

  record MembershipView(
      Optional<PeopleViews.PersonView> person,
      String verdict,
      List<ReasonView> chosenBy,
      List<ReasonView> leftOutBy,
      List<String> unread) {
    static MembershipView of(Membership one, Optional<Person> person) {
      return new MembershipView(
          person.map(PeopleViews.PersonView::of),
          EnumWord.of(one.verdict()),
          ReasonView.of(one.chosenBy()),
          ReasonView.of(one.leftOutBy()),
          one.unread());
    }
  }

  public Reply explain(Caller caller, Request request) {
    var form = Bodies.json(request, Question.class);
    var id = Optional.ofNullable(form.personId).map(Bare::of).filter(text -> !text.isEmpty());
    var email = Optional.ofNullable(form.email).flatMap(Mailbox::of);
    if (id.isPresent() == email.isPresent()) {
      throw Problem.invalid(
              "email", Phrase.of("member.idOrEmail", "Give either an id or an e-mail address."))
          .thrown();
    }
    var audience =
        forms.read(caller.app(), form.audience, form.except, form.outside, Audience.NOBODY);
    var membership =
        id.map(text -> reasons.of(caller.app(), audience, new PersonId(text)))
            .orElseGet(() -> reasons.of(caller.app(), audience, email.orElseThrow()));
    var asked =
        id.map(text -> new Person(new PersonId(text), text, ""))
            .or(() -> email.map(one -> new Person(PersonId.at(one), one, one)))
            .orElseThrow();
    var apps = caller.readableNames();
    // Of whom only others have written to, no more is said than was asked.
    var person =
        membership.person().map(one -> people.known(apps, one.id()).isEmpty() ? asked : one);
    return Reply.ok(MembershipView.of(membership, person));
  }

  private SavedAudiences.Trail trail(Caller caller) {
    return (handle, action, one) ->
        access
            .audit()
            .record(
                handle,
                AuditEntry.in(caller.app().name())
                    .by(caller.acting())
                    .did(action, one.id().toString())
                    .saying(one.name()));
  }

  private static Reply changed(Caller caller, SavedAudiences.Change change) {
    return switch (change) {
      case SavedAudiences.Change.Done(var one) -> {
        var audience = caller.reads() ? one.audience() : one.audience().byIds();
        yield Reply.ok(SavedView.of(one, audience.summary()));
      }
      case SavedAudiences.Change.Deleted _ -> Reply.noContent();
      case SavedAudiences.Change.NotThere() -> throw unknown();
      case SavedAudiences.Change.Refused(var field, var why) ->
          throw Problem.invalid(field, why).thrown();
      case SavedAudiences.Change.Stale() ->
          throw Problem.stale(
                  Phrase.of(
                      "savedAudience.stale",
                      "Somebody else has changed this saved audience in the meantime. Look at it again."))
              .thrown();
      case SavedAudiences.Change.UsedBefore(var why) -> throw Problem.conflict(why).thrown();
    };
  }

  private static Problem.Thrown unknown() {
    return Problem.notFound(Phrase.of("savedAudience.unknown", "There is no such saved audience."))
        .thrown();
  }
}
