package belfry.storage;

import belfry.base.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts secrets before they are stored, and signs data that must not be changed.
 *
 * <p>AES-256-GCM with table, column, row and key name as associated data, so one row's ciphertext
 * is useless in another row (NIST SP 800-38D).
 */
public final class Vault {
  private static final Logger LOG = LoggerFactory.getLogger(Vault.class);
  private static final String KEY_FILE = "the key file (BELFRY_KEY_FILE, else BELFRY_DATA/keys)";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Whoever has the wrong key needs no more to know it. */
  private static final int MOST_TROUBLES = 1_000;

  private final Keyring keyring;

  /** What could not be opened since the start, by the stored value. */
  private final NavigableMap<String, Trouble> troubles = new ConcurrentSkipListMap<>();

  private record Trouble(Place place, String why) {}

  public Vault(Keyring keyring) {
    this.keyring = keyring;
  }

  /** Where an encrypted value is stored; it can be decrypted only there. */
  public record Place(String table, String column, String row) {
    byte[] with(String keyName) {
      return String.join("\0", table, column, row, keyName).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** The encrypted form, {@code keyName.base64url}. */
  public String seal(Secret secret, Place place) {
    var name = keyring.active();
    var nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    var sealed =
        crypt(
            Cipher.ENCRYPT_MODE,
            name,
            nonce,
            place,
            secret.reveal().getBytes(StandardCharsets.UTF_8));
    var bytes = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
    return name + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Decrypts what {@link #seal} encrypted for the same place.
   *
   * @throws Unreadable if the key is missing, or the value was changed or moved
   */
  public Secret open(String sealed, Place place) {
    var dot = sealed.indexOf('.');
    var name = sealed.substring(0, Math.max(dot, 0));
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(sealed.substring(dot + 1));
    } catch (IllegalArgumentException e) {
      throw new Unreadable("A sealed value in " + place.table() + " is malformed", e);
    }
    if (bytes.length <= NONCE_BYTES) {
      throw new Unreadable("A sealed value in " + place.table() + " is malformed");
    }
    var nonce = Arrays.copyOf(bytes, NONCE_BYTES);
    var rest = Arrays.copyOfRange(bytes, NONCE_BYTES, bytes.length);
    try {
      return new Secret(
          new String(crypt(Cipher.DECRYPT_MODE, name, nonce, place, rest), StandardCharsets.UTF_8));
    } catch (Unreadable e) {
      if (troubles.size() < MOST_TROUBLES) {
        troubles.put(sealed, new Trouble(place, String.valueOf(e.getMessage())));
      }
      throw e;
    }
  }

  /**
   * For values that can be obtained again: one that cannot be decrypted is logged and treated as
   * absent.
   */
  public Optional<Secret> find(String sealed, Place place) {
    try {
      return Optional.of(open(sealed, place));
    } catch (StorageException e) {
      LOG.warn("{}. Continuing without this value until a new one is stored", e.getMessage());
      return Optional.empty();
    }
  }

  /** Why a stored value could not be opened since the start; empty if each could. */
  public Optional<String> trouble() {
    return Optional.ofNullable(troubles.firstEntry()).map(first -> first.getValue().why);
  }

  /** Forgets what could not be opened and was stored anew or deleted since, here or elsewhere. */
  public void lookAgain(Database database) {
    var first = troubles.firstEntry();
    while (first != null && !isThere(database, first.getKey(), first.getValue().place)) {
      troubles.remove(first.getKey());
      first = troubles.firstEntry();
    }
  }

  private static boolean isThere(Database database, String sealed, Place place) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT 1 FROM %s WHERE %s = ? LIMIT 1".formatted(place.table, place.column))
            .bind(0, sealed)
            .mapTo(Integer.class)
            .findOne()
            .isPresent());
  }

  /** The name of the key that encrypts and signs. */
  public String active() {
    return keyring.active();
  }

  /** Whether the active key encrypted this; if not, it should be re-encrypted. */
  public boolean isCurrent(String sealed) {
    return sealed.startsWith(keyring.active() + ".");
  }

  /** A signature over {@code parts} that only holders of the active key can make. */
  public String sign(String purpose, String... parts) {
    var name = keyring.active();
    return name + "." + mac(name, purpose, parts).orElseThrow();
  }

  /** Whether one of our keys, old ones included, made this signature over these parts. */
  public boolean verify(String signature, String purpose, String... parts) {
    var dot = signature.indexOf('.');
    if (dot < 1) {
      return false;
    }
    return mac(signature.substring(0, dot), purpose, parts)
        .filter(expected ->
            MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8),
                signature.substring(dot + 1).getBytes(StandardCharsets.UTF_8)))
        .isPresent();
  }

  /** The name of the key that sealed or signed this; empty if it names none. */
  public static Optional<String> keyOf(String sealed) {
    var dot = sealed.indexOf('.');
    return dot > 0 ? Optional.of(sealed.substring(0, dot)) : Optional.empty();
  }

  /** The key that a signature names, if we do not have it; the signature then cannot be checked. */
  public Optional<String> missingKey(String signature) {
    return keyOf(signature).filter(name -> keyring.key(name).isEmpty());
  }

  /**
   * Tells the key of this name from any other, and nothing else about it; empty if we do not have
   * it.
   */
  public Optional<String> fingerprint(String keyName) {
    return mac(keyName, "fingerprint");
  }

  private Optional<String> mac(String keyName, String purpose, String... parts) {
    return keyring
        .key(keyName)
        .map(key -> {
          try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            // Each purpose has its own derived key, so no signature can be passed off as another.
            var derived = mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
            mac.init(new SecretKeySpec(derived, "HmacSHA256"));
            for (var part : parts) {
              var bytes = part.getBytes(StandardCharsets.UTF_8);
              mac.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
              mac.update(bytes);
            }
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
          } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has HmacSHA256", e);
          }
        });
  }

  private byte[] crypt(int mode, String keyName, byte[] nonce, Place place, byte[] input) {
    var key =
        keyring
            .key(keyName)
            .orElseThrow(() ->
                new Unreadable(
                    "The key '%s' that sealed a value in %s is not in %s: put it back"
                        .formatted(keyName, place.table(), KEY_FILE)));
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(place.with(keyName));
      return cipher.doFinal(input);
    } catch (GeneralSecurityException e) {
      throw new Unreadable(
          "A sealed value in %s cannot be opened: it was changed or moved, or '%s' in %s is another key than the one that sealed it"
              .formatted(place.table(), keyName, KEY_FILE),
          e);
    }
  }
}
