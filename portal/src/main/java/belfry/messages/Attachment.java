package belfry.messages;

/**
 * A file that goes with messages; what it holds never changes.
 *
 * @param name as its reader sees it, without folders
 * @param type its media type
 * @param size in bytes
 */
public record Attachment(AttachmentId id, String name, String type, long size) {
  /** Ten thousand people are sent it one by one; the platform itself takes ten times as much. */
  public static final int MOST_BYTES = 10_000_000;

  private static final int LONGEST_NAME = 150;

  /** Controls, halves of characters, what turns the direction of writing, what Windows forbids. */
  private static final String UNSAFE = "[\\p{Cc}\\p{Cs}\"<>|:*?]|[\\p{Cf}&&[^\\u200d]]";

  private static final String ANY_BYTES = "application/octet-stream";

  /**
   * A name that every reader's machine can keep: of a path the last part, without what would end a
   * header or a quoted string, cut at its front where it is too long, so that its ending stays.
   */
  static String fileName(String given) {
    var last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
    var clean = last.replaceAll(UNSAFE, "_").strip().replaceFirst("^\\.+$", "");
    var excess = clean.codePointCount(0, clean.length()) - LONGEST_NAME;
    return excess > 0 ? clean.substring(clean.offsetByCodePoints(0, excess)) : clean;
  }

  /** The media type where it is one, without parameters. */
  static String mediaType(String given) {
    var type = given.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT);
    return type.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,80}") ? type : ANY_BYTES;
  }
}
