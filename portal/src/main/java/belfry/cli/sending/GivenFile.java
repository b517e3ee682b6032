package belfry.cli.sending;

import belfry.client.Stop;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads what was given to a command, within bounds; what is wrong is said with its option. */
final class GivenFile {
  private GivenFile() {}

  /** All of it, if that is not too much. */
  static byte[] bytes(String option, InputStream in, int most) throws IOException {
    var bytes = in.readNBytes(most + 1);
    if (bytes.length > most) {
      throw Stop.mistake(option, "it has more than %,d bytes".formatted(most));
    }
    return bytes;
  }

  /** All of it, as text without a byte order mark. */
  static String text(String option, InputStream in, int most) throws IOException {
    try {
      var bytes = bytes(option, in, most);
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException _) {
      throw Stop.mistake(option, "it is not text in UTF-8");
    }
  }
}
