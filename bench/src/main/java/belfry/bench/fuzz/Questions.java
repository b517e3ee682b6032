package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import belfry.bench.fuzz.Question.Manner;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes every question of a trial from its seed and its number. */
final class Questions {
  /** Harmless, cheap, and allowed to everybody: it shows where the next question is looked for. */
  static final byte[] FOLLOWER =
      "GET /Hub/news/info HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1);

  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/json; charset=utf-8",
          "application/octet-stream",
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=b",
          "image/svg+xml; a=\"");

  private final Api api;
  private final List<Operation> weighted = new ArrayList<>();
  private final Visitors visitors;
  private final long seed;

  Questions(Api api, Visitors visitors, long seed) {
    this.api = api;
    this.visitors = visitors;
    this.seed = seed;
    for (var operation : api.operations()) {
      for (var times = operation.weight(); times > 0; times--) {
        weighted.add(operation);
      }
    }
  }

  /** The question of this number; ids in it are those of what there is now. */
  Question question(long number) {
    var dice = new Dice(seed, number);
    var operation = dice.of(weighted);
    // Many with nothing wrong in them, or one thing; a few with hardly anything right.
    var odd = dice.of(0, 2, 2, 5, 5, 10, 40);
    var addresses = new Addresses(visitors.known(), dice, odd);
    var message = message(operation, addresses, dice, odd);
    var manner =
        dice.oneIn(20) ? Manner.ABANDONED : dice.oneIn(8) ? Manner.IN_PIECES : Manner.WHOLE;
    if (dice.oneIn(4)) {
      var bytes = new Breakages(dice).of(message);
      return new Question(number, Optional.empty(), false, bytes, 0, manner);
    }
    if (message.body().length > 0 || !message.method().equals("GET")) {
      message = Framings.sound(message, dice);
    }
    var stream = message.headers().contains("Accept: text/event-stream");
    var followers = stream ? 0 : dice.of(0, 0, 0, 1, 2);
    var method =
        dice.oneIn(30)
            ? dice.of("HEAD", "PUT", "OPTIONS", "TRACE", "PATCH", "FROB")
            : operation.method();
    message = new Message(method, message.target(), message.headers(), message.body());
    var plain =
        addresses.isPlain() && method.equals(operation.method()) && message.headers().size() < 5;
    var bytes = followed(message.bytes(), followers);
    return new Question(number, Optional.of(operation), plain, bytes, followers, manner);
  }

  private static byte[] followed(byte[] bytes, int followers) {
    var all = new ByteArrayOutputStream();
    all.writeBytes(bytes);
    for (var left = followers; left > 0; left--) {
      all.writeBytes(FOLLOWER);
    }
    return all.toByteArray();
  }

  private Message message(Operation operation, Addresses addresses, Dice dice, int odd) {
    var target = addresses.of(operation);
    var headers = new ArrayList<>(List.of("Host: localhost"));
    visitors.cookies(operation, dice).ifPresent(cookies -> headers.add("Cookie: " + cookies));
    headers.addAll(addresses.headers(operation));
    var body = new byte[0];
    for (var one : operation.bodies().entrySet()) {
      var isJson = one.getKey().equals("application/json");
      var json = new JsonText(api, visitors.known(), dice, odd);
      body =
          isJson
              ? json.body(operation, one.getValue(), addresses.words()).getBytes(UTF_8)
              : dice.oneIn(2) ? Tables.odd(dice) : dice.bytes(dice.length(60_000));
      headers.add("Content-Type: " + (isJson && !dice.oneIn(30) ? one.getKey() : dice.of(TYPES)));
    }
    if (operation.bodies().isEmpty() && dice.oneIn(20)) {
      body = dice.bytes(dice.length(5_000));
    }
    if (dice.oneIn(3)) {
      headers.addAll(Headers.odd(dice));
    }
    return new Message(operation.method(), target, headers, body);
  }
}
