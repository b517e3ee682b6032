package belfry.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A new file that only its owner can read. */
public final class PrivateFile {
  private PrivateFile() {}

  /**
   * Creates an empty one.
   *
   * @throws StorageException if there is such a file
   */
  public static void create(Path file) throws IOException {
    try {
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException e) {
      throw new StorageException(file + " exists already. Name another file, or move it away", e);
    }
  }
}
