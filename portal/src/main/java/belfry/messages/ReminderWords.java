package belfry.messages;

import java.util.List;
import java.util.Optional;

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

  private final String reminder;
  private final String press;
  private final String write;

  ReminderWords(String reminder, String press, String write) {
    this.reminder = reminder;
    this.press = press;
    this.write = write;
  }

  /** With the whole text below, and without it in case that is too long. */
  List<String> of(MessageText text, Optional<Acknowledgement> asked) {
    var title = text.title();
    var word = asked.filter(how -> !how.hasButton()).map(Acknowledgement::word).orElse("");
    var please = word.isEmpty() ? press : write.formatted(plain(word));
    // ‹firstName› stands in the title for what only the text below can say.
    var head =
        title.contains("‹")
            ? "**%s:** %s".formatted(reminder, please)
            : "**%s:** %s\n\n%s".formatted(reminder, plain(title), please);
    return text.markdown().strip().equals(title)
        ? List.of(head)
        : List.of(head + "\n\n---\n\n" + text.markdown(), head);
  }

  /** In the middle of a line, where it begins no block. */
  private static String plain(String words) {
    return ValuePlace.CARD.said(words, ": ");
  }
}
