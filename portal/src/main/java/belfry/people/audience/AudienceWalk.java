package belfry.people.audience;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.people.audience.Audiences.Expansion;
import belfry.people.audience.Audiences.Receiver;
import belfry.people.directory.Addresses;
import belfry.people.directory.Person;
import belfry.people.directory.Troubles;
import belfry.people.groups.Group;
import belfry.people.groups.GroupCopies;
import belfry.people.groups.GroupStore;
import belfry.people.groups.Groups;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.NoAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Resolves an audience when sending begins. Who is left out is known before the first recipient is
 * delivered.
 */
final class AudienceWalk {
  private static final int PAGE = 2_500;
  private static final int ADDRESSES_PAGE = 200;

  private final Audiences.Parts parts;
  private final Time time;

  AudienceWalk(Audiences.Parts parts, Time time) {
    this.parts = parts;
    this.time = time;
  }

  /** Ends the walk at once, because the audience cannot be resolved correctly now. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Phrase why;

    private final boolean soon;

    Stop(Phrase why) {
      this(why, false);
    }

    Stop(Phrase why, boolean soon) {
      super(why.english(), null, false, false);
      this.why = why;
      this.soon = soon;
    }
  }

  /** Resolves the audience; with {@code group}, only those who are members of this group of it. */
  Expansion expand(App app, Audience audience, Optional<String> group, Receiver receiver) {
    try {
      var spelled = parts.saved().spelled(app, audience);
      var earlier = spelled.audience().earlier();
      return earlier.isPresent()
          ? walk(app, spelled.audience(), earlier.get(), receiver)
          : walk(app, spelled, group, receiver);
    } catch (Stop stop) {
      return new Expansion.Stuck(stop.why, stop.soon);
    }
  }

  private Expansion walk(App app, Audience audience, Audience.Recipients whose, Receiver receiver)
      throws Stop {
    switch (parts.earlier().standing(app, whose, !receiver.isAskedFirst())) {
      case EarlierRecipients.Standing.Known() -> {}
      case EarlierRecipients.Standing.NotYet(var why) -> throw new Stop(why);
      case EarlierRecipients.Standing.Gone() -> {
        return new Expansion.Complete(
            List.of(), List.of(Troubles.EARLIER_GONE.with("message", whose.name())));
      }
    }
    var before = parts.chosenBefore(app, whose);
    var excluded = before.audience().excluded();
    var out = fetch(app, excluded, Audiences.FRESH.plus(receiver.reading()));
    var unknown = new Unanswered(app, receiver);
    var lookUps = new LookUps(parts, app, receiver, time.now());
    var values = parts.earlier().addresses(app, whose);
    lookUpFirst(lookUps, parts.emails(excluded), List.copyOf(values.keySet()), List.of());
    var left = resolveAll(lookUps, parts.emails(excluded), unknown);
    var exclusion = parts.exclusion(excluded, List.of(), out, left);
    var outside = new HashSet<String>();
    var open = new Unanswered(app, receiver);
    var again =
        parts.again(
            app,
            audience,
            page -> {
              var found = lookedUp(lookUps, page, values, open);
              outside.addAll(Audiences.Unresolved.of(found).nobody());
              return lookUps.chosen(audience, found);
            },
            exclusion);
    if (!exclusion.isCurrent()) {
      throw new Stop(Troubles.READ_ANEW);
    }
    byAddress(excluded, left, exclusion, receiver);
    var people = new ArrayList<Target>();
    var nobody = new ArrayList<Target>();
    again.forEach((email, found) -> {
      var own = values.getOrDefault(email, Map.of());
      switch (found) {
        case Addresses.Holder.Known(var person) -> {
          receiver.addressed(email, person.id());
          // Whoever is among the others was taken out, and comes once.
          var target = outside.contains(email) ? Target.at(email) : Target.of(person);
          people.add(target.with(own));
        }
        case Addresses.Holder.Nobody() -> nobody.add(Target.at(email).with(own));
        case Addresses.Holder.Open _ -> {}
      }
    });
    var notSaid = open.givenUp();
    var unsure = people.isEmpty() ? new ArrayList<Phrase>() : unsure(app, before, out, unknown);
    if (!unsure.isEmpty() && !receiver.isAskedFirst()) {
      throw new Stop(unsure.getFirst());
    }
    if (!people.isEmpty()) {
      before
          .audience()
          .earlier()
          .ifPresent(gone -> unsure.add(Troubles.EARLIER_GONE.with("message", gone.name())));
      fewer(out, unsure);
    }
    parts.earlierPages(app, whose, PAGE).forEach(receiver::stored);
    for (var from = 0; from < people.size(); from += PAGE) {
      receiver.targets(people.subList(from, Math.min(people.size(), from + PAGE)));
    }
    for (var page : pages(nobody)) {
      receiver.noAccount(page);
    }
    var notes = new ArrayList<>(notSaid(notSaid, receiver));
    lookUps.note().ifPresent(notes::add);
    older(excluded, out, notes);
    return new Expansion.Complete(notes, unsure);
  }

