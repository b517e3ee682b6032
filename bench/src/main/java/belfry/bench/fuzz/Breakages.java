package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/** Makes of a request something that is none, or may be none. */
final class Breakages {
  private static final List<String> VERSIONS =
      List.of(
          "HTTP/1.0",
          "HTTP/0.9",
          "HTTP/2.0",
          "HTTP/1.2",
          "HTTP/1.1 ",
          "HTTP/1.10",
          "http/1.1",
          "HTTP/11",
          "HTTP/",
          "",
          "HTTP/1.1\0",
          "ICY/1.1",
          "HTTP/1,1",
          "HTTP/\u0661.\u0661",
          "HTTP/1.0");

  private static final List<String> METHODS =
      List.of(
          "get",
          "GeT",
          "",
          " GET",
          "GET\t",
          "G\0ET",
          "G(T",
          "\u00ffET",
          "GET,POST",
          "GETGETGETGET",
          "PRI",
          "M-SEARCH",
          "PROPFIND",
          "CONNECT",
          "OPTIONS",
          "TRACE",
          "\u0001\u0002",
          "\"GET\"",
          "GET:",
          "=");

  private static final List<String> TARGETS =
      List.of(
          "*",
          "http://localhost/Hub/news/info",
          "http://evil.example/",
          "https://",
          "localhost:80",
          "//Hub/news/info",
          "/\\..\\..",
          "/Hub/news/info#a#b",
          "/Hub/news/info?#",
          "?",
          "#",
          "a",
          "/\u00e4\u00f6",
          "/Hub/news/info HTTP/1.1 x",
          "/Hub/\tnews",
          "/%",
          "/Hub/../Hub/news/info",
          "/./././",
          "/" + "a/".repeat(3_000),
          "/;;;;",
          "/\0",
          "/%00",
          "http://[::1/",
          "http://a:99999/Hub/news/info",
          "/Hub/news/info?" + "a=b&".repeat(1_500));

  private static final List<String> LINES =
      List.of(
          " folded: header",
          "\tfolded",
          "no colon",
          ":",
          ": no name",
          "Name : space",
          "Na\0me: a",
          "Name: a\0b",
          "N\u00e4me: a",
          "Name: a\nName: b",
          "Name: a\rb",
          "\n",
          "\r",
          "Name: \u00e4\u00f6\u00fc\u00ff",
          "Name: \u007f\u0001",
          "(): a",
          "Name:\r\n folded",
          "Host: second.example",
          "Connection: close\r\n\r\n",
          "A:" + "b".repeat(20_000),
          "A".repeat(20_000) + ": b",
          "A: b\r\n".repeat(2_000) + "A: b");

  private static final List<String> OTHERS =
      List.of(
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0",
          "\u0016\u0003\u0001\0\u00a5\u0001\0\0\u00a1\u0003\u0003",
          "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
          "\r\n\r\n\u0000\r\nQUIT\n!\u0011\n\0\u0014",
          "EHLO a\r\n",
          "SSH-2.0-a\r\n",
          "GET /Hub/news/info\r\n",
          "GET /Hub/news/info",
          "GET  HTTP/1.1\r\n\r\n",
          "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
          "\n\n\n\n",
          "\r",
          "\0",
          " ",
          "GET",
          "GET /status HTTP/1.1",
          "GET /status HTTP/1.1\r",
          "GET /status HTTP/1.1\r\n",
          "GET /status HTTP/1.1\r\n\r\n",
          "GET /status HTTP/1.1\nHost: a\n\n",
          "GET /status HTTP/1.1\r\nHost: a\r\n\r",
          "GET /status HTTP/1.0\r\n\r\n",
          "GET /status HTTP/1.0\n\n");

  private final Dice dice;

  Breakages(Dice dice) {
    this.dice = dice;
  }

  /** The bytes; {@code message} has a body and says nothing of it yet. */
  byte[] of(Message message) {
    var line = message.method() + " " + message.target();
    var sound = Framings.sound(message, dice);
    return switch (dice.below(10)) {
      case 0 -> sound.bytes(method() + " " + message.target() + " HTTP/1.1");
      case 1 -> sound.bytes(line + " " + dice.of(VERSIONS));
      case 2 -> sound.bytes(message.method() + " " + dice.of(TARGETS) + " HTTP/1.1");
      case 3, 4 -> Framings.broken(message, dice).bytes();
      case 5 -> sound.with(dice.of(LINES)).bytes();
      case 6 -> flipped(sound.bytes());
      case 7 -> shortened(sound.bytes());
      case 8 -> (dice.oneIn(3) ? drawn() : dice.of(OTHERS)).getBytes(ISO_8859_1);
      default -> followed(sound, Framings.broken(message, dice));
    };
  }

  private String method() {
    return dice.oneIn(2) ? dice.of(METHODS) : drawn();
  }

  private String drawn() {
    return new String(dice.bytes(dice.length(10_000)), ISO_8859_1);
  }

  /** Some bytes are others, or missing, or twice. */
  private byte[] flipped(byte[] bytes) {
    var all = new ByteArrayOutputStream();
    var often = 2 + dice.below(Math.max(2, bytes.length / 2));
    for (var one : bytes) {
      switch (dice.oneIn(often) ? dice.below(4) : 4) {
        case 0 -> all.write(dice.below(256));
        case 1 -> all.write(one ^ (1 << dice.below(8)));
        case 2 -> {
          all.write(one);
          all.write(one);
        }
        case 3 -> {}
        default -> all.write(one);
      }
    }
    return all.toByteArray();
  }

  private byte[] shortened(byte[] bytes) {
    return Arrays.copyOf(bytes, dice.below(bytes.length));
  }

  /** Several on one connection, of which one is broken. */
  private byte[] followed(Message sound, Message broken) {
    var all = new ByteArrayOutputStream();
    for (var left = dice.below(3); left > 0; left--) {
      all.writeBytes(sound.bytes());
    }
    all.writeBytes(broken.bytes());
    all.writeBytes(sound.bytes());
    return all.toByteArray();
  }
}
