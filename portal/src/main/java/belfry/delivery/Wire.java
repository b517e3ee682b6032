package belfry.delivery;

import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Outcome;
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

  /** Whether the bot's token works; {@code done} gets false when it does not or nobody answers. */
  void check(Consumer<Boolean> done);

  /** Why the token could not be used at the last check; empty where nobody has to act. */
  default String refusal() {
    return "";
  }

  /** The platform's clock. */
  Instant platformTime();
}
