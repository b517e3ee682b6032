package belfry.storage;

import belfry.base.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The keys that protect stored secrets: one {@code name:base64} on each line, 32 bytes each. The
 * first key encrypts; the others only decrypt.
 */
public final class Keyring {
  private static final int KEY_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** No dot, because a dot ends the key's name in front of encrypted and signed values. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private final Path file;
  private final Map<String, byte[]> keys;

  private Keyring(Path file, Map<String, byte[]> keys) {
    this.file = file;
    this.keys = keys;
  }

  /**
   * Reads the operator's file. Without one, keeps its own file (mode 0600) in {@code data/keys}, if
   * a single process owns everything.
   *
   * @throws StorageException if the file is malformed, or if several nodes would each create their
   *     own
   */
  public static Keyring open(Optional<Path> operatorsFile, Path data, boolean exclusive) {
    if (operatorsFile.isPresent()) {
      return read(operatorsFile.get(), "BELFRY_KEY_FILE");
    }
    if (!exclusive) {
      throw new StorageException(
          "BELFRY_KEY_FILE is not set. On PostgreSQL all nodes must share one key: write a file"
              + " with the line k1:<44 characters> (make them with: openssl rand -base64 32) and"
              + " point BELFRY_KEY_FILE to it.");
    }
    var file = data.resolve("keys").resolve("belfry.keys");
    if (!Files.exists(file)) {
      write(file, List.of(fresh(unlike(List.of()))));
    }
    return read(file, "BELFRY_DATA");
  }

  /** Where the keys are. */
  public static Path file(Optional<Path> operatorsFile, Path data) {
    return operatorsFile.orElseGet(() -> data.resolve("keys").resolve("belfry.keys"));
  }

  /**
   * The keys that are there, of the operator's file or our own; nothing is created.
   *
   * @throws StorageException if there are none, or the file is malformed
   */
  public static Keyring existing(Optional<Path> operatorsFile, Path data) {
    return operatorsFile
        .map(file -> read(file, "BELFRY_KEY_FILE"))
        .orElseGet(() -> read(data.resolve("keys").resolve("belfry.keys"), "BELFRY_DATA"));
  }

  /** Puts a new key in front; the old ones stay for decryption. */
  public Keyring rotated() {
    var lines = new ArrayList<String>();
    lines.add(fresh(unlike(keys.keySet())));
    keys.forEach((name, key) -> lines.add(name + ":" + Base64.getEncoder().encodeToString(key)));
    write(file, lines);
    return read(file, "the key file");
  }

  String active() {
    return keys.keySet().iterator().next();
  }

  Optional<byte[]> key(String name) {
    return Optional.ofNullable(keys.get(name)).map(byte[]::clone);
  }

  /** A name for a new key that none of these has. */
  public static String unlike(Collection<String> names) {
    return "k" + (names.stream().mapToInt(Keyring::number).max().orElse(0) + 1);
  }

  /** A name for a new key that neither any of these has nor one in the file. */
  public String newName(Collection<String> names) {
    return unlike(Stream.concat(names.stream(), keys.keySet().stream()).toList());
  }

  private static int number(String name) {
    return name.matches("k\\d{1,6}") ? Integer.parseInt(name.substring(1)) : 0;
  }

  private static String fresh(String name) {
    var key = new byte[KEY_BYTES];
    RANDOM.nextBytes(key);
    return name + ":" + Base64.getEncoder().encodeToString(key);
  }

  private static Keyring read(Path file, String setting) {
    var keys = new LinkedHashMap<String, byte[]>();
    try {
      for (var line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        var colon = line.indexOf(':');
        var name = line.substring(0, Math.max(colon, 0)).strip();
        var key = decoded(line.substring(colon + 1).strip());
        if (!NAME.matcher(name).matches()
            || key.length != KEY_BYTES
            || keys.put(name, key) != null) {
          throw new StorageException(
              "%s: in %s each line must be name:base64 with 32 bytes, each name once and of letters, digits, - and _"
                  .formatted(setting, file));
        }
      }
    } catch (IOException e) {
      throw new StorageException(
          setting + ": cannot read the key file " + file + ": " + FileTrouble.words(e), e);
    }
    if (keys.isEmpty()) {
      throw new StorageException(setting + ": the key file " + file + " holds no key");
    }
    return new Keyring(file, keys);
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }

  /**
   * Written to a temporary file and moved, so that a crash leaves the old file or the new one,
   * never half a file.
   */
  private static void write(Path file, List<String> lines) {
    try {
      PrivateDirectory.create(Objects.requireNonNull(file.toAbsolutePath().getParent()));
      var beside = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(beside);
      Files.createFile(
          beside,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try (var channel = java.nio.channels.FileChannel.open(beside, StandardOpenOption.WRITE)) {
        var bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        channel.write(java.nio.ByteBuffer.wrap(bytes));
        channel.force(true);
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StorageException(
          "Cannot write the key file " + file + ": " + FileTrouble.words(e), e);
    }
  }
}
