package belfry.people.audience;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.people.directory.Person;
import belfry.people.groups.Groups;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds one person of an audience, with what its lists say of them. */
public final class AudienceMembers {
  public static final Phrase NOT_SAID =
      Phrase.of(
          "test.asNotAnswered",
          "Webex did not say whose address {{name}} is. Try again in a minute.");

  private final Audiences.Parts parts;
  private final AudienceReasons reasons;
  private final Groups.Known people;

  public AudienceMembers(Audiences.Parts parts, AudienceReasons reasons, Groups.Known people) {
    this.parts = parts;
    this.reasons = reasons;
    this.people = people;
  }

  /** Whether they are in the audience. */
  public sealed interface Inclusion {
    /** They are, and have these values. */
    record Member(Target target) implements Inclusion {}

    /** They are not, or that cannot be told now. */
    record Not(Phrase why) implements Inclusion {}
  }

  /** Looks for whoever the reference names. */
  public Inclusion find(App app, Audience audience, Groups.Reference reference) {
    var membership =
        reference
            .email()
            .map(email -> reasons.of(app, audience, email))
            .orElseGet(() -> reasons.of(app, audience, new PersonId(reference.text())));
    // Of whom only other apps have written to, no more is said than was asked.
    var name =
        membership
            .person()
            .flatMap(one -> people.person(app, one.id()))
            .map(Person::name)
            .orElseGet(reference::text);
    return switch (membership.verdict()) {
      case INCLUDED ->
          member(app, audience, membership.person().orElseThrow(), membership.emails());
      case LEFT_OUT ->
          new Inclusion.Not(
              Phrase.of(
                  "test.asLeftOut",
                  "{{name}} is left out of the audience. Choose somebody who gets it.",
                  "name",
                  name));
      case NO_ACCOUNT ->
          new Inclusion.Not(
              Phrase.of(
                  "test.asNoAccount",
                  "Webex finds nobody with the address {{name}} in your organization. Check it.",
                  "name",
                  name));
      case NOT_ANSWERED ->
          new Inclusion.Not(
              membership.person().isPresent()
                  ? Phrase.of(
                      "test.asAddressNotTold",
                      "Webex did not say which address {{name}} has, so it is not known whether {{name}} gets it. Try again in a minute.",
                      "name",
                      name)
                  : NOT_SAID.with("name", name));
      case NOT_CHOSEN ->
          membership.unread().isEmpty()
              ? new Inclusion.Not(
                  Phrase.of(
                      "test.asNotChosen",
                      "{{name}} is not in the audience. Choose one of its people.",
                      "name",
                      name))
              : new Inclusion.Not(
                  Phrase.of(
                      "test.asUnread",
                      "Who is in {{groups}} cannot be read just now, so it is not known whether {{name}} gets it. Try again in a minute.",
                      "groups",
                      String.join(", ", membership.unread()),
                      "name",
                      name));
    };
  }

  private Inclusion member(App app, Audience audience, Person person, Set<String> emails) {
    var spelled = parts.saved().spelled(app, audience).audience();
    var lists = new ArrayList<>(parts.lists(app, spelled.entries()).values());
    var target = Target.of(person);
    var earlier = spelled.earlier();
    if (earlier.isPresent()) {
      return new Inclusion.Member(target.with(values(app, earlier.get(), person, emails)));
    }
    for (var i = 0; i < lists.size(); i++) {
      var row =
          parts.lists().rows(lists.get(i).id(), emails).values().stream()
              .min(Comparator.comparingInt(PeopleList.Row::line));
      if (row.isPresent()) {
        var same = emails.stream().collect(Collectors.toMap(one -> one, _ -> row.get().email()));
        var rest = List.copyOf(lists.subList(i, lists.size()));
        var said = parts.lists().said(List.of(row.get()), rest, same, (_, _) -> {});
        return new Inclusion.Member(target.with(said.firstEntry().getValue()));
      }
    }
    return new Inclusion.Member(target);
  }

  /** Whoever had no account then is known by an address. */
  private Map<String, String> values(
      App app, Audience.Recipients earlier, Person person, Set<String> emails) {
    return parts
        .earlier()
        .values(app, earlier, person.id())
        .orElseGet(() -> {
          var addressed = parts.earlier().addresses(app, earlier);
          addressed.keySet().retainAll(emails);
          return addressed.isEmpty() ? Map.of() : addressed.firstEntry().getValue();
        });
  }
}
