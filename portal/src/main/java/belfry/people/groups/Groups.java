package belfry.people.groups;

import belfry.apps.App;
import belfry.base.Id;
import belfry.base.Phrase;
import belfry.base.StillAllowed;
import belfry.people.directory.Addresses;
import belfry.people.directory.Person;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The groups an app can send to, its own and the directory's, and their members. */
public final class Groups {
  private final GroupStore store;
  private final GroupCopies directory;
  private final Addresses addresses;
  private final Known people;
  private final Platform platform;
  private final Database database;

  /** Whoever is stored under an id, if this app may learn of them. */
  public interface Known {
    Optional<Person> person(App app, PersonId id);
  }

  public Groups(
      GroupStore store,
      GroupCopies directory,
      Addresses addresses,
      Known people,
      Platform platform,
      Database database) {
    this.store = store;
    this.directory = directory;
    this.addresses = addresses;
    this.people = people;
    this.platform = platform;
    this.database = database;
  }

  /** Groups, and why the directory's part of them is out of date, if it is. */
  public record Listing(List<Group> groups, Optional<Phrase> trouble) {}

  public Listing list(App app) {
    var trouble = directory.freshenList(directory.awaited());
    return new Listing(groups(store.list(app)), trouble);
  }

  public Listing find(App app, String words, int most) {
    var trouble = directory.freshenList(directory.awaited());
    return new Listing(groups(store.find(app, words, most)), trouble);
  }

  /** Whether it will soon be known which groups the directory has. */
  public boolean isListBeingRead() {
    return directory.isListing();
  }

  /** The same from what is stored here, without asking the directory. */
  public List<Group> stored(App app, String words, int most) {
    return groups(store.find(app, words, most));
  }

  private static List<Group> groups(List<GroupStore.Row> rows) {
    return rows.stream().map(GroupStore.Row::group).toList();
  }

  public Optional<Group> get(App app, String id) {
    return store.get(app, id).map(GroupStore.Row::group);
  }

  /** A page of members and where the next one begins, and why the copy is out of date, if it is. */
  public record Members(
      Group group, List<Person> people, Optional<Integer> next, Optional<Phrase> trouble) {
    /** The same page with what more is known of these people. */
    public Members with(List<Person> knownBetter) {
      return new Members(group, knownBetter, next, trouble);
    }
  }

  /** Members whose name or address contains {@code words}; empty for an unknown group. */
  public Optional<Members> members(App app, String id, String words, int skip, int most) {
    return store
        .get(app, id)
        .map(row -> {
          var trouble =
              directory
                  .freshenMembers(row, GroupCopies.MEMBERS_FRESH, directory.awaited())
                  .trouble();
          var now = store.get(app, id).orElse(row);
          var found = store.membersByName(now, words, skip, most + 1);
          return found.size() > most
              ? new Members(now.group(), found.subList(0, most), Optional.of(skip + most), trouble)
              : new Members(now.group(), found, Optional.empty(), trouble);
        });
  }

  /** A member as named by the caller, by id or by address. */
  public record Reference(Optional<String> id, Optional<String> email) {
    public String text() {
      return id.or(() -> email).orElse("");
    }
  }

