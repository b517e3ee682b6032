package belfry.web.runs;

import belfry.base.EnumWord;
import belfry.base.Said;
import belfry.base.Wait;
import belfry.runs.RecipientList;
import belfry.runs.Results;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import java.time.Instant;
import java.util.Optional;

public record RecipientView(
    long number,
    String kind,
    String id,
    String displayName,
    Optional<String> email,
    String state,
    String result,
    Optional<Said> resultSaid,
    int attempts,
    Optional<String> reason,
    Optional<Said> said,
    Optional<WaitView> waitsFor,
    Optional<Instant> settledAt,
    Optional<Instant> sentAt,
    Optional<String> followed,
    Optional<Instant> acknowledgedAt,
    Optional<FromView> from) {
  /** From which of an app's bots somebody gets a message; people count them from 1. */
  public record FromView(int number, Optional<String> name) {}

  /** {@code from} is empty where the app has only one bot. */
  public static RecipientView of(
      RecipientList.Recipient recipient, Optional<Wait> waits, Optional<FromView> from) {
    var result = Results.of(recipient.state(), recipient.followed());
    return new RecipientView(
        recipient.seq(),
        EnumWord.of(recipient.kind()),
        recipient.target(),
        recipient.name(),
        Views.present(recipient.email()),
        EnumWord.of(recipient.state()),
        result.english(),
        Said.of(result),
        recipient.attempts(),
        recipient.reason(),
        recipient.reason().flatMap(Views::reason),
        waits.map(WaitView::of),
        recipient.settled(),
        recipient.sent(),
        recipient.followed(),
        recipient.acknowledged(),
        from);
  }
}
