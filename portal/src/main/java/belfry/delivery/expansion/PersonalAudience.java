package belfry.delivery.expansion;

import belfry.base.Phrase;
import belfry.messages.PersonalValues;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.people.directory.PersonDetails;
import belfry.platform.ids.PersonId;
import belfry.runs.recipients.PersonalRecipients;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds the values that a run's text uses to each recipient, on their way into the ledger.
 * Recipients without a value, or whose message would be too long, are skipped with the reason, so
 * that somebody is asked before anything is sent, unless it was said before.
 */
final class PersonalAudience implements Audiences.Receiver {
  private final PersonalRecipients recipients;
  private final Sink rows;
  private final PersonDetails.Patience patience;

  /** Receives the recipients who are ready, and those who are skipped. */
  interface Sink extends Audiences.Receiver {
    void leftOut(List<Target> page, String reason);

    /** Whether it was said what this recipient reads out of lists. */
    boolean isSaid(Target target);

    /** Of such a recipient who is ready, the values of lists that the content uses. */
    void said(Target target, PersonalValues values);
  }

  /** The platform does not provide the values now, so the messages cannot be written. */
  static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Phrase why;

    Unanswered(Phrase why) {
      super(why.english());
      this.why = why;
    }

    Phrase why() {
      return why;
    }
  }

  PersonalAudience(PersonalRecipients recipients, Sink rows) {
    this.recipients = recipients;
    this.rows = rows;
    patience =
        rows.isTrusting() ? PersonDetails.Patience.trusting() : PersonDetails.Patience.patient();
  }

  @Override
  public void noAccount(List<Target> addressed) {
    rows.noAccount(recipients.told(addressed));
  }

  @Override
  public void unanswered(List<Target> addressed) {
    rows.unanswered(recipients.told(addressed));
  }

  @Override
  public boolean isAgreedOutside(String email) {
    return rows.isAgreedOutside(email);
  }

  @Override
  public void notAgreed(List<Target> addressed) {
    rows.notAgreed(recipients.told(addressed));
  }

  @Override
  public void addressed(String email, PersonId person) {
    rows.addressed(email, person);
  }

  @Override
  public void leftOutBy(Set<String> emails, PersonId person) {
    rows.leftOutBy(emails, person);
  }

  @Override
  public boolean isPatient() {
    return rows.isPatient();
  }

  @Override
  public boolean isTrusting() {
    return rows.isTrusting();
  }

  @Override
  public Duration reading() {
    return rows.reading();
  }

  @Override
  public void targets(List<Target> page) {
    fill(page, false);
  }

  @Override
  public void stored(List<Target> page) {
    fill(page, true);
  }

  private void fill(List<Target> page, boolean stored) {
    switch (recipients.fill(page, stored, patience)) {
      case PersonalRecipients.Filling.Filled(var ready, var out) -> {
        said(page, ready);
        rows.targets(ready);
        out.forEach((reason, targets) -> rows.leftOut(targets, reason));
      }
      case PersonalRecipients.Filling.Unanswered(var why) -> throw new Unanswered(why);
    }
  }

  private void said(List<Target> page, List<Target> ready) {
    var asked = page.stream().filter(rows::isSaid).toList();
    if (!asked.isEmpty()) {
      var ids = ready.stream().map(Target::id).collect(Collectors.toSet());
      recipients.told(asked).stream()
          .filter(one -> ids.contains(one.id()))
          .forEach(one -> rows.said(one, new PersonalValues(one.values())));
    }
  }
}
