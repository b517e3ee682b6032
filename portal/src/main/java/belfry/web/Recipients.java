package belfry.web;

import belfry.apps.App;
import belfry.delivery.Progress;
import belfry.jobs.RecipientState;
import belfry.people.People;
import belfry.people.Target;
import java.util.List;

/** Pages of recipients as people read them: who needs a look comes with an e-mail address. */
final class Recipients {
  private final Progress progress;
  private final People people;

  Recipients(Progress progress, People people) {
    this.progress = progress;
    this.people = people;
  }

  Progress.Page page(App app, Progress.Query query) {
    var page = progress.recipients(query);
    var nameless =
        page.recipients().stream()
            .filter(Recipients::wantsAddress)
            .map(Progress.Recipient::target)
            .toList();
    if (nameless.isEmpty()) {
      return page;
    }
    var emails = people.emails(app, nameless).byId();
    List<Progress.Recipient> filled =
        page.recipients().stream()
            .map(one -> wantsAddress(one) ? one.with(emails.getOrDefault(one.target(), "")) : one)
            .toList();
    return new Progress.Page(filled, page.next());
  }

  private static boolean wantsAddress(Progress.Recipient one) {
    return one.email().isEmpty()
        && one.kind() == Target.Kind.PERSON
        && (one.state() == RecipientState.FAILED || one.state() == RecipientState.HELD);
  }
}
