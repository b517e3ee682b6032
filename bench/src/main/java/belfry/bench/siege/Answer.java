package belfry.bench.siege;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What came back on a connection.
 *
 * @param status 0 where nothing came that is an answer
 */
record Answer(int status, String head, String body) {
  static Answer of(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    var end = text.indexOf("\r\n\r\n");
    var head = end < 0 ? text : text.substring(0, end);
    var line = head.split(" ", 3);
    var status = line.length > 1 && line[1].matches("\\d{3}") ? Integer.parseInt(line[1]) : 0;
    return new Answer(status, head, end < 0 ? "" : text.substring(end + 4));
  }

  /** The name and value of each cookie that is set, and not taken away. */
  List<String> cookies() {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, "Set-Cookie:", 0, 11))
        .filter(line -> !line.contains("Max-Age=0"))
        .map(line -> line.substring(11).strip().replaceFirst(";.*", ""))
        .toList();
  }
}
