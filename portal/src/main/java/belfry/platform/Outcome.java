package belfry.platform;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What became of one attempt to post a message. */
public sealed interface Outcome {

  /**
   * The platform holds the message.
   *
   * @param messageId the platform's id of it
   * @param roomId the room it is in; empty when the platform did not say
   * @param email the recipient's address; empty when the platform did not say
   * @param shown how it shows the content that it was given
   * @param created on the platform's clock, where it could be read
   */
  record Accepted(
      String messageId, String roomId, String email, ShownContent shown, Optional<Instant> created)
      implements Outcome {
    public Accepted(String messageId, String roomId, String email) {
      this(messageId, roomId, email, ShownContent.NONE, Optional.empty());
    }
  }

  /** Not processed; nothing may be asked of this resource before {@code rest} has passed. */
  record Throttled(Duration rest) implements Outcome {}

  /** The platform holds nothing and trying again would not help. */
  record Refused(int status, String words) implements Outcome {}

  /** The token is at fault, not the recipient. */
  record Unauthorized(String words) implements Outcome {}

  /**
   * Provably not sent: the body never left this machine.
   *
   * @param rest how long nothing may be asked of this resource, where an answer said so
   */
  record NotSent(String why, Optional<Duration> rest) implements Outcome {
    public NotSent(String why) {
      this(why, Optional.empty());
    }
  }

  /**
   * The body left, and what came back is no answer of the platform: a gateway's page, a success
   * without the message. Only the platform's record can settle it.
   */
  record Unreadable(String why) implements Outcome {}

  /**
   * The body left and no answer tells what became of it. Only the platform's record can settle it.
   *
   * @param rest how long nothing may be asked of this resource, where the answer said so
   */
  record Unknown(String why, Optional<Duration> rest) implements Outcome {
    public Unknown(String why) {
      this(why, Optional.empty());
    }
  }
}
