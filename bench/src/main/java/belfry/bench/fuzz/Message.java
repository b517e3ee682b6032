package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A request before it is bytes.
 *
 * @param headers one line each
 * @param body as it goes over the wire, chunks and all
 */
@SuppressWarnings("ArrayRecordComponent")
record Message(String method, String target, List<String> headers, byte[] body) {
  Message {
    headers = List.copyOf(headers);
  }

  Message with(String header) {
    var more = new ArrayList<>(headers);
    more.add(header);
    return new Message(method, target, more, body);
  }

  /** The same in another framing, of which {@code header} tells. */
  Message with(String header, byte[] otherBody) {
    return new Message(method, target, headers, otherBody).with(header);
  }

  byte[] bytes() {
    return bytes(method + " " + target + " HTTP/1.1");
  }

  byte[] bytes(String requestLine) {
    var head = new StringBuilder(requestLine).append("\r\n");
    headers.forEach(line -> head.append(line).append("\r\n"));
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }
}
