package belfry.simulator.webhooks;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Carries one letter to the address of a webhook, once, signed: platform-api.md 7.2. */
final class Courier implements AutoCloseable {
  private static final List<String> HERE = List.of("localhost", "127.0.0.1", "[::1]");

  private final Duration timeout;
  private final HttpClient http;

  Courier(Duration timeout) {
    this.timeout = timeout;
    http =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  /** Whether the letter was taken. Nothing leaves this machine: elsewhere is never asked. */
  boolean delivered(Webhook.Address to, byte[] letter) throws InterruptedException {
    return delivered(to, to.secret(), letter);
  }

  /** The same from somebody who does not know the secret. */
  boolean forged(Webhook.Address to, byte[] letter) throws InterruptedException {
    return delivered(to, "guessed", letter);
  }

  private boolean delivered(Webhook.Address to, @Nullable String secret, byte[] letter)
      throws InterruptedException {
    if (!HERE.contains(to.target().getHost())) {
      return false;
    }
    var request =
        HttpRequest.newBuilder(to.target())
            .timeout(timeout)
            .header("Content-Type", "application/json;charset=UTF-8")
            .POST(BodyPublishers.ofByteArray(letter));
    if (secret != null && !secret.isEmpty()) {
      request.header("X-Spark-Signature", signature(secret, letter));
    }
    try {
      return http.send(request.build(), BodyHandlers.discarding()).statusCode() / 100 == 2;
    } catch (IOException e) {
      return false;
    }
  }

  private static String signature(String secret, byte[] letter) {
    try {
      var mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
      return HexFormat.of().formatHex(mac.doFinal(letter));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("Every Java can sign with SHA-1", e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