  private Expansion walk(
      App app, SavedAudiences.Spelled spelled, Optional<String> group, Receiver receiver)
      throws Stop {
    var audience = spelled.audience();
    var all = audience.entries();
    var entries = group.map(id -> named(all, id)).orElse(all);
    var excluded = audience.excluded();
    var enough = Audiences.FRESH.plus(receiver.reading());
    // All of them at once, as they are at one moment, and before anything is written.
    var both = fetch(app, audience.all(), enough);
    var fetched = both.among(Audiences.ids(entries));
    var out = both.among(Audiences.ids(excluded));
    var unknown = new Unanswered(app, receiver);
    var lookUps = new LookUps(parts, app, receiver, time.now());
    var lists = List.copyOf(parts.lists(app, all).values());
    lookUpFirst(lookUps, parts.emails(excluded), Audiences.typed(entries), lists);
    var leftOut = Split.of(parts.emails(excluded), receiver);
    var left = resolveAll(lookUps, leftOut.others, unknown);
    var exclusion = parts.exclusion(excluded, fetched.rows(), out, left);
    // Whoever has the address by now is not meant.
    leftOut.known.forEach(person -> exclusion.add(new Person(person.id(), "", "")));
    var nobody = Audiences.Unresolved.of(left).nobody();
    var unsure = unsure(app, spelled, out, unknown);
    if (!unsure.isEmpty() && !receiver.isAskedFirst()) {
      throw new Stop(unsure.getFirst());
    }

    // Whoever is in a list and in a group as well comes in by the list, with what it says of them.
    var open = new Unanswered(app, receiver);
    walkLists(
        new Addressees(app, lookUps, audience, open, fetched.rows()),
        lists,
        exclusion,
        group.map(_ -> only(fetched.rows(), receiver)).orElse(receiver));
    for (var row : fetched.rows()) {
      walk(row, page -> deliver(targets(page, exclusion), exclusion, receiver::targets));
    }
    walkIndividuals(entries, exclusion, receiver);
    walkAddresses(
        new Addressees(app, lookUps, audience, open, fetched.rows()),
        Audiences.typed(entries),
        exclusion,
        receiver);
    var rows = Stream.concat(fetched.rows().stream(), out.rows().stream()).distinct().toList();
    byAddress(excluded, left, exclusion, receiver);
    var members = parts.members();
    // Somebody may put one after the other into a group for hours.
    if (!(receiver.isPatient() ? members.areAsBefore(rows) : members.areCurrent(rows))) {
      throw new Stop(Troubles.READ_ANEW);
    }
    var notes = new ArrayList<Phrase>();
    if (group.isEmpty()) {
      notes.addAll(notSaid(open.givenUp(), receiver));
    }
    lookUps.note().ifPresent(notes::add);
    older(entries, fetched, notes);
    older(excluded, out, notes);
    var idle = parts.idle(audience, fetched.rows(), nobody);
    if (!idle.isEmpty()) {
      notes.add(Troubles.nobodyToLeaveOut(idle));
    }
    var doubts = new ArrayList<Phrase>();
    Audiences.names(entries, fetched.missing())
        .forEach(name -> doubts.add(Troubles.NO_LONGER_THERE.with("group", name)));
    parts.gone(app, entries).forEach(name -> doubts.add(Troubles.LIST_GONE.with("list", name)));
    doubts.addAll(unsure);
    fewer(fetched, doubts);
    fewer(out, doubts);
    return new Expansion.Complete(notes, doubts.stream().distinct().toList());
  }

