package belfry.simulator.messages;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a message says, as it was sent. Equal contents are kept once, however many people got them.
 */
public record Content(
    @Nullable String text,
    @Nullable String markdown,
    List<FileEntry> files,
    @Nullable String card) {

  /**
   * An attached file.
   *
   * @param bytes null for a linked one, which nobody fetches
   */
  public record FileEntry(String name, String type, @Nullable Blob bytes) {
    /** The number of bytes; -1 for a linked file. */
    public long size() {
      return bytes == null ? -1 : bytes.size();
    }
  }

  public Content {
    files = List.copyOf(files);
  }

  public static Content ofMarkdown(String markdown) {
    return new Content(null, markdown, List.of(), null);
  }

  public static Content ofText(String text) {
    return new Content(text, null, List.of(), null);
  }

  /** The same with each file's bytes exchanged for equal ones that are kept already. */
  Content sharing(UnaryOperator<Blob> kept) {
    return files.isEmpty()
        ? this
        : new Content(
            text,
            markdown,
            files.stream()
                .map(it ->
                    it.bytes() == null
                        ? it
                        : new FileEntry(it.name(), it.type(), kept.apply(it.bytes())))
                .toList(),
            card);
  }

  /** What tells two announcements apart: the words as they were sent. */
  public String words() {
    if (markdown != null) {
      return markdown;
    }
    return text == null ? "" : text;
  }
}
