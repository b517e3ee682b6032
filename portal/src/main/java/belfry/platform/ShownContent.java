package belfry.platform;

/**
 * What the platform shows of a message's content: not always what it was given, and of what it
 * leaves out nothing is known.
 *
 * @param markdown empty where it is left out
 * @param text the plain words it made of it; empty where they are left out
 * @param html empty where it is left out
 * @param files how many go with it
 * @param whole whether nothing of it is reported as unreadable, as of a message whose key the
 *     platform could not get
 */
public record ShownContent(String markdown, String text, String html, int files, boolean whole) {
  /** Nothing is known. */
  public static final ShownContent NONE = new ShownContent("", "", "", 0, true);

  /** Whether any words are shown. */
  public boolean hasWords() {
    return !markdown.isBlank() || !text.isBlank() || !html.isBlank();
  }
}
