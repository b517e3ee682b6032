package belfry.people.audience;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.people.directory.Addresses;
import belfry.people.directory.DeletedPeople;
import belfry.people.directory.OutsidePeople;
import belfry.people.directory.Person;
import belfry.people.directory.PersonStore;
import belfry.people.directory.Spaces;
import belfry.people.groups.Group;
import belfry.people.groups.GroupCopies;
import belfry.people.groups.GroupStore;
import belfry.people.groups.Groups;
import belfry.people.groups.MemberSets;
import belfry.people.lists.ListId;
import belfry.people.lists.Lists;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** Counts an audience before sending, and resolves it when sending begins. */
public final class Audiences {
  /** A group's copy that is older than this is refreshed before anything is sent to it. */
  static final Duration FRESH = Duration.ofMinutes(1);

  /** To be looked at. */
  static final Groups.Need SHOWN = new Groups.Need(GroupCopies.MEMBERS_FRESH, true, false);

  private static final int ADDRESSES_PAGE = 200;

  private final Parts parts;
  private final AudienceCount count;
  private final AudienceWalk walk;
  private final AudienceDigest digest;

  /** What counting and resolving an audience need. */
  public record Parts(
      Groups groups,
      GroupStore store,
      MemberSets members,
      PersonStore persons,
      Addresses addresses,
      DeletedPeople deleted,
      Spaces spaces,
      Lists lists,
      SavedAudiences saved,
      EarlierRecipients earlier,
      OutsidePeople outside) {

    /** The groups among these, for somebody who waits at a page. */
    Groups.Fetched fetch(App app, List<Audience.Entry> entries, Groups.Need need) {
      return groups.fetch(app, ids(entries), need);
    }

    /**
     * Whom these chosen addresses mean, asking the platform about at most {@code questions} of
     * them. Whoever is not found in the organization is written to by the address, if the author
     * wants that.
     */
    SequencedMap<String, Addresses.Holder> chosen(
        App app, Audience audience, Collection<String> emails, int questions) {
      return chosen(audience, addresses.resolve(app, emails, questions));
    }

    /** The same, of addresses that were looked up. */
    SequencedMap<String, Addresses.Holder> chosen(
        Audience audience, SequencedMap<String, Addresses.Holder> found) {
      return chosen(audience, found, outside::having);
    }

    /**
     * The same.
     *
     * @param having says whom those mean whom nobody in the organization has
     */
    static SequencedMap<String, Addresses.Holder> chosen(
        Audience audience,
        SequencedMap<String, Addresses.Holder> found,
        Function<List<String>, Map<String, Person>> having) {
      if (audience.outside()) {
        having
            .apply(Unresolved.of(found).nobody())
            .forEach((email, person) -> found.put(email, new Addresses.Holder.Known(person)));
      }
      return found;
    }

    /** The lists among these entries, by id, without those that no longer exist. */
    Map<ListId, PeopleList> lists(App app, List<Audience.Entry> entries) {
      return lists.among(app, Audience.lists(entries));
    }

    /** All addresses that were chosen, typed and in files. */
    List<String> emails(List<Audience.Entry> entries) {
      var emails = new ArrayList<String>(typed(entries));
      Audience.lists(entries).forEach(id -> emails.addAll(lists.emails(id)));
      return emails;
    }

    /** Likewise, with those at which an earlier message found nobody, if it is for these again. */
    Stream<String> meant(App app, Audience audience) {
      return Stream.concat(
          emails(audience.entries()).stream(),
          audience.earlier().stream()
              .flatMap(whose -> earlier.addresses(app, whose).keySet().stream()));
    }

    /**
     * Those of these addresses to be left out, which nobody in the organization has, by which
     * nobody is left out: whoever is chosen by one of them, or is known to have it, is.
     *
     * @param rows the groups that are chosen
     */
    List<String> idle(Audience audience, List<GroupStore.Row> rows, List<String> nobody) {
      if (nobody.isEmpty()) {
        return nobody;
      }
      var emails = emails(audience.entries()).stream().map(Person::address).distinct().toList();
      var chosen = new HashSet<>(emails);
      var known = outside.remembered(nobody);
      var forms = new HashSet<PersonId>();
      known.values().stream()
          .map(Person::id)
          .filter(id -> id.address().isEmpty())
          .forEach(id -> {
            forms.add(id);
            forms.addAll(PlatformId.otherForms(id));
          });
      var here = new HashSet<String>();
      if (!forms.isEmpty()) {
        Stream.of(
                members.among(rows, forms).stream(),
                Audience.all(audience.entries(), Audience.Person.class).stream()
                    .map(Audience.Person::id),
                outside.remembered(audience.outside() ? emails : List.of()).values().stream()
                    .map(Person::id))
            .flatMap(Function.identity())
            .forEach(id -> here.add(PlatformId.key(id)));
      }
      known.forEach((email, person) -> {
        if (here.contains(PlatformId.key(person.id()))) {
          chosen.add(Person.address(email));
        }
      });
      return nobody.stream().filter(email -> !chosen.contains(Person.address(email))).toList();
    }

    /**
     * The lists that may be others by the time of sending: those of an audience with a saved one,
     * since a list itself never changes. None if they have more people than so many.
     */
    List<PeopleList> replaceable(App app, Audience audience, int most) {
      if (Audience.all(audience.entries(), Audience.Saved.class).isEmpty()) {
        return List.of();
      }
      var lists =
          List.copyOf(lists(app, saved.spelled(app, audience).audience().entries()).values());
      return lists.stream().mapToLong(PeopleList::people).sum() > most ? List.of() : lists;
    }

    /** What the lists that are not here any more were called. */
    List<String> gone(App app, List<Audience.Entry> entries) {
      return gone(lists(app, entries).keySet(), entries);
    }

    /** Likewise, of these. */
    static List<String> gone(Set<ListId> here, List<Audience.Entry> entries) {
      return Audience.all(entries, Audience.FromFile.class).stream()
          .filter(file -> ListId.parse(file.listId()).filter(here::contains).isEmpty())
          .map(Audience.FromFile::name)
          .toList();
    }

    /** The recipients of an earlier message, page by page. */
    Stream<List<Target>> earlierPages(App app, Audience.Recipients whose, int most) {
      return Stream.iterate(
              earlier.page(app, whose, -1, most),
              page -> !page.targets().isEmpty(),
              page -> earlier.page(app, whose, page.last(), most))
          .map(EarlierRecipients.Page::targets);
    }

    /**
     * The addresses of an earlier message's recipients who were not found, asked about again, each
     * person once; whoever it was for by another address is not among them, nor whoever the message
     * leaves out by now, as far as that is known here. Whoever is written to by such an address is
     * the recipient that is meant.
     *
     * @param questions how many are looked up now
     */
    SequencedMap<String, Addresses.Holder> again(App app, Audience audience, int questions) {
      var excluded = chosenBefore(app, audience.earlier().orElseThrow()).audience().excluded();
      var out =
          Groups.Fetched.stored(
              ids(excluded).stream().flatMap(id -> store.get(app, id).stream()).toList());
      return again(app, audience, questions, exclusion(app, excluded, out, questions));
    }

    /** Whom an earlier message left out, asking the platform about at most so many addresses. */
    Exclusion exclusion(App app, List<Audience.Entry> excluded, Groups.Fetched out, int questions) {
      return exclusion(
          excluded, List.of(), out, addresses.resolve(app, emails(excluded), questions));
    }

    /** Likewise, without those who are left out. */
    SequencedMap<String, Addresses.Holder> again(
        App app, Audience audience, int questions, Exclusion exclusion) {
      var left = new AtomicInteger(questions);
      return again(
          app,
          audience,
          page -> {
            var now = Math.min(left.get(), page.size());
            left.addAndGet(-now);
            return addresses.resolve(app, page, now);
          },
          exclusion);
    }

    /**
     * The same.
     *
     * @param lookUp says whose the addresses of a page are
     */
    SequencedMap<String, Addresses.Holder> again(
        App app,
        Audience audience,
        Function<List<String>, SequencedMap<String, Addresses.Holder>> lookUp,
        Exclusion exclusion) {
      var whose = audience.earlier().orElseThrow();
      var found = new LinkedHashMap<String, Addresses.Holder>();
      var emails =
          earlier.addresses(app, whose).keySet().stream()
              .filter(email -> !exclusion.leavesOut(email))
              .toList();
      for (var from = 0; from < emails.size(); from += ADDRESSES_PAGE) {
        var page = emails.subList(from, Math.min(emails.size(), from + ADDRESSES_PAGE));
        found.putAll(chosen(audience, lookUp.apply(page)));
      }
      var seen =
          new HashSet<>(
              earlier.among(
                  app,
                  whose,
                  found.values().stream()
                      .flatMap(one -> one.known().map(Person::id).stream())
                      .filter(id -> id.address().isEmpty())
                      .toList()));
      found.values().removeIf(one -> one.known().filter(who -> !seen.add(who.id())).isPresent());
      found
          .values()
          .removeIf(one ->
              one instanceof Addresses.Holder.Known(var person)
                  && exclusion.without(List.of(person), Function.identity()).isEmpty());
      return found;
    }

    /**
     * Whom an earlier message was for and whom not, by now; nobody where none of its recipients is
     * looked up again.
     */
    SavedAudiences.Spelled chosenBefore(App app, Audience.Recipients whose) {
      return Optional.of(whose)
          .filter(one -> !earlier.addresses(app, one).isEmpty())
          .flatMap(one -> earlier.chosen(app, one))
          .map(chosen -> saved.spelled(app, chosen))
          .orElseGet(() -> new SavedAudiences.Spelled(new Audience(List.of()), List.of()));
    }

    /** Everybody who is left out, as far as that is known. */
    Exclusion exclusion(
        List<Audience.Entry> excluded,
        List<GroupStore.Row> from,
        Groups.Fetched out,
        SequencedMap<String, Addresses.Holder> resolved) {
      if (excluded.isEmpty()) {
        return new Exclusion(members, List.of(), true, outside::remembered);
      }
      var all = Stream.concat(from.stream(), out.rows().stream()).distinct().toList();
      var exclusion =
          new Exclusion(members, out.rows(), members.writtenAlike(all), outside::remembered);
      people(Audience.all(excluded, Audience.Person.class)).forEach(exclusion::add);
      resolved.forEach((email, found) -> {
        exclusion.add(email);
        if (found instanceof Addresses.Holder.Known(var person)) {
          exclusion.add(person);
        }
      });
      outside.remembered(Unresolved.of(resolved).nobody()).values().forEach(exclusion::add);
      exclusion.addTwins(persons.sharingAddresses());
      return exclusion;
    }

    /** Whom addresses leave out that were looked up; nothing of those that nobody has. */
    Map<String, Set<PersonId>> leftOutBy(Map<String, Addresses.Holder> resolved) {
      var whom = new LinkedHashMap<String, Set<PersonId>>();
      resolved.forEach((email, found) -> {
        if (!(found instanceof Addresses.Holder.Open)) {
          whom.put(email, new HashSet<>());
          found.known().ifPresent(one -> whom.get(email).add(one.id()));
        }
      });
      persons
          .having(whom.keySet())
          .forEach(one -> whom.getOrDefault(one.email(), new HashSet<>()).add(one.id()));
      whom.values().removeIf(Set::isEmpty);
      return whom;
    }

    /** Likewise only of those that somebody in the organization has. */
    Map<String, Set<PersonId>> leftOutByOwn(Map<String, Addresses.Holder> resolved) {
      var owned = new LinkedHashMap<>(resolved);
      owned.values().removeIf(found -> found.known().isEmpty());
      return leftOutBy(owned);
    }

    /** These people with what is stored about them, in the same order. */
    List<Person> people(List<Audience.Person> ones) {
      var known = persons.find(ones.stream().map(Audience.Person::id).toList());
      return ones.stream()
          .map(one -> known.getOrDefault(one.id(), new Person(one.id(), one.name(), "")))
          .toList();
    }
  }

