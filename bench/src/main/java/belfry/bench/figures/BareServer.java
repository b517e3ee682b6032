package belfry.bench.figures;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.URI;

/** A server of the same framework that does nothing: what every start is measured against. */
final class BareServer {
  private BareServer() {}

  /** With {@code rehearse} it answers once and ends, for its own AOT cache. */
  public static void main(String[] arguments) throws IOException {
    var server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(Integer.parseInt(arguments[0]))
            .routing(routing -> routing.get("/status", (_, answer) -> answer.send("ok")))
            .build()
            .start();
    if (arguments.length > 1 && arguments[1].equals("rehearse")) {
      var address = URI.create("http://127.0.0.1:" + server.port() + "/status").toURL();
      try (var in = address.openStream()) {
        in.readAllBytes();
      }
      server.stop();
    }
  }
}
