package belfry.standin.world;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * What a message says.
 *
 * @param text the plain words, where the sender gave some
 * @param cards adaptive cards as they came
 * @param parent the id of the message that this one answers
 */
public record Content(
    Optional<String> text,
    Optional<String> markdown,
    Optional<FileSeen> file,
    List<JsonNode> cards,
    Optional<String> parent) {

  /** A file that came along, of which the bytes are not kept. */
  public record FileSeen(String name, long bytes) {}

  public static Content ofMarkdown(String markdown) {
    return new Content(
        Optional.empty(), Optional.of(markdown), Optional.empty(), List.of(), Optional.empty());
  }

  /** What a reader without formatting sees. */
  public Optional<String> plain(People people) {
    return text.or(() -> markdown.map(marked -> Markdown.plain(marked, people)));
  }

  Content reworded(Optional<String> otherText, Optional<String> otherMarkdown) {
    return new Content(otherText, otherMarkdown, file, cards, parent);
  }
}
