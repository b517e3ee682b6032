package belfry.delivery;

import belfry.platform.Dating;
import belfry.platform.Likeness;
import belfry.platform.PersonRef;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.runs.Causes;
import belfry.runs.Finding;
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
 * @param dated when ours may be dated
 * @param content what ours says
 * @param known what is known here of messages to this target
 */
record Evidence(PersonRef bot, Dating dated, ContentComparison content, Ledger.Known known) {
  /** A space moves when a message comes in, not a while after; somebody else may move it then. */
  private static final Duration TOGETHER = Duration.ofSeconds(5);

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
        ? new Finding.Unclear(Causes.LIKE_IT.words())
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
        || isBefore(message, dated.possible())
        || known.recorded().contains(message.id())) {
      return Likeness.OTHER;
    }
    var likeness = content.with(message.content());
    var certain =
        author == Likeness.SAME
            && message.created().isPresent()
            && !isBefore(message, dated.certain())
            && !message.id().isEmpty()
            && !known.vouched();
    return likeness == Likeness.SAME && !certain ? Likeness.UNCLEAR : likeness;
  }

  /**
   * A space in which a message of ours certainly is.
   *
   * @param created when that message is dated
   */
  record Moved(Space space, Optional<Instant> created) {
    /** Whether it shows that something of ours has happened there, and nothing else since. */
    private boolean tells() {
      return space
          .lastActivity()
          .flatMap(last -> created.map(at -> Duration.between(at, last).abs()))
          .filter(apart -> apart.compareTo(TOGETHER) <= 0)
          .isPresent();
    }
  }

  /**
   * A bot cannot list a space. Nothing happened there since before the intent, and where a message
   * of ours is that is no older it shows: not sent. Else it may have been ours or anybody's.
   */
  static Finding inSpace(Space space, Dating dated, Optional<Moved> control) {
    var quiet = space.lastActivity().filter(at -> at.isBefore(dated.possible())).isPresent();
    return quiet && control.filter(Moved::tells).isPresent()
        ? new Finding.None()
        : new Finding.Undecidable();
  }
}
