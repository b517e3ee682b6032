package belfry.delivery;

import belfry.platform.Likeness;
import belfry.platform.PersonRef;
import belfry.platform.Posted;
import belfry.platform.Space;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Judges what the platform lists: is the message there that we are unsure of? A message that cannot
 * be read is neither ours nor another's. Pure.
 *
 * @param bot who wrote ours
 * @param since before which ours is not dated, unless by a machine whose clock is off
 * @param content what ours says
 * @param known what is known here of messages to this target
 */
record Evidence(PersonRef bot, Instant since, ContentComparison content, Ledger.Known known) {

  /** By how much one of the platform's machines may date a message earlier than the others do. */
  private static final Duration APART = Duration.ofMinutes(1);

  /** What was sent within such a time was sent at about the same time. */
  private static final Duration TOGETHER = Duration.ofSeconds(10);

  /** Messages that our own record cannot account for yet: what is known of these is to be asked. */
  static List<Posted> candidates(List<Posted> posted, PersonRef bot, Instant since) {
    return posted.stream()
        .filter(message -> message.author().compare(bot) != Likeness.OTHER)
        .filter(message -> !isBefore(message, since))
        .toList();
  }

  /** Ours is the oldest that is certainly ours; there is none only if each is certainly another. */
  Finding in(List<Posted> posted) {
    var ours =
        posted.stream()
            .filter(message -> of(message) == Likeness.SAME)
            .min(Comparator.comparing(message -> message.created().orElse(Instant.MAX)));
    if (ours.isPresent()) {
      return new Finding.Ours(ours.get().id(), ours.get().roomId());
    }
    return posted.stream().anyMatch(message -> of(message) == Likeness.UNCLEAR)
        ? new Finding.Unclear("Webex shows a message that may be this one")
        : new Finding.None();
  }

  private static boolean isBefore(Posted message, Instant moment) {
    return message.created().filter(at -> at.isBefore(moment)).isPresent();
  }

  /**
   * Every message that is certainly this content, by our bot, in this time, and recorded nowhere.
   */
  List<Posted> all(List<Posted> posted) {
    return posted.stream().filter(message -> of(message) == Likeness.SAME).toList();
  }

  /** Whether this is the message we are unsure of. */
  Likeness of(Posted message) {
    var author = message.author().compare(bot);
    if (author == Likeness.OTHER
        || isBefore(message, since.minus(APART))
        || known.recorded().contains(message.id())) {
      return Likeness.OTHER;
    }
    var likeness = content.with(message.content());
    var certain =
        author == Likeness.SAME
            && message.created().isPresent()
            && !isBefore(message, since)
            && !message.id().isEmpty()
            && !known.vouched();
    return likeness == Likeness.SAME && !certain ? Likeness.UNCLEAR : likeness;
  }

  /**
   * A space in which a message of ours certainly is.
   *
   * @param since before which it is not dated
   */
  record Moved(Space space, Instant since) {
    /** Whether it shows when something of ours happens, and a message from then on. */
    private boolean tells(Instant of) {
      return !since.isBefore(of.minus(TOGETHER))
          && space.lastActivity().filter(at -> !at.isBefore(since)).isPresent();
    }
  }

  /**
   * A bot cannot list a space. Nothing happened there since before the intent, and where a message
   * of ours is that is no older it shows: not sent. Else it may have been ours or anybody's.
   */
  static Finding inSpace(Space space, Instant since, Optional<Moved> control) {
    var quiet = space.lastActivity().filter(at -> at.isBefore(since.minus(APART))).isPresent();
    return quiet && control.filter(moved -> moved.tells(since)).isPresent()
        ? new Finding.None()
        : new Finding.Undecidable();
  }
}
