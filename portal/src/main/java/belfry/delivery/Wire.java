package belfry.delivery;

import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The way to the platform for one bot. Answers come on any thread, each exactly once. */
interface Wire {

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
   * @param since the intent on the platform's clock
   * @param recorded ids of messages to this target that belong to other attempts
   */
  record Question(
      Target.Kind kind, String target, Content content, Instant since, Set<String> recorded) {}

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

  /** The platform's clock. */
  Instant platformTime();
}
