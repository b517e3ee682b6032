package belfry.cli.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * What a portal on this machine answers to {@code GET /status} and the like, asked past any proxy.
 */
public record OwnStatus(int code, String body) {
  private static final int MOST_BYTES = 64 * 1024;

  /** Where this machine reaches the portal, also if it listens on all addresses. */
  public static URI address(String host, int port, String path) {
    var reached = List.of("0.0.0.0", "::", "[::]").contains(host) ? "127.0.0.1" : host;
    try {
      return new URI("http", null, reached, port, path, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Asks it, with this patience for the connection and for the answer. */
  public static OwnStatus ask(URI address, Duration patience) throws IOException {
    var connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(Math.toIntExact(patience.toMillis()));
    connection.setReadTimeout(Math.toIntExact(patience.toMillis()));
    try {
      var code = connection.getResponseCode();
      var well = code < HttpURLConnection.HTTP_BAD_REQUEST;
      try (var body = well ? connection.getInputStream() : connection.getErrorStream()) {
        var bytes = body == null ? new byte[0] : body.readNBytes(MOST_BYTES);
        return new OwnStatus(code, new String(bytes, StandardCharsets.UTF_8));
      }
    } finally {
      connection.disconnect();
    }
  }

  /** Its checks, by their names; missing if this is not what a portal answers. */
  JsonNode checks() throws IOException {
    return json().path("checks");
  }

  public JsonNode json() throws IOException {
    return new ObjectMapper().readTree(body);
  }
}
