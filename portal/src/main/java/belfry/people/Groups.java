package belfry.people;

import belfry.apps.App;
import belfry.base.Id;
import belfry.base.Phrase;
import belfry.platform.Answer;
import belfry.platform.PersonId;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.storage.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The groups an app can send to, its own and the directory's, and their members. */
public final class Groups {
  private final GroupStore store;
  private final DirectoryGroups directory;
  private final Addresses addresses;
  private final PersonStore people;
  private final Platform platform;
  private final Database database;

  Groups(
      GroupStore store,
      DirectoryGroups directory,
      Addresses addresses,
      PersonStore people,
      Platform platform,
      Database database) {
    this.store = store;
    this.directory = directory;
    this.addresses = addresses;
    this.people = people;
    this.platform = platform;
    this.database = database;
  }

  /** Groups, and what kept the directory's part of them from being fresh. */
  public record Listing(List<Group> groups, Optional<Phrase> trouble) {}

  public Listing list(App app) {
    var trouble = directory.freshenList();
    return new Listing(groups(store.list(app)), trouble);
  }

  public Listing find(App app, String words, int most) {
    var trouble = directory.freshenList();
    return new Listing(groups(store.find(app, words, most)), trouble);
  }

  private static List<Group> groups(List<GroupStore.Row> rows) {
    return rows.stream().map(GroupStore.Row::group).toList();
  }

  public Optional<Group> get(App app, String id) {
    return store.get(app, id).map(GroupStore.Row::group);
  }

  /** A page of members and where the next one begins, and why the copy is out of date, if it is. */
  public record Members(
      Group group, List<Person> people, Optional<Integer> next, Optional<Phrase> trouble) {}

  /** Members whose name or address contains {@code words}; empty for an unknown group. */
  public Optional<Members> members(App app, String id, String words, int skip, int most) {
    return store
        .get(app, id)
        .map(row -> {
          var trouble = directory.freshenMembers(row, DirectoryGroups.MEMBERS_FRESH).trouble();
          var now = store.get(app, id).orElse(row);
          var found = store.membersByName(now, words, skip, most + 1);
          return found.size() > most
              ? new Members(now.group(), found.subList(0, most), Optional.of(skip + most), trouble)
              : new Members(now.group(), found, Optional.empty(), trouble);
        });
  }

  /** A member as named by the caller, by id or by address. */
  public record Reference(Optional<String> id, Optional<String> email) {
    String text() {
      return id.or(() -> email).orElse("");
    }
  }

  /** The result for one member. */
  public record MemberResult(
      String reference, Status status, Optional<Person> person, Optional<Phrase> why) {
    private static final Phrase NO_WEBEX_ACCOUNT =
        Phrase.of("member.noAccount", "No Webex account was found.");
    private static final Phrase NOT_ACCEPTED =
        Phrase.of("member.notAccepted", "The directory did not accept the change.");
    private static final Phrase IS_ONE_ALREADY =
        Phrase.of("member.isOneAlready", "Is a member already.");
    private static final Phrase IS_NONE = Phrase.of("member.isNone", "Is not a member.");

    /** Done, or why not. */
    public enum Status {
      ADDED,
      REMOVED,
      ALREADY_MEMBER,
      NOT_A_MEMBER,
      NO_ACCOUNT,
      NOT_ANSWERED
    }
  }

  /** The result for each member, in the order given; empty for an unknown group. */
  public Optional<List<MemberResult>> add(App app, String id, List<Reference> references) {
    return store
        .get(app, id)
        .map(row -> references.stream().map(one -> add(app, row, one)).toList());
  }

  private MemberResult add(App app, GroupStore.Row row, Reference reference) {
    return switch (identified(app, reference)) {
      case Addresses.Found.Nobody() ->
          result(
              reference,
              MemberResult.Status.NO_ACCOUNT,
              Optional.empty(),
              Optional.of(MemberResult.NO_WEBEX_ACCOUNT));
      case Addresses.Found.Open(var why) ->
          result(reference, MemberResult.Status.NOT_ANSWERED, Optional.empty(), Optional.of(why));
      case Addresses.Found.Known(var person) -> {
        if (row.group().source() == Group.Source.DIRECTORY
            && !(directory.change(row, List.of(person.id()), List.of())
                instanceof Answer.Got<Boolean>)) {
          yield result(
              reference,
              MemberResult.Status.NOT_ANSWERED,
              Optional.of(person),
              Optional.of(MemberResult.NOT_ACCEPTED));
        }
        var added = database.write(handle -> store.add(handle, row, person));
        yield added > 0
            ? result(reference, MemberResult.Status.ADDED, Optional.of(person), Optional.empty())
            : result(
                reference,
                MemberResult.Status.ALREADY_MEMBER,
                Optional.of(person),
                Optional.of(MemberResult.IS_ONE_ALREADY));
      }
    };
  }