  private void byAddress(
      List<Audience.Entry> excluded,
      Map<String, Addresses.Holder> left,
      Exclusion exclusion,
      Receiver receiver) {
    if (exclusion.hasMet()) {
      var named = Audience.all(excluded, Audience.Person.class).stream().map(Audience.Person::id);
      exclusion
          .metByAddress(parts.leftOutByOwn(left), named.toList())
          .forEach((person, emails) -> receiver.leftOutBy(emails, person));
    }
  }

  /** Why some may not be known who are left out. */
  private List<Phrase> unsure(
      App app, SavedAudiences.Spelled spelled, Groups.Fetched out, Unanswered unknown) {
    var excluded = spelled.audience().excluded();
    var why = new ArrayList<Phrase>();
    if (!unknown.isEmpty()) {
      why.add(Troubles.notSaidToLeaveOut(named(unknown.givenUp())));
    }
    Audiences.names(excluded, out.missing())
        .forEach(name -> why.add(Troubles.NOT_THERE_TO_LEAVE_OUT.with("group", name)));
    spelled.gone().forEach(name -> why.add(Troubles.AUDIENCE_GONE.with("audience", name)));
    parts
        .gone(app, excluded)
        .forEach(name -> why.add(Troubles.NO_LIST_TO_LEAVE_OUT.with("list", name)));
    return why;
  }

  private static List<Audience.Entry> named(List<Audience.Entry> entries, String group) {
    return entries.stream()
        .filter(entry -> entry instanceof Audience.Group(var id, _) && id.equals(group))
        .toList();
  }

  /** Passes on those who are in these groups. */
  private Receiver only(List<GroupStore.Row> groups, Receiver receiver) {
    return new Receiver() {
      @Override
      public void targets(List<Target> page) {
        var ids = page.stream().map(target -> new PersonId(target.id())).toList();
        var members = parts.members().among(groups, ids);
        receiver.targets(
            page.stream().filter(target -> members.contains(new PersonId(target.id()))).toList());
      }

      @Override
      public void noAccount(List<Target> addressed) {}
    };
  }

  private Groups.Fetched fetch(App app, List<Audience.Entry> entries, Duration enough) throws Stop {
    var fetched = parts.groups().fetchPatiently(app, Audiences.ids(entries), enough);
    for (var one : fetched.reading()) {
      throw new Stop(
          Troubles.MEMBERS_BEING_READ.with("group", one.name(), "read", one.read()), true);
    }
    if (!fetched.unseen().isEmpty()) {
      throw new Stop(
          Troubles.GROUPS_NOT_READ.with(
              "group", Audiences.names(entries, fetched.unseen()).getFirst()),
          parts.groups().isListBeingRead());
    }
    for (var row : fetched.rows()) {
      var why = fetched.stale().get(row.group().id());
      if (why != null && !isRecent(row.group())) {
        var trouble =
            NoAnswer.isChanged(why) ? Troubles.MEMBERS_CHANGING : Troubles.MEMBERS_NOT_READ;
        throw new Stop(trouble.with("group", row.group().name()));
      }
    }
    return fetched;
  }

  private boolean isRecent(Group group) {
    return group
        .fetched()
        .filter(at -> at.plus(GroupCopies.OLDEST).isAfter(time.now()))
        .isPresent();
  }

  private static void older(
      List<Audience.Entry> entries, Groups.Fetched fetched, List<Phrase> notes) {
    fetched
        .stale()
        .forEach((id, why) -> {
          var note = NoAnswer.isChanged(why) ? Troubles.OLDER_COPY_CHANGING : Troubles.OLDER_COPY;
          Audiences.names(entries, List.of(id)).stream()
              .map(name -> note.with("group", name))
              .filter(one -> !notes.contains(one))
              .forEach(notes::add);
        });
  }

  private static void fewer(Groups.Fetched fetched, List<Phrase> doubts) {
    fetched.rows().stream()
        .map(GroupStore.Row::group)
        .filter(group -> group.missing() > 0)
        .forEach(group ->
            doubts.add(
                Troubles.LISTED_IN_PART.with(
                    "listed", group.size(), "group", group.name(), "more", group.missing())));
  }

