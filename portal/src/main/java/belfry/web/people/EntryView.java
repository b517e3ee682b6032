package belfry.web.people;

import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.web.frame.Views;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An audience's entry.
 *
 * @param kind group, person, space, list, saved or recipients
 * @param email a person's address, if it is known
 */
public record EntryView(
    String kind,
    Optional<String> id,
    String name,
    Optional<String> email,
    Optional<List<String>> emails,
    Optional<String> listId,
    Optional<String> who,
    Optional<String> recall) {
  public static EntryView of(Audience.Entry entry, Map<PersonId, String> known) {
    return switch (entry) {
      case Audience.Group(var id, var name) -> identified("group", id, name, Optional.empty());
      case Audience.Person(var id, var name) ->
          identified("person", id.value(), name, Optional.ofNullable(known.get(id)));
      case Audience.Space(var id, var name) ->
          identified("space", id.value(), name, Optional.empty());
      case Audience.Saved(var id, var name) -> identified("saved", id, name, Optional.empty());
      case Audience.Recipients(var job, var who, var name, var recall) ->
          new EntryView(
              "recipients",
              Optional.of(job),
              name,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.of(who.word()),
              Views.present(recall));
      case Audience.Addresses(var name, var emails) ->
          listed(name, Optional.of(emails), Optional.empty());
      case Audience.FromFile(var listId, var name) ->
          listed(name, Optional.empty(), Optional.of(listId));
    };
  }

  public static List<EntryView> of(List<Audience.Entry> entries, Map<PersonId, String> known) {
    return entries.stream().map(entry -> of(entry, known)).toList();
  }

  private static EntryView listed(
      String name, Optional<List<String>> emails, Optional<String> listId) {
    return new EntryView(
        "list",
        Optional.empty(),
        name,
        Optional.empty(),
        emails,
        listId,
        Optional.empty(),
        Optional.empty());
  }

  private static EntryView identified(String kind, String id, String name, Optional<String> email) {
    return new EntryView(
        kind,
        Optional.of(id),
        name,
        email,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
