package belfry.web.runs;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.people.People;
import belfry.people.audience.Target;
import belfry.people.directory.Emails;
import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import belfry.runs.RecipientList;
import belfry.runs.recipients.RecipientState;
import belfry.signin.PersonTokens;
import java.util.HashMap;
import java.util.Optional;

/**
 * Pages of recipients for people to read, with their addresses as far as these can be told: the
 * platform is asked with the reader's own token, or only about those who need attention.
 */
public final class Recipients {
  private final RecipientList list;
  private final People people;
  private final Emails addresses;
  private final PersonTokens tokens;

  public Recipients(RecipientList list, People people, Emails addresses, PersonTokens tokens) {
    this.list = list;
    this.people = people;
    this.addresses = addresses;
    this.tokens = tokens;
  }

  /** For somebody who reads it. */
  public RecipientList.Page page(App app, PersonId reader, RecipientList.Query query) {
    var page = list.page(query);
    if (page.recipients().stream().noneMatch(Recipients::isNameless)) {
      return page;
    }
    var own = tokens.access(reader);
    return addressed(app, page, own, own.isPresent());
  }

  /** For a file of all recipients. */
  RecipientList.Page page(App app, RecipientList.Query query) {
    return addressed(app, list.page(query), Optional.empty(), false);
  }

  private RecipientList.Page addressed(
      App app, RecipientList.Page page, Optional<Secret> own, boolean all) {
    var nameless = page.recipients().stream().filter(Recipients::isNameless).toList();
    var emails = new HashMap<>(addresses.known(nameless.stream().map(Recipients::id).toList()));
    var asked =
        nameless.stream()
            .filter(one -> !emails.containsKey(id(one)))
            .filter(one -> all || wantsALook(one))
            .map(one -> new Person(id(one), one.name(), ""))
            .toList();
    people.addressed(app, own, asked).forEach(person -> emails.put(person.id(), person.email()));
    return emails.isEmpty()
        ? page
        : new RecipientList.Page(
            page.recipients().stream()
                .map(one -> isNameless(one) ? one.with(emails.getOrDefault(id(one), "")) : one)
                .toList(),
            page.next());
  }

  private static PersonId id(RecipientList.Recipient one) {
    return new PersonId(one.target());
  }

  private static boolean isNameless(RecipientList.Recipient one) {
    return one.email().isEmpty() && one.kind() == Target.Kind.PERSON;
  }

  private static boolean wantsALook(RecipientList.Recipient one) {
    return one.state() == RecipientState.FAILED || one.state() == RecipientState.HELD;
  }
}
