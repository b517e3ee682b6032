package belfry.delivery;

import belfry.base.Phrase;
import belfry.people.Audiences;
import belfry.people.Target;
import belfry.runs.PersonalRecipients;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each of an audience the values that a run's text asks for, on their way into the ledger.
 * Whoever has none of a value, or too long a message with theirs, is left out and counted, so that
 * a person is asked before anything is sent.
 */
final class PersonalAudience implements Audiences.Receiver {
  private final PersonalRecipients recipients;
  private final Sink rows;
  private final Map<String, Long> leftOut = new LinkedHashMap<>();

  /** Where those who are ready go. */
  interface Sink extends Audiences.Receiver {
    void leftOut(List<Target> page, String reason);
  }

  /** The platform does not tell what it is asked of people, so nobody knows what to say to them. */
  static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Phrase why;

    Unanswered(Phrase why) {
      super(why.words());
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

  /** How many were left out, by why. */
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
          rows.leftOut(targets, reason);
          leftOut.merge(reason, (long) targets.size(), Long::sum);
        });
      }
      case PersonalRecipients.Filling.Unanswered(var why) -> throw new Unanswered(why);
    }
  }
}
