package belfry.platform;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A file that goes with a message.
 *
 * @param type its media type
 * @param size in bytes
 * @param content asked for it whenever it is sent
 */
public record File(String name, String type, long size, Content content) {

  /** Writes a file, always the same bytes. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }
}
