package belfry.people.audience;

import belfry.apps.App;
import belfry.people.audience.Membership.Kind;
import belfry.people.audience.Membership.Reason;
import belfry.people.audience.Membership.Verdict;
import belfry.people.directory.Addresses;
import belfry.people.directory.Emails;
import belfry.people.directory.Person;
import belfry.people.lists.ListId;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/** Says why one person is in an audience or is not. */
public final class AudienceReasons {
  /** So many addresses of an audience are looked at; the others are known if they are stored. */
  private static final int LOOKED_AT = 1_000;

  private final Audiences.Parts parts;
  private final Emails emails;

  public AudienceReasons(Audiences.Parts parts, Emails emails) {
    this.parts = parts;
    this.emails = emails;
  }

  /**
   * About a person whose id is known. Lists know people by their addresses, which a group's copy
   * does not contain.
   */
  public Membership of(App app, Audience audience, PersonId id) {
    var isAddressTold = emails.of(app, List.of(id)).trouble().isEmpty();
    var person = parts.persons().find(id).orElseGet(() -> new Person(id, id.value(), ""));
    return new Question(app, audience, Optional.of(person), person.email(), isAddressTold)
        .answer(audience, Verdict.NOT_CHOSEN);
  }

  /** About whoever has this address. */
  public Membership of(App app, Audience audience, String email) {
    var address = Person.address(email);
    return switch (parts.chosen(app, audience, List.of(address), 1).firstEntry().getValue()) {
      case Addresses.Holder.Known(var person) ->
          new Question(app, audience, Optional.of(person), address, true)
              .answer(audience, Verdict.NOT_CHOSEN);
      case Addresses.Holder.Nobody() ->
          new Question(app, audience, Optional.empty(), address, true)
              .answer(audience, Verdict.NO_ACCOUNT);
      case Addresses.Holder.Open _ ->
          new Question(app, audience, Optional.empty(), address, true)
              .answer(audience, Verdict.NOT_ANSWERED);
    };
  }

  /**
   * The addresses that may mean this person: those stored of them, and those of the audience, of
   * which some are looked up.
   */
  private SequencedMap<String, Addresses.Holder> looked(App app, Audience audience, Person person) {
    var spelled = parts.saved().spelled(app, audience).audience();
    var some =
        Stream.concat(
                Audiences.typed(spelled.all()).stream(),
                parts.lists(app, spelled.all()).keySet().stream()
                    .flatMap(id -> parts.lists().rows(id, 0, LOOKED_AT).stream())
                    .map(PeopleList.Row::email))
            .map(Person::address)
            .distinct()
            .limit(LOOKED_AT)
            .toList();
    var found = parts.addresses().resolve(app, some, AudienceCount.QUESTIONS);
    var stored = parts.addresses().of(PlatformId.forms(person.id())).keySet();
    stored.removeAll(found.keySet());
    found.putAll(parts.addresses().resolve(app, stored, 0));
    return found;
  }

  /** Those of these addresses that mean this person, as when it is sent. */
  private Set<String> meaning(
      Audience audience, SequencedMap<String, Addresses.Holder> looked, Person person) {
    var found = parts.chosen(audience, new LinkedHashMap<>(looked));
    var key = PlatformId.key(person.id());
    found
        .values()
        .removeIf(one -> one.known().filter(who -> PlatformId.key(who.id()).equals(key)).isEmpty());
    return found.keySet();
  }

  /** One person, and the entries that were asked about. */
  private final class Question {
    private final App app;
    private final Optional<Person> person;
    private final Set<String> emails;

    /** By which they can be left out: somebody outside also where nobody outside is written to. */
    private final Set<String> leftOut;

    private final boolean isAddressTold;
    private final List<String> unread = new ArrayList<>();

    Question(
        App app, Audience audience, Optional<Person> person, String email, boolean isAddressTold) {
      this.app = app;
      this.person = person;
      this.isAddressTold = isAddressTold;
      emails = new LinkedHashSet<>();
      emails.add(email);
      leftOut = new LinkedHashSet<>();
      person.ifPresent(known -> {
        var looked = looked(app, audience, known);
        var asIfOutside = new Audience(audience.entries(), audience.excluded(), true);
        emails.add(known.email());
        emails.addAll(meaning(audience, looked, known));
        leftOut.addAll(meaning(asIfOutside, looked, known));
      });
      emails.remove("");
      leftOut.addAll(emails);
    }

