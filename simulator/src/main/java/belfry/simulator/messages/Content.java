package belfry.simulator.messages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message says, as it was sent. Equal contents are kept once, however many people got them.
 */
public record Content(
    @Nullable String text,
    @Nullable String markdown,
    List<FileEntry> files,
    @Nullable String card) {

  /** An attached file: the name, the type and the size are kept, the bytes are not. */
  public record FileEntry(String name, String type, long size) {}

  public Content {
    files = List.copyOf(files);
  }

  public static Content ofMarkdown(String markdown) {
    return new Content(null, markdown, List.of(), null);
  }

  public static Content ofText(String text) {
    return new Content(text, null, List.of(), null);
  }

  /** What tells two announcements apart: the words as they were sent. */
  public String words() {
    if (markdown != null) {
      return markdown;
    }
    return text == null ? "" : text;
  }
}
