package belfry.delivery.expansion;

import belfry.base.Phrase;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.runs.recipients.PersonalRecipients;
import java.time.Duration;
import java.util.List;

/**
 * Adds the values that a run's text uses to each recipient, on their way into the ledger.
 * Recipients without a value, or whose message would be too long, are skipped with the reason, so
 * that somebody is asked before anything is sent, unless it was said before.
 */
final class PersonalAudience implements Audiences.Receiver {
  private final PersonalRecipients recipients;
  private final Sink rows;

  /** Receives the recipients who are ready, and those who are skipped. */
  interface Sink extends Audiences.Receiver {
    void leftOut(List<Target> page, String reason);
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
    switch (recipients.fill(page)) {
      case PersonalRecipients.Filling.Filled(var ready, var out) -> {
        rows.targets(ready);
        out.forEach((reason, targets) -> rows.leftOut(targets, reason));
      }
      case PersonalRecipients.Filling.Unanswered(var why) -> throw new Unanswered(why);
    }
  }
}