    /**
     * The answer.
     *
     * @param otherwise the verdict if nothing chooses them, or if nobody is known to have the
     *     address
     */
    Membership answer(Audience audience, Verdict otherwise) {
      var chosenBy = new ArrayList<Reason>();
      var leftOutBy = new ArrayList<Reason>();
      add(audience.excluded(), leftOut, Optional.empty(), leftOutBy);
      for (var entry : audience.entries()) {
        if (entry instanceof Audience.Saved(var id, var name)) {
          AudienceId.parse(id)
              .flatMap(known -> parts.saved().find(app, known))
              .map(SavedAudience::audience)
              .ifPresent(saved -> {
                add(saved.entries(), emails, Optional.of(name), chosenBy);
                add(saved.excluded(), leftOut, Optional.of(name), leftOutBy);
              });
        } else {
          add(List.of(entry), emails, Optional.empty(), chosenBy);
        }
      }
      return new Membership(
          person,
          isOpen(audience, chosenBy, leftOutBy)
              ? Verdict.NOT_ANSWERED
              : verdict(chosenBy, leftOutBy, otherwise),
          emails,
          chosenBy,
          leftOutBy,
          unread.stream().distinct().toList());
    }

    /** Whether it depends on their address, which the platform does not tell now. */
    private boolean isOpen(Audience audience, List<Reason> chosenBy, List<Reason> leftOutBy) {
      if (isAddressTold || !leftOutBy.isEmpty()) {
        return false;
      }
      var spelled = parts.saved().spelled(app, audience).audience();
      var deciding = chosenBy.isEmpty() ? spelled.entries() : spelled.excluded();
      return deciding.stream()
          .anyMatch(entry ->
              entry instanceof Audience.Addresses
                  || entry instanceof Audience.FromFile
                  || entry instanceof Audience.Recipients);
    }

    private Verdict verdict(List<Reason> chosenBy, List<Reason> leftOutBy, Verdict otherwise) {
      if (chosenBy.isEmpty()) {
        return otherwise;
      }
      if (!leftOutBy.isEmpty()) {
        return Verdict.LEFT_OUT;
      }
      return person.isEmpty() ? otherwise : Verdict.INCLUDED;
    }

    private void add(
        List<Audience.Entry> entries,
        Set<String> addresses,
        Optional<String> saved,
        List<Reason> reasons) {
      for (var entry : entries) {
        switch (entry) {
          case Audience.Group group when holds(group) ->
              reasons.add(new Reason(Kind.GROUP, group.name(), Optional.empty(), saved));
          case Audience.Person one when isMeant(one) ->
              reasons.add(new Reason(Kind.PERSON, one.name(), Optional.empty(), saved));
          case Audience.Addresses(var name, var listed)
              when listed.stream().map(Person::address).anyMatch(addresses::contains) ->
              reasons.add(new Reason(Kind.LIST, name, Optional.empty(), saved));
          case Audience.FromFile(var listId, var name) ->
              ListId.parse(listId)
                  .flatMap(id -> parts.lists().find(app, id))
                  .map(list -> parts.lists().rows(list.id(), addresses))
                  .stream()
                  .flatMap(rows -> rows.values().stream())
                  .map(row -> new Reason(Kind.LIST, name, Optional.of(row.line()), saved))
                  .forEach(reasons::add);
          case Audience.Recipients earlier when hold(earlier) ->
              reasons.add(new Reason(Kind.RECIPIENTS, earlier.name(), Optional.empty(), saved));
          default -> {}
        }
      }
    }

    private boolean hold(Audience.Recipients earlier) {
      return person.flatMap(known -> parts.earlier().values(app, earlier, known.id())).isPresent()
          || parts.again(app, new Audience(List.of(earlier)), 0).keySet().stream()
              .anyMatch(emails::contains);
    }

    private boolean isMeant(Audience.Person one) {
      return person
          .filter(known -> PlatformId.key(known.id()).equals(PlatformId.key(one.id())))
          .isPresent();
    }

    private boolean holds(Audience.Group group) {
      var fetched = parts.fetch(app, List.of(group), Audiences.SHOWN);
      if (!fetched.stale().isEmpty()
          || !fetched.unseen().isEmpty()
          || !fetched.reading().isEmpty()) {
        unread.add(group.name());
      }
      return person
          .map(known ->
              !parts.members().among(fetched.rows(), PlatformId.forms(known.id())).isEmpty())
          .orElse(false);
    }
  }
}
