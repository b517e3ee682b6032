package belfry.bench.siege;

import belfry.bench.site.Site;
import java.util.List;

/**
 * What somebody shows of who they are, and to whom.
 *
 * @param port of the portal, here
 * @param cookies each with its name
 */
record Session(int port, String email, List<String> cookies) {
  /** A head that has not ended yet. */
  String head(String method, String path) {
    var shown = cookies.isEmpty() ? "" : "Cookie: " + String.join("; ", cookies) + "\r\n";
    return ("%s %s HTTP/1.1\r\nHost: localhost:%d\r\nUser-Agent: siege of %s\r\n"
            + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n%s")
        .formatted(method, path, port, email, shown);
  }

  /** The end of a head, for a body of so many bytes. */
  static String carrying(int bytes) {
    return bytes == 0
        ? "\r\n"
        : "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(bytes);
  }

  static String path(String inApp) {
    return "/Hub/" + Site.APP + "/" + inApp;
  }
}
