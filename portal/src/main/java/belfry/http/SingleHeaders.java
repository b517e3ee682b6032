package belfry.http;

import java.util.List;

/**
 * Refuses a request with two lines of a header that is defined as single: others between its sender
 * and us may believe another one (RFC 9110, 5.3).
 */
final class SingleHeaders {
  private static final List<String> NAMES =
      List.of(
          "authorization",
          "content-length",
          "content-type",
          "host",
          "idempotency-key",
          "last-event-id",
          "origin",
          "sec-fetch-dest",
          "sec-fetch-mode",
          "sec-fetch-site",
          "sec-fetch-user");

  private SingleHeaders() {}

  /**
   * Lines that say the same are one, but for {@code Host} (RFC 9112, 3.2).
   *
   * @throws Problem.Thrown 400, naming the header
   */
  static void check(Request request) {
    for (var name : NAMES) {
      var lines = request.headers(name);
      if ((name.equals("host") ? lines.size() : lines.stream().distinct().count()) > 1) {
        throw Problem.twice(name).thrown();
      }
    }
  }
}
