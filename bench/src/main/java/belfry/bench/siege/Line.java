package belfry.bench.siege;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** One connection to the portal, from an address of one's choice. */
final class Line implements AutoCloseable {
  private static final Pattern BEGIN = Pattern.compile("(?=HTTP/1\\.1 \\d{3} )");
  private static final Pattern HEAD_END = Pattern.compile("\r\n\r\n");
  private static final int PATIENCE = 180_000;
  private static final int BEAT = 1_000;
  private static final int MOST_KEPT = 4_096;

  private final Socket socket;
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

  private Line(Socket socket) {
    this.socket = socket;
  }

  static Line open(String from, int port) throws IOException {
    return open(from, port, 0);
  }

  /**
   * The same.
   *
   * @param room for how many bytes that were not read yet; 0 for as many as usual
   */
  static Line open(String from, int port, int room) throws IOException {
    var socket = new Socket();
    try {
      if (room > 0) {
        socket.setReceiveBufferSize(room);
      }
      socket.setTcpNoDelay(true);
      socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), PATIENCE);
      socket.setSoTimeout(PATIENCE);
      return new Line(socket);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  Line write(String text) throws IOException {
    return write(text.getBytes(StandardCharsets.US_ASCII));
  }

  Line write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** All that comes until the other side ends it. */
  Answer answer() throws IOException {
    return Answer.of(socket.getInputStream().readAllBytes());
  }

  /** What comes up to these words; empty of them where the other side ends it before. */
  Answer until(String words) throws IOException {
    var all = new ByteArrayOutputStream();
    var buffer = new byte[4_096];
    for (var read = socket.getInputStream().read(buffer);
        read >= 0;
        read = socket.getInputStream().read(buffer)) {
      all.write(buffer, 0, read);
      if (all.toString(StandardCharsets.UTF_8).contains(words)) {
        break;
      }
    }
    return Answer.of(all.toByteArray());
  }

  /** The next so many answers, of a connection that goes on after them; fewer where it ends. */
  List<Answer> answers(int count) throws IOException {
    var all = new ByteArrayOutputStream();
    var buffer = new byte[8_192];
    var text = "";
    while (HEAD_END.splitAsStream(text).skip(count).findAny().isEmpty()) {
      var read = socket.getInputStream().read(buffer);
      if (read < 0) {
        break;
      }
      all.write(buffer, 0, read);
      // Something follows the last end, so that it counts.
      text = all.toString(StandardCharsets.UTF_8) + " ";
    }
    return BEGIN
        .splitAsStream(text)
        .filter(one -> one.startsWith("HTTP/") && HEAD_END.matcher(one).find())
        .map(one -> Answer.of(one.getBytes(StandardCharsets.UTF_8)))
        .toList();
  }

  /** Listens for a second at most; false once the other side has ended it. */
  boolean lasts() throws IOException {
    socket.setSoTimeout(BEAT);
    var buffer = new byte[8_192];
    try {
      var read = socket.getInputStream().read(buffer);
      heard.write(buffer, 0, Math.clamp(MOST_KEPT - heard.size(), 0, Math.max(0, read)));
      return read >= 0;
    } catch (SocketTimeoutException _) {
      return true;
    }
  }

  /** What was heard so far. */
  Answer heard() {
    return Answer.of(heard.toByteArray());
  }

  /** From now on closing it is a reset. */
  Line abrupt() throws IOException {
    socket.setSoLinger(true, 0);
    return this;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