  public Audiences(Parts parts, Time time) {
    this.parts = parts;
    count = new AudienceCount(parts);
    walk = new AudienceWalk(parts, time);
    digest = new AudienceDigest(parts);
  }

  /** Counts the audience: exactly where possible; what is unknown is listed. */
  public Headcount count(App app, Audience audience) {
    return count.of(app, parts.saved().spelled(app, audience), SHOWN);
  }

  /**
   * Likewise by the groups as sending would read them, so that what somebody agrees to is compared
   * with whom it goes to, and not with whom they were shown. Nobody is counted of a group that is
   * being read.
   */
  public Headcount countAnew(App app, Audience audience) {
    return count.of(app, asked(app, audience), new Groups.Need(FRESH, false, true));
  }

  /**
   * Likewise, for whoever was shown nothing: of a group that is being read, an earlier copy counts.
   */
  public Headcount countUnseen(App app, Audience audience) {
    return count.of(app, asked(app, audience), new Groups.Need(FRESH, true, true));
  }

  /** As it is spelled, after some of its addresses were asked about as sending does. */
  private SavedAudiences.Spelled asked(App app, Audience audience) {
    var spelled = parts.saved().spelled(app, audience);
    var excluded = parts.emails(spelled.audience().excluded()).stream();
    var emails = Stream.concat(parts.meant(app, spelled.audience()), excluded).toList();
    parts.addresses().renew(app, emails, parts.outside().renewal(app, emails));
    return spelled;
  }

