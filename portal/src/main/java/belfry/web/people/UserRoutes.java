package belfry.web.people;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.access.Role;
import belfry.apps.App;
import belfry.base.Bare;
import belfry.base.EnumWord;
import belfry.base.Folded;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.http.Bodies;
import belfry.http.Cursor;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.people.People;
import belfry.people.directory.Person;
import belfry.people.directory.Spaces;
import belfry.people.groups.Group;
import belfry.people.groups.Groups;
import belfry.people.groups.OwnGroups;
import belfry.people.lists.ListId;
import belfry.people.lists.Lists;
import belfry.signin.PersonTokens;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import belfry.web.frame.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code user/…}: groups, people, spaces. */
public final class UserRoutes {
  private static final int MOST_MEMBERS_AT_ONCE = 500;
  private static final int MOST_LINES_AT_ONCE = 100;

  /** The audit trail names so many whom one request has added or removed. */
  private static final int MOST_NAMED = 10;

  private final People people;
  private final Groups groups;
  private final OwnGroups ownGroups;
  private final Spaces spaces;
  private final Lists lists;
  private final Access access;
  private final PersonTokens tokens;

  public UserRoutes(
      People people,
      Groups groups,
      OwnGroups ownGroups,
      Spaces spaces,
      Lists lists,
      Access access,
      PersonTokens tokens) {
    this.people = people;
    this.groups = groups;
    this.ownGroups = ownGroups;
    this.spaces = spaces;
    this.lists = lists;
    this.access = access;
    this.tokens = tokens;
  }

  public Reply groups(Caller caller, Request request) {
    var listing = groups.list(caller.app());
    var limit = Cursor.limit(request);
    var from = Cursor.read(request, Cursor.Bounds.PLACE).map(numbers -> (int) numbers[0]).orElse(0);
    var all = listing.groups();
    var page = all.stream().skip(from).limit(limit).map(PeopleViews.GroupView::of).toList();
    var next =
        from + limit < all.size()
            ? Optional.of(Cursor.write(from + limit))
            : Optional.<String>empty();
    return Reply.ok(Views.Items.page(page, next, listing.trouble()));
  }

  public Reply findGroups(Caller caller, Request request) {
    var listing = groups.find(caller.app(), query(request), Cursor.limit(request));
    return Reply.ok(
        Views.Items.all(
            listing.groups().stream().map(PeopleViews.GroupView::of).toList(), listing.trouble()));
  }

  public Reply members(Caller caller, Request request) {
    var id =
        request
            .query("groupId")
            .orElseThrow(() ->
                Problem.invalid("groupId", Phrase.of("group.missing", "Say which group."))
                    .thrown());
    var from = Cursor.read(request, Cursor.Bounds.PLACE).map(numbers -> (int) numbers[0]).orElse(0);
    var own = tokens.access(caller.personId());
    return groups
        .members(caller.app(), id, request.query("q").orElse(""), from, Cursor.limit(request))
        .map(page -> page.with(people.addressed(caller.app(), own, page.people())))
        .map(page -> Reply.ok(PeopleViews.MembersView.of(page)))
        .orElseThrow(UserRoutes::noGroup);
  }

  public Reply findPeople(Caller caller, Request request) {
    var words = query(request);
    var own = tokens.access(caller.personId());
    var listing = people.find(caller.app(), own, words, Math.min(Cursor.limit(request), 50));
    return Reply.ok(
        Views.Items.all(
            listing.people().stream().map(PeopleViews.PersonView::of).toList(), listing.trouble()));
  }

  /** Those who may send in this app, and have signed in or been added: tests can go to them. */
  public Reply colleagues(Caller caller, Request request) {
    var words = Folded.of(request.query("q").orElse(""));
    var found =
        access.staff(caller.app()).stream()
            .filter(one -> Folded.of(one.name() + " " + one.email()).contains(words))
            .sorted(Comparator.comparing(one -> Folded.of(one.name())))
            .flatMap(
                one -> one.personId().map(id -> new Person(id, one.name(), one.email())).stream())
            .limit(Cursor.limit(request))
            .map(PeopleViews.PersonView::of)
            .toList();
    return Reply.ok(Views.Items.all(found, Optional.empty()));
  }

  public Reply spaces(Caller caller, Request request) {
    var listing = spaces.list(caller.app());
    return Reply.ok(
        Views.Items.all(
            listing.choices().stream().map(PeopleViews.SpaceView::of).toList(), listing.trouble()));
  }

