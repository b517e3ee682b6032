package belfry.delivery;

import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Dating;
import belfry.platform.Outcome;
import belfry.platform.PersonRef;
import belfry.runs.Contact;
import belfry.runs.Control;
import belfry.runs.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The way to the platform for one bot. Answers come on any thread, each exactly once. */
public interface Wire {

  /**
   * Posts one message.
   *
   * @param leave asked as the body is about to be written; false holds it back
   */
  void send(
      Target.Kind kind,
      String target,
      Content content,
      BooleanSupplier leave,
      Consumer<Outcome> done);

  /** Looks for an unsure send in the platform's own record. */
  void look(Question question, Consumer<Finding> done);

  /**
   * What is looked for.
   *
   * @param dated when it may be dated
   * @param decisive whether what is not shown is to mean anything: then it is asked in all ways
   * @param contact by which ways
   * @param control what is to be shown as well then, where anything is known that is there
   */
  record Question(
      Target.Kind kind,
      String target,
      Dating dated,
      boolean decisive,
      Contact contact,
      Optional<Control> control) {
    /** All that is shown at once; what is not shown means nothing. */
    static Question all(Target.Kind kind, String target, Dating dated) {
      return new Question(kind, target, dated, false, Contact.UNKNOWN, Optional.empty());
    }
  }

  /** Asks who the bot is, which tells whether its token works. */
  void check(Consumer<Check> done);

  /** What came of the question who the bot is. */
  sealed interface Check {

    record Works() implements Check {}

    /** The token is refused, or is of another app's bot: somebody must act. */
    record Refused(String words) implements Check {}

    /** It may not be asked before {@code rest} is over. */
    record Later(Duration rest) implements Check {}

    /** Nobody answers, or nothing that could be understood. */
    record Silent() implements Check {}
  }

  /** Whose token this is; empty while the platform has not said. */
  Optional<PersonRef> bot();

  /** The platform's clock, exact to a second or so. */
  Instant platformTime();

  /** How what is written at this moment of our monotonic clock is dated. */
  Dating dating(long nanos);

  /** How far the platform's clock is ahead of our wall clock; empty while it is not known. */
  Optional<Duration> clockAhead();
}
