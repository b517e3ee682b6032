package belfry.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * A directory that only the user who runs Belfry can read, whatever the umask. Its files contain
 * messages, addresses and encrypted tokens.
 */
final class PrivateDirectory {
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private final Path path;
  private final boolean posix;

  private PrivateDirectory(Path path) {
    this.path = path;
    posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Creates the directory if it is missing, and closes it to others.
   *
   * @param setting the setting that named it
   * @throws StorageException if it belongs to somebody else
   */
  static PrivateDirectory of(Path path, String setting) throws IOException {
    create(path);
    var directory = new PrivateDirectory(path);
    if (directory.posix) {
      var owner = Files.getOwner(path);
      var self = directory.self();
      if (!owner.equals(self)) {
        throw new StorageException(
            "%s: the directory %s belongs to %s, and Belfry runs as %s. Give it to that user (chown -R), or name another."
                .formatted(setting, path, owner.getName(), self.getName()));
      }
      Files.setPosixFilePermissions(path, DIRECTORY);
    }
    return directory;
  }

  /** Creates it if it is missing, with what is missing above it. */
  static void create(Path path) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(path, PosixFilePermissions.asFileAttribute(DIRECTORY));
    } else {
      Files.createDirectories(path);
    }
  }

  /** The owner of files that this process creates. */
  private UserPrincipal self() throws IOException {
    var probe = Files.createTempFile(path, "belfry-", ".owner");
    try {
      return Files.getOwner(probe);
    } finally {
      Files.delete(probe);
    }
  }

  /** A file in it that only its owner can read; created if it is missing. */
  Path file(String name) throws IOException {
    var file = path.resolve(name);
    if (!posix) {
      return file;
    }
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
    } catch (FileAlreadyExistsException _) {
      close(name);
    }
    return file;
  }

  /** Closes all files that are in it now. */
  void closeAll() throws IOException {
    try (var files = Files.list(path)) {
      for (var file : files.toList()) {
        close(file.getFileName().toString());
      }
    }
  }

  /** Closes a file to others, if it exists. */
  void close(String name) throws IOException {
    var file = path.resolve(name);
    if (posix && Files.exists(file)) {
      Files.setPosixFilePermissions(file, FILE);
    }
  }
}