  /** Whose each of these addresses is, asked as for sending. */
  public Map<String, Addresses.Holder> whose(App app, Collection<String> emails) {
    return parts.addresses().resolve(app, emails, emails.size(), Addresses.TO_SEND);
  }

  /** Another text if a {@link #spelled} audience stands for others, though they are as many. */
  public String digest(App app, Audience spelled) {
    return digest.of(app, spelled);
  }

  /** Likewise of the part of it that colleagues can change; empty if there is none. */
  public String changeable(App app, Audience audience) {
    return digest.ofChangeable(app, audience);
  }

  /**
   * How many people each choice of an audience that was just counted means by itself, in their
   * order; empty where that is not known, and for a space. Nobody is asked for it again.
   */
  public List<Optional<Long>> sizes(App app, Audience audience, Headcount counted) {
    var isWhole = audience.entries().size() == 1 && audience.excluded().isEmpty();
    return audience.entries().stream()
        .map(entry ->
            switch (entry) {
              // Nobody else counts beside them.
              case Audience.Recipients _ -> known(counted);
              case Audience.Saved _ when isWhole -> known(counted);
              case Audience.Saved _ -> {
                var alone = new Audience(List.of(entry), List.of(), audience.outside());
                yield count.stored(app, parts.saved().spelled(app, alone));
              }
              default -> size(app, entry);
            })
        .toList();
  }

