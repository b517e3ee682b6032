package belfry.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Somebody to whom webhooks are delivered, and who may refuse or never answer. */
final class Letterbox implements AutoCloseable {
  /** What came: the raw body and its signature. */
  @SuppressWarnings("ArrayRecordComponent")
  record Letter(byte[] body, String signature) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(body);
    }
  }

  private final HttpServer server;
  private final BlockingQueue<Letter> letters = new LinkedBlockingQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile int status = 200;
  private volatile boolean silent;

  Letterbox() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  void answers(int code) {
    status = code;
  }

  void isSilent() {
    silent = true;
  }

  Letter next() throws InterruptedException {
    var letter = letters.poll(10, TimeUnit.MINUTES);
    if (letter == null) {
      throw new AssertionError("No letter came");
    }
    return letter;
  }

  int waiting() {
    return letters.size();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    var signature = exchange.getRequestHeaders().getFirst("X-Spark-Signature");
    letters.add(
        new Letter(exchange.getRequestBody().readAllBytes(), signature == null ? "" : signature));
    if (silent) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
