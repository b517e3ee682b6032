package belfry.storage;

import belfry.base.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Locks a data directory for one process. The system releases the lock even if the process is
 * killed.
 */
public final class DirectoryLock implements AutoCloseable {
  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks an existing directory.
   *
   * @param setting the setting that named it
   * @throws StorageException if another process has locked it
   */
  public static DirectoryLock take(Path directory, String setting) {
    var file = directory.resolve("belfry.lock");
    try {
      var channel = PrivateFile.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new StorageException(
            "%s: another Belfry (process %s) uses the directory %s. Stop it, or set %1$s to another directory."
                .formatted(setting, Files.readString(file).strip(), directory));
      }
      channel.truncate(0);
      var pid = Long.toString(ProcessHandle.current().pid());
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
      return new DirectoryLock(channel);
    } catch (IOException e) {
      throw new StorageException(
          setting + ": cannot lock the directory " + directory + ": " + FileTrouble.words(e), e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StorageException("Cannot let go of the data directory: " + FileTrouble.words(e), e);
    }
  }
}
