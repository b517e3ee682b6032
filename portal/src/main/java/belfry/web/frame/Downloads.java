package belfry.web.frame;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** How a browser is told to keep what it gets, and under which name (RFC 6266). */
public final class Downloads {
  private Downloads() {}

  /** The value of {@code Content-Disposition}. */
  public static String named(String file) {
    return "attachment; filename*=UTF-8''"
        + URLEncoder.encode(file, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
