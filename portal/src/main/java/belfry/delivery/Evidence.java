package belfry.delivery;

import belfry.messages.Content;
import belfry.platform.Posted;
import belfry.platform.Space;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Judges what the platform lists: is the message there that we are unsure of? Pure. */
final class Evidence {
  /**
   * How much earlier than the intent a message may seem to be created. Wide is safe: a message
   * recorded for another attempt never counts, and only one attempt to a person is unsettled at a
   * time.
   */
  static final Duration SKEW = Duration.ofMinutes(2);

  /** For spaces wide is not safe, only cautious; the platform's clock is known to the second. */
  static final Duration SPACE_SKEW = Duration.ofSeconds(2);

  private Evidence() {}

  /** Whether this message could still be or hide ours: the walk ends at the first that is older. */
  static boolean reaches(Posted posted, Wire.Question question) {
    return !posted.created().isBefore(question.since().minus(SKEW));
  }

  /**
   * The oldest message that is ours: written by the bot, not before the intent, recorded for no
   * other attempt, and with this content.
   */
  static Optional<Posted> ours(List<Posted> posted, String bot, Wire.Question question) {
    return all(posted, bot, question).stream().min(Comparator.comparing(Posted::created));
  }

  /** Every message that could be ours by the same signs. */
  static List<Posted> all(List<Posted> posted, String bot, Wire.Question question) {
    return posted.stream()
        .filter(message -> message.personId().equals(bot))
        .filter(message -> reaches(message, question))
        .filter(message -> !question.recorded().contains(message.id()))
        .filter(message -> sameContent(message, question.content()))
        .toList();
  }

  private static boolean sameContent(Posted message, Content content) {
    var listed = message.markdown().isEmpty() ? message.text() : message.markdown();
    return plain(listed).equals(plain(content.markdown()))
        && (message.files() > 0) == content.attachment().isPresent();
  }

  private static String plain(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n').strip();
  }

  /**
   * A bot cannot list a space. Nothing happened there since before the intent: not sent. Something
   * did: it may have been ours or anybody's.
   */
  static Finding inSpace(Space space, Wire.Question question) {
    return space.lastActivity().isBefore(question.since().minus(SPACE_SKEW))
        ? new Finding.None()
        : new Finding.Undecidable();
  }
}
