package belfry.standin.answers;

import static java.util.Locale.ROOT;

import belfry.standin.wire.Reply;
import java.util.UUID;

/** Answers that tell of something gone wrong, as the platform, a gateway or a proxy writes them. */
public final class Errors {
  private Errors() {}

  /** In the platform's own shape. */
  public static Reply of(int status, String description) {
    var tracking = tracking();
    var body = Json.object().put("message", description);
    body.putArray("errors").addObject().put("description", description);
    body.put("trackingId", tracking);
    return Json.reply(status, body).with("Trackingid", tracking);
  }

  /** A page that something between client and platform has written. */
  public static Reply page(int status, String title) {
    return Reply.html(
        status,
        """
        <!DOCTYPE html>
        <html><head><title>%1$s</title></head>
        <body><center><h1>%1$s</h1></center><hr><center>harbour gateway</center></body></html>
        """
            .formatted(title));
  }

  /** 200, and yet an error. */
  public static Reply inSuccess(String code) {
    var body = Json.object();
    body.putObject("errors").putObject("items").put("code", code).put("reason", "Try again later.");
    return Json.reply(body);
  }

  /** JSON that a gateway has written which does not know the platform's shape. */
  public static Reply otherJson(int status) {
    return Json.reply(status, Json.object().put("error", "not found"));
  }

  public static Reply unauthorized() {
    return of(
            401,
            "The request requires a valid access token set in the Authorization request header.")
        .with("WWW-Authenticate", "Bearer");
  }

  public static Reply throttled(long seconds) {
    return of(429, "Too many requests; try again later.")
        .with("Retry-After", Long.toString(seconds));
  }

  static String tracking() {
    return "ROUTER_" + UUID.randomUUID().toString().toUpperCase(ROOT);
  }
}
