package belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program that is told what happens, as somebody else would write it: its signatures are verified
 * by the library of Standard Webhooks.
 */
public final class HookReceiver implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_SECONDS = 60;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LinkedBlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private volatile Behaviour behaviour = answering(204);

  /** How it answers, after it has read what was sent. */
  public interface Behaviour {
    void answer(HttpExchange exchange) throws IOException, InterruptedException;
  }

  /** Answers with this status and no body. */
  public static Behaviour answering(int status) {
    return exchange -> exchange.sendResponseHeaders(status, -1);
  }

  /** What was sent to it. */
  public record Received(
      String path, String id, long timestamp, String signatures, String type, String body) {
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new AssertionError(body, e);
      }
    }

    public String event() {
      return json().path("type").asText();
    }

    public JsonNode data() {
      return json().path("data");
    }

    /** Whether a program with this secret accepts it, at this time. */
    public boolean isAccepted(String secret) {
      try {
        new Webhook(secret)
            .verify(
                body,
                Map.of(
                    "webhook-id", List.of(id),
                    "webhook-timestamp", List.of(Long.toString(timestamp)),
                    "webhook-signature", List.of(signatures)));
        return true;
      } catch (WebhookVerificationException | EmptyWebhookSecretException _) {
        return false;
      }
    }

    /** Whether one of its signatures was made with this secret, whenever. */
    public boolean isSigned(String secret) {
      try {
        return Arrays.asList(signatures.split(" ", -1))
            .contains(new Webhook(secret).sign(id, timestamp, body));
      } catch (WebhookSigningException | EmptyWebhookSecretException e) {
        throw new AssertionError(e);
      }
    }
  }

  public HookReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::take);
    server.setExecutor(threads);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = exchange.getRequestHeaders();
      received.add(
          new Received(
              exchange.getRequestURI().getPath(),
              headers.getFirst("webhook-id"),
              Long.parseLong(headers.getFirst("webhook-timestamp")),
              headers.getFirst("webhook-signature"),
              headers.getFirst("Content-Type"),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      behaviour.answer(exchange);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/belfry");
  }

  public void behave(Behaviour how) {
    behaviour = how;
  }

  /** The next thing that was sent to it, as soon as it is there. */
  public Received next() {
    try {
      var next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing was sent");
      }
      return next;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How much was sent to it and not looked at yet. */
  public int waiting() {
    return received.size();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