  public Reply findSpaces(Caller caller, Request request) {
    var listing = spaces.find(caller.app(), query(request), Cursor.limit(request));
    return Reply.ok(
        Views.Items.all(
            listing.choices().stream().map(PeopleViews.SpaceView::of).toList(), listing.trouble()));
  }

  private static String query(Request request) {
    return request
        .query("q")
        .filter(words -> !words.isBlank())
        .orElseThrow(
            () -> Problem.invalid("q", Phrase.of("q.missing", "Say what to look for.")).thrown());
  }

  private static Problem.Thrown noGroup() {
    return Problem.notFound(Phrase.of("group.unknown", "There is no such group.")).thrown();
  }

  private record MemberForm(@Nullable String id, @Nullable String email) {}

  /**
   * Members to add or remove.
   *
   * @param listId in place of members: a list that was uploaded
   * @param after the line of the list after which this request begins
   */
  private record MembersForm(
      @Nullable String groupId,
      @Nullable List<MemberForm> members,
      @Nullable String listId,
      @Nullable Integer after,
      @Nullable String requestId) {}

  /**
   * Whom a request names, and the line of their list after which the next one begins.
   *
   * @param list what their list is called; empty if they were named one by one
   */
  private record Named(List<Groups.Reference> members, String list, Optional<Integer> next) {}

  /** Adding and removing are idempotent, so the form's request id need not be remembered. */
  public Reply add(Caller caller, Request request) {
    return change(caller, request, "group.add", groups::add);
  }

  public Reply remove(Caller caller, Request request) {
    return change(caller, request, "group.remove", groups::remove);
  }

  /** One of the two ways to change a group's members. */
  private interface MemberChange {
    Optional<List<Groups.MemberResult>> apply(
        App app, String groupId, List<Groups.Reference> references, Groups.Trail trail);
  }

  private Reply change(Caller caller, Request request, String action, MemberChange change) {
    var form = Bodies.json(request, MembersForm.class);
    if (form.groupId == null || form.groupId.isBlank()) {
      throw Problem.invalid("groupId", Phrase.of("group.missing", "Say which group.")).thrown();
    }
    var named = form.listId == null ? named(form) : listed(caller, form, form.listId);
    var before = groups.get(caller.app(), form.groupId).orElseThrow(UserRoutes::noGroup);
    mayChange(caller, before, action);
    var results =
        change
            .apply(caller.app(), form.groupId, named.members, trail(caller, action, named.list))
            .orElseThrow(UserRoutes::noGroup);
    var group = groups.get(caller.app(), form.groupId).orElseThrow(UserRoutes::noGroup);
    var view = PeopleViews.GroupView.of(group);
    var told = results.stream().map(PeopleViews.MemberResultView::of);
    return Reply.ok(
        caller.reads()
            ? new PeopleViews.MemberResultsView(view, told.toList(), named.next)
            : new PeopleViews.MemberResultsView(
                view.nameless(),
                told.map(PeopleViews.MemberResultView::nameless).toList(),
                named.next));
  }

  private static Named named(MembersForm form) {
    if (form.members == null || form.members.isEmpty()) {
      throw Problem.invalid("members", Phrase.of("members.none", "Name at least one member."))
          .thrown();
    }
    if (form.members.size() > MOST_MEMBERS_AT_ONCE) {
      throw Problem.invalid(
              "members",
              Phrase.of(
                  "members.tooMany",
                  "Name at most {{most, number}} members at once.",
                  "most",
                  MOST_MEMBERS_AT_ONCE))
          .thrown();
    }
    var references = new ArrayList<Groups.Reference>();
    for (var member : form.members) {
      references.add(reference(member, references.size()));
    }
    return new Named(references, "", Optional.empty());
  }

  /** Some of a list at a time, because each address may have to be looked up. */
  private Named listed(Caller caller, MembersForm form, String listId) {
    caller.mustRead();
    if (form.members != null) {
      throw Problem.invalid(
              "members",
              Phrase.of("members.listOrMembers", "Give either a listId or members, not both."))
          .thrown();
    }
    var list =
        ListId.parse(listId)
            .flatMap(id -> lists.find(caller.app(), id))
            .orElseThrow(() -> Problem.invalid("listId", Lists.GONE).thrown());
    var after = form.after == null ? 0 : form.after;
    if (after < 0) {
      throw Problem.invalid(
              "after",
              Phrase.of(
                  "members.after", "This must be a line of the list: next of the answer before."))
          .thrown();
    }
    var rows = lists.rows(list.id(), after, MOST_LINES_AT_ONCE);
    return new Named(
        rows.stream()
            .map(row -> new Groups.Reference(Optional.empty(), Optional.of(row.email())))
            .toList(),
        list.name(),
        rows.size() < MOST_LINES_AT_ONCE ? Optional.empty() : Optional.of(rows.getLast().line()));
  }

