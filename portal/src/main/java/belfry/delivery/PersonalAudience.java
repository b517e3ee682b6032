package belfry.delivery;

import belfry.base.Phrase;
import belfry.people.Audiences;
import belfry.people.Target;
import belfry.runs.PersonalRecipients;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds the values that a run's text uses to each recipient, on their way into the ledger.
 * Recipients without a value, or whose message would be too long, are skipped and counted, so that
 * somebody is asked before anything is sent.
 */
final class PersonalAudience implements Audiences.Receiver {
  private final PersonalRecipients recipients;
  private final Sink rows;
  private final Map<String, Long> leftOut = new LinkedHashMap<>();

  /** Receives the recipients who are ready, and those who are skipped. */
  interface Sink extends Audiences.Receiver {
    /** Returns how many of them were not known before. */
    long leftOut(List<Target> page, String reason);
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

  /** How many recipients were skipped, by reason. */
  Map<String, Long> leftOut() {
    return leftOut;
  }

  @Override
  public void noAccount(List<String> emails) {
    rows.noAccount(emails);
  }

  @Override
  public void targets(List<Target> page) {
    switch (recipients.fill(page)) {
      case PersonalRecipients.Filling.Filled(var ready, var out) -> {
        rows.targets(ready);
        out.forEach((reason, targets) -> {
          leftOut.merge(reason, rows.leftOut(targets, reason), Long::sum);
        });
      }
      case PersonalRecipients.Filling.Unanswered(var why) -> throw new Unanswered(why);
    }
  }
}