  /** Reads the next page while one is written; the two take about the same time. */
  private void walk(GroupStore.Row row, Consumer<List<Person>> pages) {
    var next = read(row, Optional.empty());
    for (var page = next.join(); !page.isEmpty(); page = next.join()) {
      next = read(row, Optional.of(page.getLast().id()));
      pages.accept(page);
    }
  }

  private CompletableFuture<List<Person>> read(GroupStore.Row row, Optional<PersonId> after) {
    return CompletableFuture.supplyAsync(
        () -> parts.store().membersById(row, after, PAGE), Thread::startVirtualThread);
  }

  private static List<Target> targets(List<Person> people, Exclusion exclusion) {
    return exclusion.without(people, Function.identity()).stream().map(Target::of).toList();
  }

  /** Not every receiver can take back whom it was given, so it is given nobody who is left out. */
  private static void deliver(
      List<Target> left, Exclusion exclusion, Consumer<List<Target>> receiver) {
    if (!exclusion.isCurrent()) {
      throw new Stop(Troubles.READ_ANEW);
    }
    receiver.accept(left);
  }

  private void walkIndividuals(
      List<Audience.Entry> entries, Exclusion exclusion, Receiver receiver) {
    var people = Audience.all(entries, Audience.Person.class);
    for (var from = 0; from < people.size(); from += PAGE) {
      var page = people.subList(from, Math.min(people.size(), from + PAGE));
      deliver(targets(parts.people(page), exclusion), exclusion, receiver::stored);
    }
    receiver.targets(
        Audience.all(entries, Audience.Space.class).stream()
            .map(room -> new Target(Target.Kind.SPACE, room.id().value(), room.name(), ""))
            .toList());
  }

  private static List<Phrase> notSaid(List<Target> addressed, Receiver receiver) {
    for (var page : pages(addressed)) {
      receiver.unanswered(page);
    }
    return addressed.isEmpty() ? List.of() : List.of(Troubles.notSaid(named(addressed)));
  }

  private static List<String> named(List<Target> addressed) {
    return addressed.stream().map(Target::email).toList();
  }

  /**
   * Whose addresses are looked up.
   *
   * @param lookUps looks them up
   * @param open receives those that cannot be
   * @param groups those of the audience
   */
  private record Addressees(
      App app, LookUps lookUps, Audience audience, Unanswered open, List<GroupStore.Row> groups) {}

  private void walkAddresses(
      Addressees whose, List<String> emails, Exclusion exclusion, Receiver receiver) throws Stop {
    for (var page : pages(emails)) {
      walkPage(whose, page, _ -> Map.of(), exclusion, receiver);
    }
    whose.open.stop();
  }

  private void walkLists(
      Addressees whose, List<PeopleList> lists, Exclusion exclusion, Receiver receiver)
      throws Stop {
    var values =
        new ListedValues(
            parts, some -> whose.lookUps.chosen(whose.audience, whose.lookUps.of(some)));
    for (var i = 0; i < lists.size(); i++) {
      var rest = lists.subList(i, lists.size());
      pages(
          rest.getFirst(),
          page ->
              walkPage(
                  whose,
                  emails(page),
                  found -> values.of(page, rest, found, (_, _) -> {}),
                  exclusion,
                  receiver));
    }
    whose.open.stop();
  }

  /**
   * All of them, before anybody is taken: two people may have exchanged addresses of which only one
   * would be asked about again. Whoever goes by what was sent asks about nobody whom it knows.
   */
  private void lookUpFirst(
      LookUps lookUps, List<String> excluded, List<String> typed, List<PeopleList> lists) {
    if (lookUps.isToSend()) {
      pages(excluded).forEach(lookUps::first);
      lists.forEach(list -> pages(list, page -> lookUps.first(emails(page))));
      pages(typed).forEach(lookUps::first);
      lookUps.confirmFirst();
    }
  }

  private void pages(PeopleList list, Consumer<List<PeopleList.Row>> pages) {
    var page = parts.lists().rows(list.id(), 0, ADDRESSES_PAGE);
    while (!page.isEmpty()) {
      pages.accept(page);
      page = parts.lists().rows(list.id(), page.getLast().line(), ADDRESSES_PAGE);
    }
  }

