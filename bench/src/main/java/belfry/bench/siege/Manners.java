package belfry.bench.siege;

import belfry.bench.site.Pauses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The manners that there are, each begun by what is written first. */
final class Manners {
  /** So many answers are asked for, and none is read. */
  private static final int PIPELINED = 20;

  /** So many are on their way: whoever is refused need not be as quick as who refuses. */
  private static final int AHEAD = 10;

  private static final byte[] BRACKETS = preview("[".repeat(1_000_000));
  private static final byte[] FILE = new byte[9_000_000];
  private static final byte[] BEGUN =
      ("{\"markdown\":\"" + "a".repeat(900_000)).getBytes(StandardCharsets.US_ASCII);

  /** As long as a message may be, and slow to read for what knows Markdown. */
  private static final List<byte[]> COSTLY =
      IntStream.range(0, 4)
          .mapToObj(i -> List.of("![[]()", "*a **a ", "[a](<b", "> - 1. ").get(i))
          .map(piece -> preview(piece.repeat(7_400 / piece.length())))
          .toList();

  private Manners() {}

  private static byte[] preview(String markdown) {
    return ("{\"markdown\":\"" + markdown + "\",\"audience\":[]}")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Says this, then a byte each second, and hears what is said. */
  static Answer drip(Line line, String first, String drop) throws IOException {
    line.write(first);
    while (line.lasts()) {
      line.write(drop);
    }
    return line.heard();
  }

  /** Reads nothing of what it has asked for. */
  static Answer deaf(Line line, String asking) throws IOException {
    line.write(asking.repeat(PIPELINED));
    while (true) {
      Pauses.of(Duration.ofSeconds(1));
      // Tells whether anybody is there.
      line.write("G");
    }
  }

  static Answer unfinished(Line line, int number) throws IOException {
    var long15 = "X-%d: %s".formatted(number, "a".repeat(15_000));
    return drip(line, "GET /Hub/news/info HTTP/1.1\r\nHost: here\r\n" + long15, "a");
  }

  /** Of a stranger, and of senders: with hardly anything, or with nearly all of a megabyte. */
  static Answer slowBody(Target target, Line line, int number) throws IOException {
    var head = target.sender(number).head("POST", Session.path("jobs/edit"));
    return switch (number % 3) {
      case 0 -> drip(line, "POST /Hub/news/logout HTTP/1.1\r\nHost: here\r\n" + length(), "a");
      case 1 -> drip(line.write(head + length()).write(BEGUN), "", "a");
      default ->
          drip(line, head + "Transfer-Encoding: chunked\r\n" + Session.carrying(0), "1\r\n \r\n");
    };
  }

  private static String length() {
    return Session.carrying(1_000_000);
  }

  static Answer restless(Line line, int number) throws IOException {
    switch (number % 3) {
      case 0 -> {}
      case 1 -> line.abrupt().write("GET /status HTTP/1.1\r\nHo");
      default -> line.write("GET /status HTTP/1.1\r\nHost: here\r\n\r\n");
    }
    return Answer.of(new byte[0]);
  }

  static Answer stream(Target target, Line line, int number) throws IOException {
    var path = number % 3 == 0 ? "jobs/list/all" : "jobs/detail/" + target.job();
    line.write(
        target.sender(number).head("GET", Session.path(path))
            + "Accept: text/event-stream\r\nConnection: close\r\n\r\n");
    if (number % 4 == 3) {
      return deaf(line, "");
    }
    var lasts = true;
    while (lasts) {
      lasts = line.lasts();
    }
    return line.heard();
  }

  static Answer preview(Target target, Line line, int number) throws IOException {
    var body = number % 4 < 2 ? BRACKETS : COSTLY.get(number / 4 % COSTLY.size());
    return post(target, line, number, "jobs/preview", body);
  }

  static Answer upload(Target target, Line line, int number) throws IOException {
    return post(target, line, number, "jobs/attach?name=siege.bin", FILE);
  }

  private static Answer post(Target target, Line line, int number, String path, byte[] body)
      throws IOException {
    return line.write(
            target.sender(number).head("POST", Session.path(path))
                + "Connection: close\r\n"
                + Session.carrying(body.length))
        .write(body)
        .answer();
  }

  static Answer export(Target target, Line line, int number) throws IOException {
    var asking = target.sender(number).head("GET", Session.path("jobs/export/" + target.job()));
    return number % 4 < 2
        ? deaf(line, asking + "\r\n")
        : line.write(asking + "Connection: close\r\n\r\n").answer();
  }

  /** Asks for the same some times, and again as soon as that is answered. */
  static Answer again(Line line, Trifle trifle, Told.Count told) throws IOException {
    while (true) {
      for (var i = 0; i < AHEAD; i++) {
        line.write(trifle.request());
      }
      var answers = line.answers(AHEAD);
      answers.forEach(answer -> told.answered(answer, trifle));
      if (answers.size() < AHEAD) {
        return Answer.of(new byte[0]);
      }
    }
  }

  static Answer callback(Line line, int number) throws IOException {
    return line.write(
            String.format(
                Locale.ROOT,
                "GET /Hub/news/oauth?code=bogus-%d-%d HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
                number,
                System.nanoTime()))
        .answer();
  }
}
