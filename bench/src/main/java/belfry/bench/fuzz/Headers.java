package belfry.bench.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Header lines that HTTP allows and hardly anybody sends. */
final class Headers {
  private static final List<String> ODD =
      List.of(
          "Accept: text/event-stream",
          "Accept: text/html;q=0, */*;q=zz",
          "Accept: \u00ff/\u00fe",
          "Accept:",
          "Accept-Encoding: gzip, br, identity;q=0",
          "Accept-Language: x-klingon",
          "Authorization: Basic %%%",
          "Authorization: Bearer null",
          "Connection: close",
          "Connection: Close",
          "Connection: keep-alive, close",
          "Connection: Transfer-Encoding, Cookie, Host",
          "Content-Encoding: gzip",
          "Content-Length-: 5",
          "Content-Type: application/json; charset=utf-16",
          "Content-Type: ;;;",
          "Content-Type: multipart/form-data",
          "Cookie: =; ;; a; =b=c; id",
          "Cookie: __Host-Http-belfry=; id=%zz",
          "Cookie: __Host-Http-state-a=b; __Host-Http-state-=",
          "Date: never",
          "Expect: 100-continue",
          "Expect: a-miracle",
          "Forwarded: for=\"[::1]:0\";proto=https;host=\"",
          "Host:",
          "Host: localhost:port",
          "Host: [::1",
          "Host: a b",
          "Host: evil.example",
          "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
          "Idempotency-Key: \"a\"",
          "If-Match: *",
          "If-Modified-Since: Sun, 30 Feb 9999 25:61:61 GMT",
          "If-None-Match: *",
          "If-None-Match: W/\"a\", \"",
          "If-Range: \"a\"",
          "Max-Forwards: -1",
          "Origin: http://evil.example",
          "Origin: http://[",
          "Origin: null",
          "Range: bytes=0-0,-1,5-2,99999999999999999999-",
          "Range: bytes=-",
          "Sec-Fetch-Dest: document",
          "Sec-Fetch-Mode: navigate",
          "Sec-Fetch-Site: cross-site",
          "Sec-Fetch-Site: same-origin",
          "Sec-Purpose: prefetch",
          "TE: trailers, deflate;q=0.5",
          "Trailer: Content-Length",
          "Upgrade: h2c",
          "Upgrade: websocket",
          "User-Agent:",
          "Via: 1.1 a, 1.1 a, 1.1 a",
          "X-Forwarded-For: 127.0.0.1, ::, unknown, 999.1.1.1, \"",
          "X-Forwarded-Proto: https",
          "X-HTTP-Method-Override: DELETE",
          "X-Original-URL: /Hub/news/admin/users");

  private Headers() {}

  /** Some lines. */
  static List<String> odd(Dice dice) {
    var lines = new ArrayList<String>();
    for (var left = dice.below(4); left > 0; left--) {
      lines.add(
          switch (dice.below(12)) {
            case 0 -> "Cookie: " + cookies(dice);
            case 1 -> "X-Long: " + "a".repeat(dice.length(17_000));
            case 2 -> "X-%d: %d".formatted(dice.below(9), dice.below(9));
            default -> dice.of(ODD);
          });
    }
    return lines;
  }

  private static String cookies(Dice dice) {
    var name = dice.of("id", "__Host-Http-belfry", "__Host-Http-state-", "a");
    return IntStream.range(0, dice.length(700))
        .mapToObj(number -> name + (name.endsWith("-") ? number : "") + "=" + number)
        .collect(Collectors.joining("; "));
  }
}