  private static List<String> emails(List<PeopleList.Row> page) {
    return page.stream().map(PeopleList.Row::email).toList();
  }

  private void walkPage(
      Addressees whose,
      List<String> page,
      Function<Map<String, Addresses.Holder>, Map<String, Map<String, String>>> values,
      Exclusion exclusion,
      Receiver receiver) {
    var people = new ArrayList<Addressed>();
    var nobody = new ArrayList<Target>();
    var split = Split.of(page, receiver);
    split.known.forEach(person -> people.add(new Addressed(person, person.email())));
    var found = whose.lookUps.of(split.others);
    // Whoever is known outside the organization all the same: nobody is told that they are.
    var nobodyHere = new ArrayList<>(Audiences.Unresolved.of(found).nobody());
    nobodyHere.removeIf(exclusion::leavesOut);
    var unsaid =
        nobodyHere.stream()
            .filter(email -> whose.audience.outside() && !receiver.isAgreedOutside(email))
            .toList();
    unsaid.forEach(found::remove);
    var chosen = whose.lookUps.chosen(whose.audience, found);
    var said = values.apply(chosen);
    chosen.forEach((email, one) -> {
      if (!exclusion.leavesOut(email)) {
        switch (one) {
          case Addresses.Holder.Known(var person) -> people.add(new Addressed(person, email));
          case Addresses.Holder.Nobody() -> nobody.add(at(email, said));
          case Addresses.Holder.Open(var why, _) -> whose.open.add(at(email, said), why);
        }
      }
    });
    receiver.nobodyAt(nobodyHere);
    var left = exclusion.without(people, Addressed::person);
    left.forEach(one -> receiver.addressed(one.email, one.person.id()));
    var posted = posted(whose, left, nobodyHere);
    deliver(
        left.stream()
            .map(one ->
                (posted.contains(one) ? Target.at(one.email) : Target.of(one.person))
                    .with(said.getOrDefault(one.email, Map.of())))
            .toList(),
        exclusion,
        receiver::targets);
    receiver.noAccount(nobody);
    receiver.notAgreed(unsaid.stream().map(email -> at(email, said)).toList());
    if (whose.lookUps.isSilent()) {
      whose.open.stop();
    }
  }

  /**
   * Those outside who are chosen by one address and in no other way: the platform decides whose it
   * is when they are written to. Under their ids are those whom it has shown with it just now, if
   * more is known of them than addresses, as their names.
   */
  private Set<Addressed> posted(Addressees whose, List<Addressed> some, List<String> nobody) {
    if (nobody.isEmpty() || !whose.lookUps.isToSend()) {
      return Set.of();
    }
    var told = whose.lookUps.told(nobody);
    var outside = Set.copyOf(nobody);
    var posted = new HashSet<Addressed>();
    for (var one : some) {
      if (outside.contains(one.email)
          && one.person.id().address().isEmpty()
          && (one.person.name().contains("@") || !told.contains(one.email))) {
        posted.add(one);
      }
    }
    if (posted.isEmpty()) {
      return posted;
    }
    var others = chosenOtherwise(whose, posted);
    posted.removeIf(one -> others.contains(PlatformId.key(one.person.id())));
    return posted;
  }

  /**
   * The keys of those of these who are chosen by an id as well, in a group, or by another address.
   */
  private Set<String> chosenOtherwise(Addressees whose, Set<Addressed> some) {
    var forms =
        some.stream()
            .flatMap(one -> PlatformId.forms(one.person.id()).stream())
            .collect(Collectors.toSet());
    var byId =
        Stream.concat(
            parts.members().among(whose.groups, forms).stream(),
            Audience.all(whose.audience.entries(), Audience.Person.class).stream()
                .map(Audience.Person::id));
    var addresses = new HashSet<>(parts.addresses().of(forms).keySet());
    parts.persons().find(forms).values().stream()
        .map(Person::email)
        .filter(email -> !email.isEmpty())
        .forEach(addresses::add);
    var typed =
        Set.copyOf(
            Audiences.typed(whose.audience.entries()).stream().map(Person::address).toList());
    var chosen = new HashSet<>(addresses);
    chosen.retainAll(typed);
    parts.lists(whose.app, whose.audience.entries()).keySet().stream()
        .flatMap(list -> parts.lists().rows(list, addresses).keySet().stream())
        .forEach(chosen::add);
    some.forEach(one -> chosen.add(one.email));
    var several = new HashSet<String>();
    var once = new HashSet<String>();
    whose.lookUps.chosen(whose.audience, whose.lookUps.of(List.copyOf(chosen))).values().stream()
        .flatMap(found -> found.known().stream())
        .map(person -> PlatformId.key(person.id()))
        .filter(key -> !once.add(key))
        .forEach(several::add);
    byId.map(PlatformId::key).forEach(several::add);
    return several;
  }

