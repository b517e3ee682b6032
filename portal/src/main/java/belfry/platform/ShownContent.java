package belfry.platform;

import java.util.Objects;

/**
 * A message's content as shown by the platform, which may differ from what was sent. Nothing is
 * known about omitted parts.
 *
 * @param markdown empty if omitted
 * @param text the plain text derived by the platform; empty if omitted
 * @param html empty if omitted
 * @param files how many files it has
 * @param whole false if part of it is reported as unreadable, as for a message whose key the
 *     platform could not get
 * @param card its card in JSON, or whatever is attached in place of one; empty if nothing is shown
 */
public record ShownContent(
    String markdown, String text, String html, int files, boolean whole, String card) {
  /** Nothing is known. */
  public static final ShownContent NONE = new ShownContent("", "", "", 0, true);

  /** What an earlier version kept has no card. */
  @SuppressWarnings("RedundantNullCheck")
  public ShownContent {
    card = Objects.requireNonNullElse(card, "");
  }

  /** Without a card. */
  public ShownContent(String markdown, String text, String html, int files, boolean whole) {
    this(markdown, text, html, files, whole, "");
  }

  /** Whether any words are shown. */
  public boolean hasWords() {
    return !markdown.isBlank() || !text.isBlank() || !html.isBlank();
  }
}
