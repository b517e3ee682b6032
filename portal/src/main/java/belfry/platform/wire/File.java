package belfry.platform.wire;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A file to be sent with a message.
 *
 * @param type its media type
 * @param size in bytes
 * @param content writes the file, each time it is sent
 */
public record File(String name, String type, long size, Content content) {
  /** How many times longer a request with a file may take than others. */
  public static final int PATIENCE = 6;

  /** Writes a file, always the same bytes. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }
}
