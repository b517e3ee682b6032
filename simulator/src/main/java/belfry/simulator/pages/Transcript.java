package belfry.simulator.pages;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.Actions;
import belfry.simulator.messages.Message;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Messages as a messenger shows them: by day, with who said it and the moment of acceptance. */
final class Transcript {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH);
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter EXACT =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
  private static final Html CLIP =
      new Html(
          "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M20 11.5 12 19.4a5.2 5.2 0 0"
              + " 1-7.4-7.3l8-8a3.5 3.5 0 0 1 5 5l-8 7.9a1.7 1.7 0 0 1-2.5-2.4L14 7.8\"/></svg>");

  /** Who looks at which chat. */
  record Reader(Person person, String chat) {}

  private final Directory directory;
  private final Actions actions;

  Transcript(Directory directory, Actions actions) {
    this.directory = directory;
    this.actions = actions;
  }

  Html of(List<Message> oldestFirst, Reader reader) {
    var pieces = new ArrayList<Html>();
    var day = "";
    for (var message : oldestFirst) {
      var today = written(DAY, message.created());
      if (!today.equals(day)) {
        pieces.add(Html.of("<li class=\"day\"><span>{}</span></li>", today));
        day = today;
      }
      pieces.add(message(message, reader));
    }
    if (oldestFirst.isEmpty()) {
      pieces.add(Html.of("<li class=\"none\">{}</li>", "No messages yet"));
    }
    return Html.all(pieces);
  }

  private Html message(Message message, Reader reader) {
    var name = directory.displayName(message.author());
    var bot = message.author() instanceof Principal.Bot;
    return Html.of(
        """
        <li class="message">{}
        <div><p class="by"><b>{}</b>{} <time datetime="{}">{}</time></p>
        {}{}{}
        <p class="accepted">Accepted {}{}</p></div></li>
        """,
        Layout.avatar(name, bot ? "bot" : "person"),
        name,
        bot ? new Html("<span class=\"tag\">Bot</span>") : Html.NOTHING,
        message.created(),
        written(CLOCK, message.created()),
        words(message),
        attached(message),
        card(message, reader),
        written(EXACT, message.created()),
        message.updated() == null ? "" : " · edited " + written(EXACT, message.updated()));
  }

  /**
   * Markdown was rendered without any HTML of the author's; plain text keeps its lines. Where a
   * card is shown, its text is not.
   */
  private static Html words(Message message) {
    var html = message.words().html();
    var words =
        html != null
            ? new Html(html)
            : Html.of("<p class=\"plain\">{}</p>", message.words().text());
    return message.words().content().card() == null
        ? Html.of("<div class=\"words\">{}</div>", words)
        : Html.of(
            """
            <details class="instead"><summary>{}</summary><div class="words">{}</div></details>
            """,
            "Text for apps that show no cards",
            words);
  }

  private static Html attached(Message message) {
    var content = message.words().content();
    var pieces = new ArrayList<Html>();
    for (var file : content.files()) {
      var size = file.size() < 0 ? "linked file" : size(file.size());
      pieces.add(Html.of("<p class=\"file\">{}{} <small>{}</small></p>", CLIP, file.name(), size));
    }
    return Html.all(pieces);
  }

  /** The card with its buttons, and what the reader sent with them so far. */
  private Html card(Message message, Reader reader) {
    var card = message.words().content().card();
    if (card == null) {
      return Html.NOTHING;
    }
    var hidden =
        Html.of(
            """
            <input type="hidden" name="person" value="{}">
            <input type="hidden" name="chat" value="{}">
            <input type="hidden" name="message" value="{}">
            """,
            reader.person().email(),
            reader.chat(),
            message.id());
    var sent = actions.of(message, new Principal.Person(reader.person().index()));
    var pieces = new ArrayList<Html>();
    pieces.add(CardForm.of(card).html(hidden));
    for (var action : sent) {
      pieces.add(
          Html.of(
              "<p class=\"accepted\">Sent {}: {}</p>",
              written(EXACT, action.created()),
              action.inputs()));
    }
    return Html.all(pieces);
  }

  private static String size(long bytes) {
    return bytes < 1024
        ? bytes + " B"
        : bytes < 1024 * 1024
            ? "%.0f KB".formatted(bytes / 1024.0)
            : "%.1f MB".formatted(bytes / 1024.0 / 1024.0);
  }

  static String clock(Instant moment) {
    return written(CLOCK, moment);
  }

  private static String written(DateTimeFormatter format, Instant moment) {
    return format.format(moment.atZone(ZoneId.systemDefault()));
  }
}
