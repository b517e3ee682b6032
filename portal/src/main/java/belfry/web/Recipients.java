package belfry.web;

import belfry.apps.App;
import belfry.people.People;
import belfry.people.Target;
import belfry.platform.PersonId;
import belfry.runs.RecipientList;
import belfry.runs.RecipientState;
import java.util.List;

/**
 * Pages of recipients for people to read; those that need attention come with an e-mail address.
 */
final class Recipients {
  private final RecipientList list;
  private final People people;

  Recipients(RecipientList list, People people) {
    this.list = list;
    this.people = people;
  }

  RecipientList.Page page(App app, RecipientList.Query query) {
    var page = list.page(query);
    var nameless =
        page.recipients().stream()
            .filter(Recipients::wantsAddress)
            .map(Recipients::person)
            .toList();
    if (nameless.isEmpty()) {
      return page;
    }
    var emails = people.emails(app, nameless).byId();
    List<RecipientList.Recipient> filled =
        page.recipients().stream()
            .map(one -> wantsAddress(one) ? one.with(emails.getOrDefault(person(one), "")) : one)
            .toList();
    return new RecipientList.Page(filled, page.next());
  }

  private static PersonId person(RecipientList.Recipient one) {
    return new PersonId(one.target());
  }

  private static boolean wantsAddress(RecipientList.Recipient one) {
    return one.email().isEmpty()
        && one.kind() == Target.Kind.PERSON
        && (one.state() == RecipientState.FAILED || one.state() == RecipientState.HELD);
  }
}
