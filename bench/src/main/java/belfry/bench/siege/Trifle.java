package belfry.bench.siege;

import java.util.Locale;

/** A tiny request that costs a stranger nothing, and is refused however often it comes. */
enum Trifle {
  NO_SESSION(401, "GET", "/Hub/news/jobs/list/all", ""),
  INVENTED_SESSION(401, "GET", "/Hub/news/jobs/list/all", cookies()),
  NO_TOKEN(401, "GET", "/Hub/news/jobs/list/all", "Authorization: Bearer nothing\r\n"),
  INVENTED_TOKEN(
      401,
      "GET",
      "/Hub/news/jobs/list/all",
      "Authorization: Bearer belfry_0000000000001_" + "a".repeat(43) + "\r\n"),
  CROSS_SITE(403, "POST", "/Hub/news/jobs/edit", "Origin: https://elsewhere.example\r\n" + empty()),
  NO_APP(404, "GET", "/Hub/nobody/jobs/list/all", ""),
  NO_ADDRESS(404, "GET", "/nowhere", ""),
  METHOD(405, "PUT", "/Hub/news/info", empty()),
  NUL(400, "GET", "/Hub/news/info?a=%00", ""),
  UNSIGNED_EVENT(400, "POST", "/Hub/news/answers/event", empty()),
  INVENTED_CODE(401, "GET", "/Hub/news/oauth?code=%s", ""),
  TOO_LARGE(413, "POST", "/Hub/news/answers/event", "Content-Length: 100000000\r\n"),
  UNREADABLE(400, "GET", "/Hub/news/info", "Content-Length: none\r\n"),
  /** For comparison: it is answered, from memory. */
  ICON(302, "GET", "/favicon.ico", ""),
  /** For comparison: it is answered, from the database. */
  INFO(200, "GET", "/Hub/news/info", "");

  private final int status;
  private final String head;

  Trifle(int status, String method, String path, String headers) {
    this.status = status;
    head = method + " " + path + " HTTP/1.1\r\nHost: here\r\n" + headers + "\r\n";
  }

  private static String empty() {
    return "Content-Type: application/json\r\nContent-Length: 0\r\n";
  }

  private static String cookies() {
    return "Cookie: __Host-Http-belfry=" + "a".repeat(43) + "; id=nobody\r\n";
  }

  /** Whether it goes where there is nothing unless answers are read. */
  boolean isAnEvent() {
    return head.contains("/answers/event ");
  }

  /** Whether it was answered as it is meant to be, told to come later, or cut off. */
  boolean isTold(int answered) {
    return answered == status || answered == 429 || answered == 503 || answered == 0;
  }

  String request() {
    return this == INVENTED_CODE
        ? head.formatted(Long.toString(System.nanoTime(), Character.MAX_RADIX))
        : head;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
