package belfry.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Optional;

/** Questions to a server of this machine. */
final class Asking {
  private static final int PATIENCE_MILLIS = 2_000;

  private Asking() {}

  /** What it answers with a 200; empty if it answers anything else, or nothing. */
  static Optional<String> at(int port, String path, String token) {
    try {
      var address = URI.create("http://127.0.0.1:" + port + path).toURL();
      var connection = (HttpURLConnection) address.openConnection();
      connection.setConnectTimeout(PATIENCE_MILLIS);
      connection.setReadTimeout(PATIENCE_MILLIS);
      connection.setRequestProperty("Authorization", "Bearer " + token);
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        return Optional.empty();
      }
      try (var in = connection.getInputStream()) {
        return Optional.of(new String(in.readAllBytes(), UTF_8));
      }
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
