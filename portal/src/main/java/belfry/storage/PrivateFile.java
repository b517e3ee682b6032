package belfry.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A new file that only its owner can read. */
public final class PrivateFile {
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  private PrivateFile() {}

  /** Opens it for writing, and creates it as these options say. */
  static FileChannel open(Path file, StandardOpenOption... options) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? FileChannel.open(file, Set.of(options), PosixFilePermissions.asFileAttribute(OWNERS))
        : FileChannel.open(file, options);
  }

  /**
   * Creates an empty one.
   *
   * @throws StorageException if there is such a file
   */
  public static void create(Path file) throws IOException {
    try {
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNERS));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException e) {
      throw new StorageException(file + " exists already. Name another file, or move it away", e);
    }
  }
}
