package belfry.delivery.lane;

import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonRef;
import belfry.platform.wire.Dating;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The connection of one bot to the platform. Answers come on any thread, each exactly once. */
public interface Wire {

  /**
   * Posts one message.
   *
   * @param leave called when the body is about to be written; false holds it back
   */
  void send(
      Target.Kind kind,
      String target,
      Content content,
      BooleanSupplier leave,
      Consumer<Outcome> done);

  /** Looks up an unsure send in the platform's own record. */
  void look(Question question, Consumer<Finding> done);

  /**
   * A question about an unsure send.
   *
   * @param dated the bounds of its date
   * @param decisive whether absence counts; then it is asked in all ways
   * @param contact how to find the conversation
   * @param control a message that must be shown as well, if one is known
   * @param named the message that the answer named; if it is shown, nothing else is asked
   */
  record Question(
      Target.Kind kind,
      String target,
      Dating dated,
      boolean decisive,
      Contact contact,
      Optional<Control> control,
      Optional<String> named) {
    /** Asks for what one listing shows; absence then proves nothing. */
    static Question all(Target.Kind kind, String target, Dating dated) {
      return new Question(
          kind, target, dated, false, Contact.UNKNOWN, Optional.empty(), Optional.empty());
    }
  }

  /** Asks who the bot is, which shows whether its token works. */
  void check(Consumer<Check> done);

  /** The result of asking who the bot is. */
  sealed interface Check {

    record Works() implements Check {}

    /** The token is refused, or belongs to another app's bot: somebody must act. */
    record Refused(String explanation) implements Check {}

    /** The settings no longer have it: it sends nothing, and what it sent cannot be seen. */
    record Gone(String explanation) implements Check {}

    /** No request may be made before {@code rest} is over. */
    record Later(Duration rest) implements Check {}

    /** No answer, or none that could be understood; {@code instead} says what came. */
    record Silent(String instead) implements Check {}
  }

  /** Whether the token was refused, whatever was asked with it, and did not work since. */
  boolean isRefused();

  /** The owner of the token; empty until the platform has said. */
  Optional<PersonRef> bot();

  /** The platform's clock, accurate to about a second. */
  Instant platformTime();

  /** The dating of messages written at this moment of our monotonic clock. */
  Dating dating(long nanos);

  /** How far the platform's clock is ahead of our wall clock; empty while unknown. */
  Optional<Duration> clockAhead();
}