  public Optional<List<MemberResult>> remove(App app, String id, List<Reference> references) {
    return store
        .get(app, id)
        .map(row -> references.stream().map(one -> remove(app, row, one)).toList());
  }

  private MemberResult remove(App app, GroupStore.Row row, Reference reference) {
    return switch (identified(app, reference)) {
      case Addresses.Found.Nobody() ->
          result(
              reference,
              MemberResult.Status.NO_ACCOUNT,
              Optional.empty(),
              Optional.of(MemberResult.NO_WEBEX_ACCOUNT));
      case Addresses.Found.Open(var why) ->
          result(reference, MemberResult.Status.NOT_ANSWERED, Optional.empty(), Optional.of(why));
      case Addresses.Found.Known(var person) -> {
        if (row.group().source() == Group.Source.DIRECTORY
            && !(directory.change(row, List.of(), List.of(person.id()))
                instanceof Answer.Got<Boolean>)) {
          yield result(
              reference,
              MemberResult.Status.NOT_ANSWERED,
              Optional.of(person),
              Optional.of(MemberResult.NOT_ACCEPTED));
        }
        var removed = database.write(handle -> store.remove(handle, row, person.id()));
        yield removed > 0
            ? result(reference, MemberResult.Status.REMOVED, Optional.of(person), Optional.empty())
            : result(
                reference,
                MemberResult.Status.NOT_A_MEMBER,
                Optional.of(person),
                Optional.of(MemberResult.IS_NONE));
      }
    };
  }

  private static MemberResult result(
      Reference reference,
      MemberResult.Status status,
      Optional<Person> person,
      Optional<Phrase> why) {
    return new MemberResult(reference.text(), status, person, why);
  }

  private Addresses.Found identified(App app, Reference reference) {
    if (reference.email().isPresent()) {
      var address = Person.address(reference.email().get());
      return addresses.resolve(app, List.of(address), 1).firstEntry().getValue();
    }
    var id = new PersonId(reference.id().orElse(""));
    var known = people.find(id);
    if (known.isPresent()) {
      return new Addresses.Found.Known(known.get());
    }
    return switch (platform.people().byIds(app.botToken(), List.of(id))) {
      case Answer.Got<List<Profile>>(var found) ->
          found.stream()
              .findFirst()
              .<Addresses.Found>map(profile -> new Addresses.Found.Known(Person.of(profile)))
              .orElseGet(Addresses.Found.Nobody::new);
      case Answer.Absent<List<Profile>> _ -> new Addresses.Found.Nobody();
      case Answer.Denied<List<Profile>>(var status, _) when status == 400 ->
          new Addresses.Found.Nobody();
      case Answer<List<Profile>> failed -> new Addresses.Found.Open(failed.trouble());
    };
  }

  /** The groups of these ids that exist, with members as fresh as {@code fresh} where possible. */
  Fetched fetch(App app, Collection<String> ids, Duration fresh) {
    var fetched =
        new Fetched(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (var id : ids) {
      var row = store.get(app, id);
      if (row.isEmpty() && !isOwn(id)) {
        // Only a completely read list proves that the group is gone.
        if (directory.freshenList().isPresent()) {
          fetched.unseen.add(id);
          continue;
        }
        row = store.get(app, id);
      }
      if (row.isEmpty()) {
        fetched.missing.add(id);
      } else {
        fetch(app, row.get(), fresh, fetched);
      }
    }
    return fetched;
  }

  private void fetch(App app, GroupStore.Row row, Duration fresh, Fetched fetched) {
    var id = row.group().id();
    switch (directory.freshenMembers(row, fresh)) {
      case DirectoryGroups.Copy.Fresh() -> fetched.rows.add(store.get(app, id).orElse(row));
      case DirectoryGroups.Copy.Gone() -> fetched.missing.add(id);
      case DirectoryGroups.Copy.Failed _ -> {
        fetched.stale.add(id);
        fetched.rows.add(store.get(app, id).orElse(row));
      }
    }
  }

  /** Whether Belfry issued this id, so that the directory need not be asked about it. */
  static boolean isOwn(String id) {
    return Id.parse(id).isPresent();
  }

  /**
   * Groups whose members are ready to be read.
   *
   * @param missing ids of groups that no longer exist in this app
   * @param stale ids of groups whose members are an older copy
   * @param unseen ids of groups that may or may not still exist
   */
  record Fetched(
      List<GroupStore.Row> rows, List<String> missing, List<String> stale, List<String> unseen) {}
}
