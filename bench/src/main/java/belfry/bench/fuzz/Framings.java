package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/** How a body is brought: at once, in chunks, or in a way that nobody can be sure about. */
final class Framings {
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  private static final List<String> BROKEN_CHUNKS =
      List.of(
          "+2\r\n{}\r\n0\r\n\r\n",
          "-2\r\n{}\r\n0\r\n\r\n",
          "0x2\r\n{}\r\n0\r\n\r\n",
          " 2\r\n{}\r\n0\r\n\r\n",
          "2 \r\n{}\r\n0\r\n\r\n",
          "2;a=b\r\n{}\r\n0\r\n\r\n",
          "2;a=\"\r\n\"\r\n{}\r\n0\r\n\r\n",
          "2\n{}\n0\n\n",
          "2\r{}\r0\r\r",
          "2\r\n{}0\r\n\r\n",
          "2\r\n{}ab0\r\n\r\n",
          "3\r\n{}\r\n0\r\n\r\n",
          "1\r\n{}\r\n0\r\n\r\n",
          "zz\r\n",
          "\r\n",
          "",
          "0\r\n",
          "0\r\nX: y\r\n\r\n",
          "0\r\nContent-Length: 5\r\n\r\n",
          "00000000000000000000002\r\n{}\r\n0\r\n\r\n",
          "7fffffff\r\n{}",
          "80000000\r\n{}",
          "ffffffff\r\n{}",
          "fffffffffffffffff\r\n{}",
          "2\r\n{}\r\n-0\r\n\r\n",
          "2\r\n{}\r\n+0\r\n\r\n",
          "2\r\n{}\r\n0\r\n",
          "2\r\n{}\r\n",
          "\u0660\u0662\r\n{}\r\n0\r\n\r\n",
          "\0\r\n{}\r\n0\r\n\r\n");

  private static final List<String> LINES =
      List.of(
          "Content-Length: 2\r\nContent-Length: 2",
          "Content-Length: 2\r\nContent-Length: 3",
          "Content-Length: 2, 2",
          "Content-Length: +2",
          "Content-Length: -1",
          "Content-Length: 0x2",
          "Content-Length: 2.0",
          "Content-Length: 00000000000000000000000002",
          "Content-Length: 99999999999999999999999999",
          "Content-Length: 9223372036854775807",
          "Content-Length:",
          "Content-Length: 2 2",
          "Content-Length : 2",
          " Content-Length: 2",
          "Content-Length: 2\r\n " + CHUNKED,
          "Content-Length: 2\r\n" + CHUNKED,
          CHUNKED + "\r\nContent-Length: 2",
          CHUNKED + "\r\n" + CHUNKED,
          CHUNKED + ", chunked",
          CHUNKED + ", identity",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: identity",
          "Transfer-Encoding: xchunked",
          "Transfer-Encoding:\tchunked",
          "Transfer-Encoding: \u000bchunked",
          "Transfer-Encoding : chunked",
          "Transfer-Encoding:",
          "Transfer-Encoding: \"chunked\"",
          "Transfer-Encoding:\r\n chunked",
          "transfer-encoding: CHUNKED",
          "X: y\nTransfer-Encoding: chunked",
          "X: y\rTransfer-Encoding: chunked",
          "X: y\0\r\nTransfer-Encoding: chunked",
          "Content-Length: 2\r\nExpect: 100-continue");

  private Framings() {}

  /** As it should be: with its length, or in chunks of whatever size. */
  static Message sound(Message message, Dice dice) {
    if (dice.oneIn(4)) {
      return message.with(CHUNKED, chunks(message.body(), dice));
    }
    return message.with("Content-Length: " + message.body().length);
  }

  private static byte[] chunks(byte[] body, Dice dice) {
    var chunks = new ByteArrayOutputStream();
    for (int from = 0, to; from < body.length; from = to) {
      to = Math.min(body.length, from + Math.max(1, dice.length(body.length)));
      var size = dice.of("%x", "%X", "%04x").formatted(to - from);
      chunks.writeBytes((size + "\r\n").getBytes(ISO_8859_1));
      chunks.writeBytes(Arrays.copyOfRange(body, from, to));
      chunks.writeBytes("\r\n".getBytes(ISO_8859_1));
    }
    chunks.writeBytes("0\r\n\r\n".getBytes(ISO_8859_1));
    return chunks.toByteArray();
  }

  /** As it should not be. */
  static Message broken(Message message, Dice dice) {
    var chunks = dice.of(BROKEN_CHUNKS).getBytes(ISO_8859_1);
    return switch (dice.below(4)) {
      case 0 -> message.with(CHUNKED, chunks);
      case 1 -> message.with(dice.of(LINES), chunks);
      case 2 -> message.with(dice.of(LINES));
      default ->
          message.with("Content-Length: " + (message.body().length + 1 + dice.below(99_999)));
    };
  }
}
