package belfry.bench.siege;

import java.util.Locale;

/** A tiny request that costs a stranger nothing, and is refused however often it comes. */
enum Trifle {
  NO_SESSION("GET", "/Hub/news/jobs/list/all", ""),
  INVENTED_SESSION("GET", "/Hub/news/jobs/list/all", cookies()),
  NO_TOKEN("GET", "/Hub/news/jobs/list/all", "Authorization: Bearer nothing\r\n"),
  INVENTED_TOKEN(
      "GET",
      "/Hub/news/jobs/list/all",
      "Authorization: Bearer belfry_0000000000001_" + "a".repeat(43) + "\r\n"),
  CROSS_SITE("POST", "/Hub/news/jobs/edit", "Origin: https://elsewhere.example\r\n" + empty()),
  NO_APP("GET", "/Hub/nobody/jobs/list/all", ""),
  NO_ADDRESS("GET", "/nowhere", ""),
  METHOD("PUT", "/Hub/news/info", empty()),
  NUL("GET", "/Hub/news/info?a=%00", ""),
  UNSIGNED_EVENT("POST", "/Hub/news/answers/event", empty()),
  INVENTED_CODE("GET", "/Hub/news/oauth?code=%s", ""),
  TOO_LARGE("POST", "/Hub/news/logout", "Content-Length: 100000000\r\n"),
  UNREADABLE("GET", "/Hub/news/info", "Content-Length: none\r\n"),
  /** For comparison: it is answered, from memory. */
  ICON("GET", "/favicon.ico", ""),
  /** For comparison: it is answered, from the database. */
  INFO("GET", "/Hub/news/info", "");

  private final String head;

  Trifle(String method, String path, String headers) {
    head = method + " " + path + " HTTP/1.1\r\nHost: here\r\n" + headers + "\r\n";
  }

  private static String empty() {
    return "Content-Type: application/json\r\nContent-Length: 0\r\n";
  }

  private static String cookies() {
    return "Cookie: __Host-Http-belfry=" + "a".repeat(43) + "; id=nobody\r\n";
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
