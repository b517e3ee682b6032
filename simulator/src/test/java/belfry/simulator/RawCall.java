package belfry.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** One request on a socket of its own, where every byte of the answer matters. */
final class RawCall implements AutoCloseable {
  /** How the answer ended: what came, and whether the connection was reset. */
  record End(String bytes, boolean reset) {
    String statusLine() {
      return bytes.substring(0, Math.max(0, bytes.indexOf("\r\n")));
    }

    String body() {
      return bytes.substring(bytes.indexOf("\r\n\r\n") + 4);
    }

    int contentLength() {
      var begin = bytes.indexOf("Content-Length: ") + "Content-Length: ".length();
      return Integer.parseInt(bytes.substring(begin, bytes.indexOf("\r\n", begin)));
    }
  }

  private final Socket socket;

  private RawCall(Socket socket) {
    this.socket = socket;
  }

  /** A bot sends a message to this address. */
  static RawCall message(Simulator simulator, String email) throws IOException {
    return post(simulator, Client.json("toPersonEmail", email, "markdown", "Hello"));
  }

  static RawCall post(Simulator simulator, String body) throws IOException {
    var length = body.getBytes(StandardCharsets.UTF_8).length;
    var head = "Connection: close\r\nContent-Length: " + length + "\r\n\r\n";
    return send(simulator, "POST /v1/messages", head + body);
  }

  /** Promises more than it sends, and goes away. */
  static void breakOff(Simulator simulator) throws IOException {
    try (var call = send(simulator, "POST /v1/messages", "Content-Length: 500\r\n\r\n{\"te")) {
      call.socket.shutdownOutput();
      call.end();
    }
  }

  static RawCall form(Simulator simulator, String path, String fields) throws IOException {
    var head =
        "Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: %d\r\n\r\n".formatted(fields.length());
    return send(simulator, "POST " + path, head + fields);
  }

  static RawCall get(Simulator simulator, String path) throws IOException {
    return send(simulator, "GET " + path, "Connection: close\r\n\r\n");
  }

  static RawCall head(Simulator simulator, String path) throws IOException {
    return send(simulator, "HEAD " + path, "Connection: close\r\n\r\n");
  }

  private static RawCall send(Simulator simulator, String line, String rest) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), simulator.address().getPort());
    socket.setSoTimeout(20_000);
    var head =
        "%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
            .formatted(line, simulator.botToken(0));
    socket.getOutputStream().write((head + rest).getBytes(StandardCharsets.UTF_8));
    return new RawCall(socket);
  }

  /** Reads until the connection ends. */
  End end() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(bytes);
      return new End(bytes.toString(StandardCharsets.UTF_8), false);
    } catch (SocketException e) {
      return new End(bytes.toString(StandardCharsets.UTF_8), true);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
