package belfry.standin.hooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import belfry.standin.answers.Json;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Brings an event to whom it is for, once. */
final class Courier implements AutoCloseable {
  private static final String HMAC = "HmacSHA1";
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /** Whether it was taken: any 2xx. */
  boolean brings(Webhook webhook, ObjectNode event) {
    var body = Json.bytes(event);
    var request =
        HttpRequest.newBuilder(webhook.target())
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body));
    webhook.secret().ifPresent(secret -> request.header("X-Spark-Signature", sign(secret, body)));
    try {
      var status = http.send(request.build(), BodyHandlers.discarding()).statusCode();
      return status >= 200 && status < 300;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** In hexadecimal, small letters. */
  private static String sign(String secret, byte[] body) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), HMAC));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no " + HMAC, e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