  /** The result for one member. */
  public record MemberResult(
      String reference, Status status, Optional<Person> person, Optional<Phrase> why) {
    private static final Phrase NO_WEBEX_ACCOUNT =
        Phrase.of(
            "member.noAccount", "Webex finds nobody with this address or id in your organization.");
    private static final Phrase NOT_ACCEPTED =
        Phrase.of("member.notAccepted", "The directory did not accept the change.");
    private static final Phrase IS_ONE_ALREADY =
        Phrase.of("member.isOneAlready", "Is already a member.");
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

  /** Where it is written down who was added or removed. */
  public interface Trail {
    /**
     * In the transaction that changes what is kept here, where there is one. Of a group of the
     * directory, which is more than ours, also what was only asked of it.
     *
     * @param members some, of a group of the directory one
     * @param what their status, or that nobody knows
     */
    void record(Handle handle, Group group, List<Person> members, MemberResult.Status what);
  }

  /** The result for each member, in the order given; empty for an unknown group. */
  public Optional<List<MemberResult>> add(
      App app, String id, List<Reference> references, Trail trail) {
    return change(app, id, references, trail, Direction.IN);
  }

  /** Likewise. */
  public Optional<List<MemberResult>> remove(
      App app, String id, List<Reference> references, Trail trail) {
    return change(app, id, references, trail, Direction.OUT);
  }

  /** Into a group, or out of it. */
  private enum Direction {
    IN(MemberResult.Status.ADDED, MemberResult.Status.ALREADY_MEMBER),
    OUT(MemberResult.Status.REMOVED, MemberResult.Status.NOT_A_MEMBER);

    private final MemberResult.Status done;
    private final MemberResult.Status nothingToDo;

    Direction(MemberResult.Status done, MemberResult.Status nothingToDo) {
      this.done = done;
      this.nothingToDo = nothingToDo;
    }

    private Phrase whyNothing() {
      return switch (this) {
        case IN -> MemberResult.IS_ONE_ALREADY;
        case OUT -> MemberResult.IS_NONE;
      };
    }
  }

  private Optional<List<MemberResult>> change(
      App app, String id, List<Reference> references, Trail trail, Direction direction) {
    return store
        .get(app, id)
        .map(row -> {
          var whose = whose(app, references);
          return row.group().source() == Group.Source.DIRECTORY
              ? references.stream()
                  .map(one -> asked(app, row, one, whose, trail, direction))
                  .toList()
              : together(app, row, references, whose, trail, direction);
        });
  }

  /**
   * Those who become members stay it whoever gets their addresses, so it is asked as for sending.
   */
  private Map<String, Addresses.Holder> whose(App app, List<Reference> references) {
    var emails = references.stream().flatMap(one -> one.email().stream()).toList();
    return addresses.resolve(app, emails, emails.size(), Addresses.TO_SEND);
  }

  /** In a group of the directory, which is changed by one after the other. */
  private MemberResult asked(
      App app,
      GroupStore.Row row,
      Reference reference,
      Map<String, Addresses.Holder> whose,
      Trail trail,
      Direction direction) {
    var found = identified(app, row, reference, whose, direction);
    if (!(found instanceof Addresses.Holder.Known(var person))) {
      return notFound(reference, found);
    }
    // Those before were looked up, and perhaps the directory changed, one after the other.
    StillAllowed.check();
    if (!(inTheDirectory(row, person, direction) instanceof Response.Got<Boolean>)) {
      // The answer may be all that was lost.
      database.write(handle -> {
        trail.record(handle, row.group(), List.of(person), MemberResult.Status.NOT_ANSWERED);
        return true;
      });
      return result(
          reference,
          MemberResult.Status.NOT_ANSWERED,
          Optional.of(person),
          Optional.of(MemberResult.NOT_ACCEPTED));
    }
    return database.write(handle -> {
      var now = GroupStore.changing(handle, row, directory.outdated()).orElse(row);
      var result = changed(handle, now, reference, person, direction);
      GroupStore.resize(handle, now);
      trail.record(handle, row.group(), List.of(person), result.status());
      return result;
    });
  }

  /** In a group kept here: all in one transaction, with what the trail says of them. */
  private List<MemberResult> together(
      App app,
      GroupStore.Row row,
      List<Reference> references,
      Map<String, Addresses.Holder> whose,
      Trail trail,
      Direction direction) {
    var found =
        references.stream().map(one -> identified(app, row, one, whose, direction)).toList();
    // They were looked up one after the other.
    StillAllowed.check();
    return database.write(handle -> {
      var now = GroupStore.changing(handle, row, directory.outdated()).orElse(row);
      var results = new ArrayList<MemberResult>();
      for (var i = 0; i < references.size(); i++) {
        results.add(
            found.get(i) instanceof Addresses.Holder.Known(var person)
                ? changed(handle, now, references.get(i), person, direction)
                : notFound(references.get(i), found.get(i)));
      }
      GroupStore.resize(handle, now);
      var members =
          results.stream()
              .filter(one -> one.status() == direction.done)
              .flatMap(one -> one.person().stream())
              .toList();
      if (!members.isEmpty()) {
        trail.record(handle, row.group(), members, direction.done);
      }
      return results;
    });
  }

  private MemberResult changed(
      Handle handle, GroupStore.Row row, Reference reference, Person person, Direction direction) {
    var changed =
        switch (direction) {
          case IN -> store.add(handle, row, person);
          case OUT -> store.remove(handle, row, person.id());
        };
    return result(
        reference,
        changed > 0 ? direction.done : direction.nothingToDo,
        Optional.of(person),
        changed > 0 ? Optional.empty() : Optional.of(direction.whyNothing()));
  }

  private static MemberResult notFound(Reference reference, Addresses.Holder found) {
    return found instanceof Addresses.Holder.Open(var why, _)
        ? result(reference, MemberResult.Status.NOT_ANSWERED, Optional.empty(), Optional.of(why))
        : result(
            reference,
            MemberResult.Status.NO_ACCOUNT,
            Optional.empty(),
            Optional.of(MemberResult.NO_WEBEX_ACCOUNT));
  }

  private Response<Boolean> inTheDirectory(GroupStore.Row row, Person person, Direction direction) {
    var who = List.of(person.id());
    return switch (direction) {
      case IN -> directory.change(row, who, List.of());
      case OUT -> directory.change(row, List.of(), who);
    };
  }

  private static MemberResult result(
      Reference reference,
      MemberResult.Status status,
      Optional<Person> person,
      Optional<Phrase> why) {
    return new MemberResult(reference.text(), status, person, why);
  }

  private Addresses.Holder identified(
      App app,
      GroupStore.Row row,
      Reference reference,
      Map<String, Addresses.Holder> whose,
      Direction direction) {
    if (reference.email().isPresent()) {
      var address = Person.address(reference.email().get());
      var found = whose.getOrDefault(address, new Addresses.Holder.Nobody());
      // Whoever has left can be taken out by the address that they had.
      return direction == Direction.OUT && found instanceof Addresses.Holder.Nobody
          ? store
              .memberAt(row, address)
              .<Addresses.Holder>map(Addresses.Holder.Known::new)
              .orElse(found)
          : found;
    }
    var id = new PersonId(reference.id().orElse(""));
    // A member can be taken out whom this app knows by nothing else, and Webex perhaps no longer.
    var known =
        switch (direction) {
          case IN -> people.person(app, id);
          case OUT -> store.member(row, id).or(() -> people.person(app, id));
        };
    if (known.isPresent()) {
      return new Addresses.Holder.Known(known.get());
    }
    return switch (platform.people().byIds(app.botToken(), List.of(id))) {
      case Response.Got<List<Profile>>(var found) ->
          found.stream()
              .findFirst()
              .<Addresses.Holder>map(profile -> new Addresses.Holder.Known(Person.of(profile)))
              .orElseGet(Addresses.Holder.Nobody::new);
      case Response.Absent<List<Profile>> _ -> new Addresses.Holder.Nobody();
      case Response.Denied<List<Profile>>(var status, _) when status == 400 ->
          new Addresses.Holder.Nobody();
      case Response<List<Profile>> failed -> new Addresses.Holder.Open(failed.trouble());
    };
  }

  /**
   * What copies are needed for.
   *
   * @param fresh older ones are read anew
   * @param counted whether an earlier one is counted until that is done
   * @param together whether those of several groups have to be of one moment, so that nobody is in
   *     none of them who moved between two while they were read
   */
  public record Need(Duration fresh, boolean counted, boolean together) {}

  /** The groups of these ids, for somebody who waits at a page. */
  public Fetched fetch(App app, Collection<String> ids, Need need) {
    return together(app, ids, need, directory.awaited());
  }

  /**
   * Likewise, for a run, which can wait a little longer before it says for what; no copy may be
   * older than {@code fresh}.
   */
  public Fetched fetchPatiently(App app, Collection<String> ids, Duration fresh) {
    return together(app, ids, new Need(fresh, false, true), directory.awaited().multipliedBy(3));
  }

  private Fetched together(App app, Collection<String> ids, Need need, Duration patience) {
    var until = directory.after(patience);
    while (true) {
      var fetched = fetch(app, ids, need, directory.left(until));
      if (!need.together || !fetched.isRead()) {
        return fetched;
      }
      switch (directory.confirm(fetched.rows, fetched.stale, directory.left(until))) {
        case ONE_MOMENT -> {
          return fetched;
        }
        case BEING_ASKED -> {
          fetched.rows.stream()
              .map(GroupStore.Row::group)
              .filter(group -> group.source() == Group.Source.DIRECTORY)
              .forEach(group ->
                  fetched.reading.add(
                      new ReadingProgress(group.name(), group.size(), need.counted)));
          return fetched;
        }
        case CHANGED -> {}
      }
    }
  }

  /** As new as needed where all of it takes no longer than {@code patience}. */
  private Fetched fetch(App app, Collection<String> ids, Need need, Duration patience) {
    var fetched =
        new Fetched(
            new ArrayList<>(),
            new ArrayList<>(),
            new LinkedHashMap<>(),
            new ArrayList<>(),
            new ArrayList<>());
    var until = directory.after(patience);
    var enough = new Need(directory.enough(ids, need.fresh), need.counted, need.together);
    for (var id : ids) {
      var row = store.get(app, id);
      if (row.isEmpty() && !isOwn(id)) {
        // Only a completely read list proves that the group is gone.
        if (directory.freshenList(directory.left(until)).isPresent()) {
          fetched.unseen.add(id);
          continue;
        }
        row = store.get(app, id);
      }
      if (row.isEmpty()) {
        fetched.missing.add(id);
      } else {
        fetch(
            app,
            row.get(),
            directory.freshenMembers(row.get(), enough.fresh, directory.left(until)),
            enough,
            fetched);
      }
    }
    return fetched;
  }

  private void fetch(
      App app, GroupStore.Row row, GroupCopies.Copy copy, Need need, Fetched fetched) {
    var id = row.group().id();
    switch (copy) {
      case GroupCopies.Copy.Fresh() -> fetched.rows.add(store.get(app, id).orElse(row));
      case GroupCopies.Copy.Gone() -> fetched.missing.add(id);
      case GroupCopies.Copy.Failed(var why) -> {
        fetched.stale.put(id, why);
        fetched.rows.add(store.get(app, id).orElse(row));
      }
      case GroupCopies.Copy.UnderWay(var name, var read) -> {
        var counted = need.counted && directory.isRecent(row, GroupCopies.OLDEST);
        fetched.reading.add(new ReadingProgress(name, read, counted));
        fetched.rows.add(row);
      }
    }
  }

  /** Whether Belfry issued this id, so that the directory need not be asked about it. */
  public static boolean isOwn(String id) {
    return Id.parse(id).isPresent();
  }

  /**
   * Groups whose members are ready to be read.
   *
   * @param missing ids of groups that no longer exist in this app
   * @param stale why the members of groups are an older copy, by the groups' ids
   * @param unseen ids of groups that may or may not still exist
   * @param reading groups whose members are being read now, of which {@code rows} has what was
   *     there before
   */
  public record Fetched(
      List<GroupStore.Row> rows,
      List<String> missing,
      Map<String, Phrase> stale,
      List<String> unseen,
      List<ReadingProgress> reading) {
    /** Whether nothing is being read or looked for any more. */
    private boolean isRead() {
      return reading.isEmpty() && unseen.isEmpty();
    }

    /** Those of these groups that are among {@code ids}. */
    public Fetched among(Collection<String> ids) {
      var some = new LinkedHashMap<>(stale);
      some.keySet().retainAll(ids);
      return new Fetched(
          rows.stream().filter(row -> ids.contains(row.group().id())).toList(),
          missing.stream().filter(ids::contains).toList(),
          some,
          unseen.stream().filter(ids::contains).toList(),
          reading);
    }

    /** Groups as they are stored. */
    public static Fetched stored(List<GroupStore.Row> rows) {
      return new Fetched(rows, List.of(), Map.of(), List.of(), List.of());
    }
  }
}
