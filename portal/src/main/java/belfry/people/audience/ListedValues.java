package belfry.people.audience;

import belfry.apps.App;
import belfry.people.directory.Addresses.Holder;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What lists say of people, under whichever of their addresses: one person can be in two lists, or
 * twice in one, under two addresses.
 *
 * @param lookUp says whose addresses are
 */
record ListedValues(
    Audiences.Parts parts, Function<List<String>, SequencedMap<String, Holder>> lookUp) {

  /** By what is stored here; nobody is asked. */
  static ListedValues stored(Audiences.Parts parts, App app, Audience audience) {
    return new ListedValues(parts, emails -> parts.chosen(app, audience, emails, 0));
  }

  /** Of the people of a page of the first of these lists. */
  SequencedMap<String, Map<String, String>> of(List<PeopleList.Row> page, List<PeopleList> lists) {
    return of(page, lists, (_, _) -> {});
  }

  /** Likewise; {@code disputed} is told what {@code Lists.said} tells it. */
  SequencedMap<String, Map<String, String>> of(
      List<PeopleList.Row> page, List<PeopleList> lists, BiConsumer<String, String> disputed) {
    var emails = page.stream().map(PeopleList.Row::email).toList();
    return of(page, lists, lookUp.apply(emails), disputed);
  }

  /** Likewise, where it is known whose the addresses of the page are. */
  SequencedMap<String, Map<String, String>> of(
      List<PeopleList.Row> page,
      List<PeopleList> lists,
      Map<String, Holder> found,
      BiConsumer<String, String> disputed) {
    return parts.lists().said(page, lists, same(lists, found), disputed);
  }

  /** Other addresses of the people of a page, with those by which they come first. */
  private Map<String, String> same(List<PeopleList> lists, Map<String, Holder> found) {
    var first = new LinkedHashMap<PersonId, String>();
    var same = new HashMap<String, String>();
    found.forEach((email, one) ->
        one.known()
            .map(person -> first.putIfAbsent(person.id(), email))
            .ifPresent(before -> same.put(email, before)));
    var others = parts.addresses().of(first.keySet()).keySet();
    others.removeAll(found.keySet());
    if (others.isEmpty()) {
      return same;
    }
    var listed =
        lists.stream()
            .flatMap(list -> parts.lists().rows(list.id(), others).keySet().stream())
            .distinct()
            .toList();
    if (!listed.isEmpty()) {
      lookUp
          .apply(listed)
          .forEach((email, one) ->
              one.known()
                  .map(person -> first.get(person.id()))
                  .ifPresent(before -> same.put(email, before)));
    }
    return same;
  }
}
