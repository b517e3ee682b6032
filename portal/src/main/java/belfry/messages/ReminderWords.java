package belfry.messages;

import belfry.base.Bare;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The usual words of a reminder, in the languages of the page. */
public enum ReminderWords {
  EN(
      "Reminder",
      "Please confirm that you have read this message.",
      "Please confirm that you have read this message: write “%s” back."),
  ES(
      "Recordatorio",
      "Confirme que ha leído este mensaje.",
      "Confirme que ha leído este mensaje: responda «%s»."),
  DE(
      "Erinnerung",
      "Bitte bestätigen Sie, dass Sie diese Nachricht gelesen haben.",
      "Bitte bestätigen Sie, dass Sie diese Nachricht gelesen haben: Schreiben Sie „%s“ zurück.");

  private static final String RULE = "\n\n---\n\n";

  /** The line of a heading, if something follows it. */
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(\\V+)\\v+");

  private final String reminder;
  private final String press;
  private final String write;

  ReminderWords(String reminder, String press, String write) {
    this.reminder = reminder;
    this.press = press;
    this.write = write;
  }

  /**
   * With the text below, and without it in case that is too long. Nothing is said twice, and
   * nothing that is not the same in all texts that readers may have.
   */
  List<String> of(Set<MessageText> texts, Optional<Acknowledgement> asked) {
    var titles = texts.stream().map(MessageText::title).distinct().toList();
    var title = titles.getFirst();
    var word = asked.filter(how -> !how.hasButton()).map(Acknowledgement::word).orElse("");
    var please = word.isEmpty() ? press : write.formatted(plain(word));
    var bare = "**%s:** %s".formatted(reminder, please);
    // ‹firstName› stands in the title for what only the text itself can say.
    var named =
        titles.size() > 1 || title.contains("‹")
            ? bare
            : "**%s:** %s\n\n%s".formatted(reminder, plain(title), please);
    if (texts.size() > 1) {
      return List.of(named);
    }
    var markdown = Bare.of(texts.iterator().next().markdown());
    if (markdown.equals(title)) {
      return List.of(named);
    }
    var heading = HEADING.matcher(markdown);
    // A first line that is no heading is a greeting, or the message itself.
    return heading.lookingAt() && Bare.of(heading.group(1)).equals(title) && !named.equals(bare)
        ? List.of(named + RULE + markdown.substring(heading.end()), named)
        : List.of(bare + RULE + markdown, named);
  }

  /** In the middle of a line, where it begins no block. */
  private static String plain(String words) {
    return ValuePlace.CARD.said(words, ": ", "");
  }
}
