package belfry.messages;

import belfry.base.Bare;
import belfry.base.Shortened;

/**
 * A file that is sent with messages; its content never changes.
 *
 * @param name the name that recipients see, without folders
 * @param type its media type
 * @param size in bytes
 */
public record Attachment(AttachmentId id, String name, String type, long size) {
  /**
   * It is sent separately to each of ten thousand people; the platform itself accepts ten times as
   * much.
   */
  public static final int MOST_BYTES = 10_000_000;

  private static final int LONGEST_NAME = 150;

  /**
   * Control characters, lone surrogates, characters that change the writing direction, and what
   * Windows forbids.
   */
  private static final String UNSAFE = "[\\p{Cc}\\p{Cs}\"<>|:*?]|[\\p{Cf}&&[^\\u200d]]";

  private static final String ANY_BYTES = "application/octet-stream";

  /**
   * A name that every recipient's machine can store: the last part of a path, without characters
   * that would end a header or a quoted string. If it is too long, its beginning is cut off, so
   * that the extension stays.
   */
  static String fileName(String given) {
    var last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
    var clean = Bare.of(last).replaceAll(UNSAFE, "_").replaceFirst("^\\.+$", "");
    return Shortened.toEnd(clean, LONGEST_NAME);
  }

  /** The media type, if it is valid, without parameters. */
  static String mediaType(String given) {
    var type = given.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT);
    return type.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,80}") ? type : ANY_BYTES;
  }
}