  /** The directory is the whole organisation's: not everybody who may send may change it. */
  private void mayChange(Caller caller, Group group, String action) {
    if (group.source() == Group.Source.EVERYONE) {
      throw Problem.invalid("groupId", OwnGroups.OF_THE_DIRECTORY).thrown();
    }
    if (group.source() == Group.Source.PORTAL || caller.role().equals(Optional.of(Role.ADMIN))) {
      return;
    }
    access
        .refusals()
        .record(
            caller.app(),
            Optional.of(caller.personId()),
            "role",
            action + " " + group.id(),
            caller.role().map(Role::word).orElse(""));
    throw Problem.forbidden(
            Phrase.of(
                "group.administrators",
                "{{name}} is a group of the directory. Only administrators of {{app}} may change it.",
                "name",
                group.name(),
                "app",
                caller.app().title()))
        .thrown();
  }

  /** A change of many is one row of the trail, which anybody can read to its end. */
  private Groups.Trail trail(Caller caller, String action, String list) {
    var trail = trail(caller);
    return (handle, group, members, status) -> {
      var who =
          members.size() > MOST_NAMED
              ? List.of(list.isEmpty() ? "" + members.size() : members.size() + " of " + list)
              : members.stream().map(one -> one.id().value()).toList();
      who.forEach(one ->
          trail.record(handle, action, group.id(), "%s: %s".formatted(one, EnumWord.of(status))));
    };
  }

  private OwnGroups.Trail trail(Caller caller) {
    return (handle, action, id, detail) ->
        access
            .audit()
            .record(
                handle,
                AuditEntry.in(caller.app().name())
                    .by(caller.acting())
                    .did(action, id)
                    .saying(detail));
  }

  private static Groups.Reference reference(@Nullable MemberForm member, int index) {
    var id =
        Optional.ofNullable(member == null ? null : member.id)
            .map(Bare::of)
            .filter(one -> !one.isEmpty());
    var email =
        Optional.ofNullable(member == null ? null : member.email)
            .filter(one -> !Bare.isBlank(one))
            .map(one -> Mailbox.of(one).orElse(Bare.of(one)));
    if (id.isPresent() == email.isPresent()) {
      throw Problem.invalid(
              "members[" + index + "]",
              Phrase.of("member.idOrEmail", "Give either an id or an e-mail address."))
          .thrown();
    }
    return new Groups.Reference(id, email);
  }

  private record GroupForm(
      @Nullable String groupId, @Nullable String name, @Nullable String requestId) {
    String givenId() {
      return groupId == null ? "" : groupId;
    }

    String givenName() {
      return name == null ? "" : name;
    }

    OwnGroups.Asker asker(Caller caller) {
      return new OwnGroups.Asker(
          caller.app(), caller.personId(), caller.token(), Fields.requestId(requestId));
    }
  }

  public Reply create(Caller caller, Request request) {
    var form = Bodies.json(request, GroupForm.class);
    return changed(201, ownGroups.create(form.asker(caller), form.givenName(), trail(caller)));
  }

  public Reply rename(Caller caller, Request request) {
    var form = Bodies.json(request, GroupForm.class);
    return changed(
        200, ownGroups.rename(form.asker(caller), form.givenId(), form.givenName(), trail(caller)));
  }

  public Reply delete(Caller caller, Request request) {
    var form = Bodies.json(request, GroupForm.class);
    return changed(204, ownGroups.delete(form.asker(caller), form.givenId(), trail(caller)));
  }

  private static Reply changed(int status, OwnGroups.Change change) {
    return switch (change) {
      case OwnGroups.Change.Done(var group) -> Reply.json(status, PeopleViews.GroupView.of(group));
      case OwnGroups.Change.Deleted _ -> Reply.noContent();
      case OwnGroups.Change.NotThere() -> throw noGroup();
      case OwnGroups.Change.Refused(var field, var why) ->
          throw Problem.invalid(field, why).thrown();
      case OwnGroups.Change.UsedBefore(var why) -> throw Problem.conflict(why).thrown();
    };
  }
}