  private static Optional<Long> known(Headcount counted) {
    return counted.missing().isEmpty() && counted.uncounted().isEmpty()
        ? Optional.of(counted.most())
        : Optional.empty();
  }

  /** Likewise of those who are left out, which neither spaces nor saved audiences can be. */
  public List<Optional<Long>> sizesExcluded(App app, Audience audience) {
    return audience.excluded().stream().map(entry -> size(app, entry)).toList();
  }

  private Optional<Long> size(App app, Audience.Entry entry) {
    return switch (entry) {
      case Audience.Group(var id, _) ->
          parts.groups().get(app, id).filter(Audiences::isRead).map(group -> (long) group.size());
      case Audience.Person _ -> Optional.of(1L);
      case Audience.Addresses(_, var emails) ->
          Optional.of(emails.stream().map(Person::address).distinct().count());
      case Audience.FromFile(var id, _) ->
          ListId.parse(id)
              .flatMap(list -> parts.lists().find(app, list))
              .map(list -> (long) list.people());
      case Audience.Space _, Audience.Saved _, Audience.Recipients _ -> Optional.empty();
    };
  }

  /** Whether its members are stored, of whatever age. */
  static boolean isRead(Group group) {
    return group.source() == Group.Source.PORTAL || group.fetched().isPresent();
  }

  /** Why it is not known yet whom the audience means. */
  public Optional<Phrase> notYet(App app, Audience audience) {
    return audience
        .earlier()
        .map(whose -> parts.earlier().standing(app, whose, false))
        .flatMap(standing ->
            standing instanceof EarlierRecipients.Standing.NotYet(var why)
                ? Optional.of(why)
                : Optional.empty());
  }

  /** The names of the values that it gives to its recipients. */
  public List<String> columns(App app, Audience audience) {
    return audience
        .earlier()
        .map(whose -> parts.earlier().columns(app, whose))
        .orElseGet(() -> columnsOfLists(app, audience));
  }

  private List<String> columnsOfLists(App app, Audience audience) {
    return parts.lists(app, audience.entries()).values().stream()
        .flatMap(list -> list.columns().stream())
        .distinct()
        .toList();
  }

  /** How many addresses an audience has, as {@link Audience#MOST_ADDRESSES} counts them. */
  public long addressed(App app, Audience audience) {
    var spelled = spelled(app, audience);
    return addressed(spelled, parts.lists(app, spelled.all()).values());
  }

  /** How many are typed or in these lists, with those that are left out. */
  static long addressed(Audience audience, Collection<PeopleList> lists) {
    return typed(audience.all()).size() + lists.stream().mapToLong(PeopleList::people).sum();
  }

  /** The ids of its lists that may be others by the time of sending, of at most so many people. */
  public List<String> replaceable(App app, Audience audience, int most) {
    return parts.replaceable(app, audience, most).stream()
        .map(list -> list.id().toString())
        .toList();
  }

  /** This audience with what its saved audiences stand for now. */
  public Audience spelled(App app, Audience audience) {
    return parts.saved().spelled(app, audience).audience();
  }

  /**
   * This audience as it is now, whatever becomes of its saved audiences; if one of these is gone,
   * as it was chosen.
   */
  public Audience asOfNow(App app, Audience audience) {
    var spelled = parts.saved().spelled(app, audience);
    return spelled.gone().isEmpty() ? spelled.audience() : audience;
  }