  private static Target at(String email, Map<String, Map<String, String>> said) {
    return Target.at(email).with(said.getOrDefault(email, Map.of()));
  }

  /** Addresses, of which the receiver knows of some whom they mean to it. */
  private record Split(List<Person> known, List<String> others) {
    static Split of(List<String> emails, Receiver receiver) {
      var known = receiver.knownAt(emails.stream().map(Person::address).distinct().toList());
      var theirs =
          known.stream().map(Person::email).map(Person::address).collect(Collectors.toSet());
      return new Split(
          known, emails.stream().filter(email -> !theirs.contains(Person.address(email))).toList());
    }
  }

  /** Somebody, and by which address they were chosen. */
  private record Addressed(Person person, String email) {}

  /**
   * Addresses that could not be looked up. As long as asking again may help, or the platform tells
   * of nobody, the audience cannot be resolved; after that they keep nobody else waiting.
   */
  private final class Unanswered {
    private final App app;
    private final boolean patient;
    private final Map<String, Open> open = new LinkedHashMap<>();

    /** Somebody, and why it is not known who that is. */
    private record Open(Target addressed, Phrase why) {}

    Unanswered(App app, Receiver receiver) {
      this.app = app;
      patient = receiver.isPatient();
    }

    boolean isEmpty() {
      return open.isEmpty();
    }

    void add(Target addressed, Phrase why) {
      open.putIfAbsent(addressed.email(), new Open(addressed, why));
    }

    void stop() throws Stop {
      var again =
          open.values().stream()
              .map(Open::why)
              .filter(why -> !NoAnswer.isOtherPeople(why))
              .findFirst();
      var why = open.isEmpty() || (patient && again.isPresent()) ? again : distrust();
      if (why.isPresent()) {
        throw new Stop(Troubles.NOT_LOOKED_UP.with(open.size(), "why", why.get()));
      }
    }

    /** If none of these was answered, it may be the platform. */
    private Optional<Phrase> distrust() {
      return parts.addresses().distrust(app);
    }

    List<Target> givenUp() throws Stop {
      stop();
      return open.values().stream().map(Open::addressed).toList();
    }
  }

  /**
   * Resolves all of these addresses. As long as one may still be answered, it is unknown who is
   * left out, and the walk ends.
   */
  private SequencedMap<String, Addresses.Holder> resolveAll(
      LookUps lookUps, List<String> emails, Unanswered open) throws Stop {
    var all = new LinkedHashMap<String, Addresses.Holder>();
    for (var page : pages(emails)) {
      all.putAll(lookedUp(lookUps, page, Map.of(), open));
    }
    open.stop();
    return all;
  }

  private SequencedMap<String, Addresses.Holder> lookedUp(
      LookUps lookUps, List<String> page, Map<String, Map<String, String>> values, Unanswered open)
      throws Stop {
    var found = lookUps.of(page);
    found.forEach((email, one) -> {
      if (one instanceof Addresses.Holder.Open(var why, _)) {
        open.add(Target.at(email).with(values.getOrDefault(email, Map.of())), why);
      }
    });
    if (lookUps.isSilent()) {
      open.stop();
    }
    return found;
  }

  private static <T> List<List<T>> pages(List<T> all) {
    var pages = new ArrayList<List<T>>();
    for (var from = 0; from < all.size(); from += ADDRESSES_PAGE) {
      pages.add(all.subList(from, Math.min(all.size(), from + ADDRESSES_PAGE)));
    }
    return pages;
  }
}
