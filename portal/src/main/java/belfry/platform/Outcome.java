package belfry.platform;

import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The result of one attempt to post a message. */
public sealed interface Outcome {
  /**
   * The status of a refusal for a while; as {@link Refused} only where it came back for one
   * recipient for so long that people must decide.
   */
  int TOO_MANY = 429;

  /**
   * The platform holds the message.
   *
   * @param messageId its id at the platform
   * @param roomId its room; empty if the platform did not say
   * @param email the recipient's address; empty if the platform did not say
   * @param person the recipient, if the platform said so
   * @param author who wrote it, if the platform said so
   * @param shown how the platform shows the content
   * @param created its date on the platform's clock, if readable
   */
  record Accepted(
      String messageId,
      Optional<SpaceId> roomId,
      String email,
      Optional<PersonId> person,
      PersonRef author,
      ShownContent shown,
      Optional<Instant> created)
      implements Outcome {
    public Accepted(String messageId, Optional<SpaceId> roomId, String email) {
      this(
          messageId,
          roomId,
          email,
          Optional.empty(),
          PersonRef.UNKNOWN,
          ShownContent.NONE,
          Optional.empty());
    }
  }

  /**
   * Not processed; no request to this resource may be made before {@code rest} has passed.
   *
   * @param rest empty if the answer did not say for how long
   * @param alone whether only this recipient is to wait, not the bot
   * @param theirs whether it came back so often while others passed that people are told so
   */
  record Throttled(Optional<Duration> rest, boolean alone, boolean theirs) implements Outcome {
    public Throttled(Optional<Duration> rest) {
      this(rest, false, false);
    }

    public Throttled(Duration rest) {
      this(Optional.of(rest));
    }
  }

  /** The platform does not hold the message, and trying again would not help. */
  record Refused(int status, String explanation) implements Outcome {}

  /** The token was refused; the recipient is not the cause. */
  record Unauthorized(String explanation) implements Outcome {}

  /**
   * Provably not sent: the body never left this machine.
   *
   * @param rest how long to pause on this resource, if an answer said so
   */
  record NotSent(String why, Optional<Duration> rest) implements Outcome {
    public NotSent(String why) {
      this(why, Optional.empty());
    }
  }

  /**
   * The body left, and the answer is not the platform's: a gateway's page, or a success without the
   * message. Only the platform's record can settle it.
   *
   * @param messageId the id of the message that a success names and that is not certainly this one;
   *     empty if it names none
   */
  record Unreadable(String why, String messageId) implements Outcome {
    public Unreadable(String why) {
      this(why, "");
    }
  }

  /**
   * The body left, and no answer says what happened to it. Only the platform's record can settle
   * it.
   *
   * @param rest how long to pause on this resource, if the answer said so
   */
  record Unknown(String why, Optional<Duration> rest) implements Outcome {
    public Unknown(String why) {
      this(why, Optional.empty());
    }
  }
}