  /** How an expansion ended. */
  public sealed interface Expansion {
    /**
     * Everybody was delivered to the receiver.
     *
     * @param notes notes for the author, such as older copies that were used
     * @param doubts why the audience may be incomplete; a person must decide whether to go on
     */
    record Complete(List<Phrase> notes, List<Phrase> doubts) implements Expansion {}

    /**
     * It could not be finished now; discard what was delivered so far.
     *
     * @param soon whether it can in a moment, because only a group is still being read
     */
    record Stuck(Phrase why, boolean soon) implements Expansion {
      public Stuck(Phrase why) {
        this(why, false);
      }
    }
  }

  /** Receives the resolved audience, page by page. The same target may come more than once. */
  public interface Receiver {
    void targets(List<Target> page);

    /** Likewise recipients who are called as they were once; of the others that was just asked. */
    default void stored(List<Target> page) {
      targets(page);
    }

    /** Addresses that are not found in the organization, with what lists say of them. */
    void noAccount(List<Target> addressed);

    /** Addresses of which the platform does not say whose they are, although it tells of others. */
    default void unanswered(List<Target> addressed) {}

    /** Whether an address that nobody in the organization has may be written to as it is. */
    default boolean isAgreedOutside(String email) {
      return true;
    }

    /** Those that may not. */
    default void notAgreed(List<Target> addressed) {}

    /** Whom an address means by which somebody was chosen. */
    default void addressed(String email, PersonId person) {}

    /** Somebody chosen who is left out by these addresses, and by nothing else. */
    default void leftOutBy(Set<String> emails, PersonId person) {}

    /**
     * Whom these addresses mean to this receiver, whoever has them by now; the others mean those.
     */
    default List<Person> knownAt(List<String> emails) {
      return List.of();
    }

    /** The chosen addresses of the others that nobody in the organization has. */
    default void nobodyAt(List<String> emails) {}

    /** Whether to wait for single addresses that may be answered the next time. */
    default boolean isPatient() {
      return true;
    }

    /**
     * Whether those are believed to have an address who had it within the week before, where the
     * platform does not say who has it.
     */
    default boolean isTrusting() {
      return false;
    }

    /**
     * Whether somebody is asked about doubts before anything happens. If not, nobody is delivered
     * as long as it is not known who is left out.
     */
    default boolean isAskedFirst() {
      return true;
    }

    /**
     * Since when its groups are being read, or were counted when somebody agreed to it: what was
     * read since then is new enough.
     */
    default Duration reading() {
      return Duration.ZERO;
    }
  }

  /** Resolves the audience as it is now, in constant memory. */
  public Expansion expand(App app, Audience audience, Receiver receiver) {
    return walk.expand(app, audience, Optional.empty(), receiver);
  }

  /**
   * Resolves those of the audience who are in this group of it, with what its lists say of them.
   */
  public Expansion expandMembers(App app, Audience audience, String group, Receiver receiver) {
    return walk.expand(app, audience, Optional.of(group), receiver);
  }

  static List<String> ids(List<Audience.Entry> entries) {
    return Audience.all(entries, Audience.Group.class).stream()
        .map(Audience.Group::id)
        .distinct()
        .toList();
  }

  /** The names of these groups, as the entries contain them. */
  static List<String> names(List<Audience.Entry> entries, Collection<String> ids) {
    return Audience.all(entries, Audience.Group.class).stream()
        .filter(group -> ids.contains(group.id()))
        .map(Audience.Group::name)
        .distinct()
        .toList();
  }

  static List<String> typed(List<Audience.Entry> entries) {
    return Audience.all(entries, Audience.Addresses.class).stream()
        .flatMap(list -> list.emails().stream())
        .toList();
  }

  /** Addresses that have not been looked up yet, and those that are not found. */
  record Unresolved(List<String> open, List<String> nobody) {
    static Unresolved of(Map<String, Addresses.Holder> resolved) {
      var open = new ArrayList<String>();
      var nobody = new ArrayList<String>();
      resolved.forEach((email, found) -> {
        switch (found) {
          case Addresses.Holder.Known _ -> {}
          case Addresses.Holder.Nobody() -> nobody.add(email);
          case Addresses.Holder.Open _ -> open.add(email);
        }
      });
      return new Unresolved(open, nobody);
    }
  }

  /** Those of these people who certainly no longer exist in the platform, as of ten minutes ago. */
  public Set<PersonId> gone(App app, Collection<PersonId> people) {
    return parts.deleted().among(app, people);
  }
}
