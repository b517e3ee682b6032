package belfry.people.audience;

import belfry.people.directory.Person;
import belfry.people.groups.GroupStore;
import belfry.people.groups.MemberSets;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Who is left out of an audience: the members of some groups, and individual people, recognized by
 * any form of their ids and by their addresses.
 */
final class Exclusion {
  private final MemberSets members;
  private final List<GroupStore.Row> groups;
  private final boolean alike;
  private final Function<List<String>, Map<String, Person>> remembered;
  private final Set<PersonId> ids = new HashSet<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<String> emails = new HashSet<>();

  /** Who was met and is left out one by one, by key. */
  private final Map<String, PersonId> met = new HashMap<>();

  /**
   * Leaves out the members of these groups.
   *
   * @param alike whether all ids, of these groups and of the audience's, have the same form
   * @param remembered to whom messages to addresses outside the organization went: until they are
   *     known to be somebody else's, they stand for these
   */
  Exclusion(
      MemberSets members,
      List<GroupStore.Row> groups,
      boolean alike,
      Function<List<String>, Map<String, Person>> remembered) {
    this.remembered = remembered;
    this.members = members;
    this.groups = groups;
    this.alike = alike;
  }

  /** Also leaves out this person. */
  void add(Person person) {
    ids.add(person.id());
    keys.add(PlatformId.key(person.id()));
    add(person.email());
  }

  /** Also leaves out the person with this address. */
  void add(String email) {
    if (!email.isEmpty()) {
      emails.add(Person.address(email));
    }
  }

  /** Also leaves out everybody who shares an address with somebody who is left out. */
  void addTwins(Collection<Person> sharing) {
    var left = new HashSet<>(sharing);
    left.removeAll(without(List.copyOf(sharing), Function.identity()));
    var shared = left.stream().map(Person::email).toList();
    sharing.stream().filter(person -> shared.contains(person.email())).forEach(this::add);
    // Nobody was chosen yet.
    met.clear();
  }

  boolean leavesOut(String email) {
    return emails.contains(Person.address(email));
  }

  /** Those of these people who are not left out, in the same order. */
  <T> List<T> without(List<T> people, Function<T, Person> given) {
    if (groups.isEmpty() && keys.isEmpty() && emails.isEmpty()) {
      return people;
    }
    var person = meant(people, given);
    var rest =
        people.stream()
            .filter(one -> {
              var here = person.apply(one);
              if (!isNamed(here)) {
                return true;
              }
              met.put(PlatformId.key(here.id()), here.id());
              return false;
            })
            .toList();
    if (groups.isEmpty()) {
      return rest;
    }
    var asked = new LinkedHashSet<PersonId>();
    rest.forEach(one -> {
      asked.add(person.apply(one).id());
      if (!alike) {
        asked.addAll(PlatformId.otherForms(person.apply(one).id()));
      }
    });
    var found = members.among(groups, asked);
    var foundKeys = new HashSet<String>();
    if (!alike) {
      found.forEach(id -> foundKeys.add(PlatformId.key(id)));
    }
    return rest.stream()
        .filter(one -> {
          var id = person.apply(one).id();
          return !found.contains(id) && (alike || !foundKeys.contains(PlatformId.key(id)));
        })
        .toList();
  }

  private <T> Function<T, Person> meant(List<T> people, Function<T, Person> given) {
    var outside =
        people.stream().map(given).flatMap(one -> one.id().address().stream()).distinct().toList();
    var known = outside.isEmpty() ? Map.<String, Person>of() : remembered.apply(outside);
    return one -> {
      var person = given.apply(one);
      return person
          .id()
          .address()
          .flatMap(email -> Optional.ofNullable(known.get(email)))
          .orElse(person);
    };
  }

  private boolean isNamed(Person person) {
    return emails.contains(person.email())
        || ids.contains(person.id())
        || (!keys.isEmpty() && keys.contains(PlatformId.key(person.id())));
  }

  /**
   * Whoever was met and is left out only by addresses, and by which of these.
   *
   * @param whom whom each address leaves out
   * @param named who is left out by name
   */
  Map<PersonId, Set<String>> metByAddress(
      Map<String, Set<PersonId>> whom, Collection<PersonId> named) {
    var people = new HashMap<>(met);
    named.forEach(id -> people.remove(PlatformId.key(id)));
    var asked = new HashSet<PersonId>();
    people
        .values()
        .forEach(id -> {
          asked.add(id);
          asked.addAll(PlatformId.otherForms(id));
        });
    members.among(groups, asked).forEach(id -> people.remove(PlatformId.key(id)));
    var by = new LinkedHashMap<PersonId, Set<String>>();
    whom.forEach((email, ids) ->
        ids.stream()
            .map(id -> people.get(PlatformId.key(id)))
            .filter(Objects::nonNull)
            .forEach(id -> by.computeIfAbsent(id, _ -> new LinkedHashSet<>()).add(email)));
    return by;
  }

  /** Whether somebody was met whom it leaves out one by one. */
  boolean hasMet() {
    return !met.isEmpty();
  }

  /** Those who are in at least one of these groups and not left out; only if ids have one form. */
  MemberSets.Sum sum(List<GroupStore.Row> rows) {
    var there = members.times(rows, ids);
    there.keySet().removeAll(members.among(groups, List.copyOf(there.keySet())));
    var all = members.sum(rows, groups);
    return new MemberSets.Sum(
        all.people() - there.size(),
        all.several() - there.values().stream().filter(times -> times > 1).count());
  }

  boolean isAlike() {
    return alike;
  }

  /** Whether its groups are still as they were: of one that was read anew, nobody is found. */
  boolean isCurrent() {
    return members.areCurrent(groups);
  }
}
