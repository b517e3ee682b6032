package belfry.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** SHA-256 and random values, both as base64url without padding: 43 characters. */
public final class Hash {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Hash() {}

  public static String sha256(String text) {
    return base64(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** For what is longer than a text. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** 256 random bits. */
  public static Secret random() {
    var bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return new Secret(base64(bytes));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
