package belfry.hooks;

import belfry.base.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what programs are told: {@code v1,} and the HMAC-SHA256 of id, time and body in base64
 * (Standard Webhooks, 1.0.0).
 */
final class HookSignature {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "whsec_";
  private static final SecureRandom RANDOM = new SecureRandom();

  private HookSignature() {}

  /** A new secret of 256 bits, as it is shown once. */
  static Secret newSecret() {
    var bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return new Secret(PREFIX + Base64.getEncoder().encodeToString(bytes));
  }

  /** The header {@code webhook-signature}, with one signature for each of these secrets. */
  static String of(List<Secret> secrets, String name, Instant at, String body) {
    var signed = "%s.%d.%s".formatted(name, at.getEpochSecond(), body);
    return secrets.stream()
        .map(secret -> "v1," + mac(secret, signed))
        .collect(Collectors.joining(" "));
  }

  private static String mac(Secret secret, String signed) {
    try {
      var key = Base64.getDecoder().decode(secret.reveal().substring(PREFIX.length()));
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has HmacSHA256", e);
    }
  }
}
