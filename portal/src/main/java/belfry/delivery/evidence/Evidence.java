package belfry.delivery.evidence;

import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Dating;
import belfry.platform.wire.NoAnswer;
import belfry.runs.recipients.Causes;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Judges a listing: does it show the message in doubt? A message that cannot be read is neither
 * ours nor another's. Pure.
 *
 * @param bot the author of our message
 * @param dated the bounds of our message's date
 * @param content the content of our message
 * @param known our records of messages to this target
 */
public record Evidence(
    PersonRef bot, Dating dated, ContentComparison content, KnownMessages known) {
  /** A message moves a space's activity at once. Later activity may be somebody else's. */
  private static final Duration TOGETHER = Duration.ofSeconds(5);

  /** A success counts only if it can be ours: by this bot, and in words that may be these. */
  public static Outcome believed(Optional<PersonRef> bot, Content content, Outcome outcome) {
    if (!(outcome instanceof Outcome.Accepted accepted)) {
      return outcome;
    }
    if (bot.filter(us -> accepted.author().compare(us) == Likeness.OTHER).isPresent()) {
      return new Outcome.Unreadable(NoAnswer.BY_SOMEBODY_ELSE.english(), accepted.messageId());
    }
    try {
      return new ContentComparison(content, List.of()).with(accepted.shown()) == Likeness.OTHER
          ? new Outcome.Unreadable(NoAnswer.OTHER_WORDS.english(), accepted.messageId())
          : outcome;
    } catch (RuntimeException _) {
      // An unforeseen answer must not be lost with what it says of the message.
      return new Outcome.Unreadable(Causes.NOT_JUDGED.english(), accepted.messageId());
    }
  }

  /** Messages whose records need to be looked up. */
  public static List<Posted> candidates(List<Posted> posted, PersonRef bot, Instant since) {
    return posted.stream()
        .filter(message -> message.author().compare(bot) != Likeness.OTHER)
        .filter(message -> !isBefore(message, since))
        .toList();
  }

  /**
   * Finds the oldest message that is certainly ours; "none" only if every message is certainly
   * another.
   */
  public Finding in(List<Posted> posted) {
    var ours =
        posted.stream()
            .filter(message -> of(message) == Likeness.SAME)
            .min(Comparator.comparing(message -> message.created().orElse(Instant.MAX)));
    if (ours.isPresent()) {
      return new Finding.Ours(ours.get().id(), ours.get().roomId(), ours.get().to().id());
    }
    return posted.stream().anyMatch(message -> of(message) == Likeness.UNCLEAR)
        ? new Finding.Unclear(Causes.LIKE_IT.english())
        : new Finding.None();
  }

  private static boolean isBefore(Posted message, Instant moment) {
    return message.created().filter(at -> at.isBefore(moment)).isPresent();
  }

  /**
   * All messages that certainly have this content, are by our bot, within this time, and are not on
   * record.
   */
  public List<Posted> all(List<Posted> posted) {
    return posted.stream().filter(message -> of(message) == Likeness.SAME).toList();
  }

  /**
   * The message that the answer named. Unless it is certainly another, it may be what became of
   * ours, also in other words or under somebody else's name.
   */
  public Finding named(Posted message, Target.Kind kind, String target) {
    if (isAnother(message)) {
      return new Finding.None();
    }
    var addressee =
        switch (kind) {
          case PERSON -> message.to().compare(new PersonRef(new PersonId(target), ""));
          case SPACE -> PlatformId.compare(message.roomId().map(SpaceId::value).orElse(""), target);
        };
    return addressee == Likeness.SAME && of(message) == Likeness.SAME
        ? new Finding.Ours(message.id(), message.roomId(), message.to().id())
        : new Finding.Unclear(Causes.LIKE_IT.english());
  }

  /** Whether it is certainly another, whatever it says. */
  private boolean isAnother(Posted message) {
    return message.author().compare(bot) == Likeness.OTHER
        || isBefore(message, dated.possible())
        || known.recorded().contains(message.id());
  }

  /** Whether this is the message in doubt. */
  public Likeness of(Posted message) {
    if (isAnother(message)) {
      return Likeness.OTHER;
    }
    var likeness = content.with(message.content());
    var certain =
        message.author().compare(bot) == Likeness.SAME
            && message.created().isPresent()
            && !isBefore(message, dated.certain())
            && !message.id().isEmpty()
            && !known.vouched();
    return likeness == Likeness.SAME && !certain ? Likeness.UNCLEAR : likeness;
  }

  /**
   * A space in which a message of ours certainly is.
   *
   * @param created the date of that message
   */
  public record Moved(Space space, Optional<Instant> created) {
    /** Whether its activity shows our message, and nothing since. */
    private boolean tells() {
      return space
          .lastActivity()
          .flatMap(last -> created.map(at -> Duration.between(at, last).abs()))
          .filter(apart -> apart.compareTo(TOGETHER) <= 0)
          .isPresent();
    }
  }

  /**
   * A bot cannot list its own messages in a space. If there was no activity since before the
   * intent, while another space shows the activity of a message of ours that is no older, ours was
   * not sent. Otherwise the activity may come from our message or from anybody's.
   */
  public static Finding inSpace(Space space, Dating dated, Optional<Moved> control) {
    var quiet = space.lastActivity().filter(at -> at.isBefore(dated.possible())).isPresent();
    return quiet && control.filter(Moved::tells).isPresent()
        ? new Finding.None()
        : new Finding.Undecidable();
  }
}
