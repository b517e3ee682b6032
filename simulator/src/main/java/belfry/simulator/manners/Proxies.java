package belfry.simulator.manners;

import belfry.simulator.wire.Answer;

/** What stands in front of a platform and answers in its place. */
final class Proxies {
  private Proxies() {}

  /** A success that is none. */
  static Answer.Full page() {
    return Answer.html(
        200,
        "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1>"
            + "<form method=\"post\"><input name=\"user\"></form></body></html>");
  }

  static Answer.Full refusal(int status) {
    var text = status == 403 ? "403 Forbidden" : status == 404 ? "404 Not Found" : status + "";
    return Answer.html(
        status,
        "<html><head><title>%s</title></head><body><center><h1>%s</h1></center></body></html>"
            .formatted(text, text));
  }
}
