package belfry.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which nodes of a data directory have ended. Each keeps a file with its name locked there, and the
 * system releases the lock when the process ends, also when it is killed. So a node that is started
 * again need not wait until the lease of the one before has passed.
 */
final class NodeMarks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeMarks.class);
  private static final Pattern NAME = Pattern.compile("[0-9a-f-]{36}");

  /** A mark that is not locked yet. */
  private static final String UNFINISHED = ".new";

  /** Of this process, whose locks would be lost if it opened and closed such a file again. */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final Map<Path, FileChannel> held = new HashMap<>();
  private final Set<String> ended = ConcurrentHashMap.newKeySet();

  NodeMarks(Path data) {
    directory = data.resolve("nodes").toAbsolutePath();
  }

  /**
   * Marks a node of this process as running, until {@link #close}; and removes the marks of those
   * that have ended. Where nothing can be written, other nodes have to wait for the lease.
   *
   * @param node a UUID in lower case
   */
  synchronized void runs(String node) {
    try {
      PrivateDirectory.of(directory, "BELFRY_DATA");
      try (var marks = Files.list(directory)) {
        marks.map(mark -> mark.getFileName().toString()).forEach(this::hasEnded);
      }
      var mark = directory.resolve(node);
      var unfinished = directory.resolve(node + UNFINISHED);
      var channel =
          PrivateFile.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      OURS.add(mark);
      held.put(mark, channel);
      if (channel.tryLock() != null) {
        Files.move(unfinished, mark, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException | StorageException e) {
      LOG.info(
          "{} cannot be used ({}), so after a kill this node's apps wait until its lease has passed",
          directory,
          e.toString());
    }
  }

  /** Whether this node ran here and has ended; false if that is not known. */
  boolean hasEnded(String node) {
    if (ended.contains(node)) {
      return true;
    }
    var mark = directory.resolve(NAME.matcher(node).matches() ? node : "none");
    if (OURS.contains(mark) || !Files.exists(mark)) {
      return false;
    }
    try (var channel = FileChannel.open(mark, StandardOpenOption.WRITE)) {
      if (channel.tryLock() == null) {
        return false;
      }
      Files.delete(mark);
      ended.add(node);
      return true;
    } catch (IOException e) {
      LOG.debug("Whether node {} has ended cannot be seen: {}", node, e.toString());
      return false;
    }
  }

  /** The nodes of this process have ended. */
  @Override
  public synchronized void close() {
    held.forEach((mark, channel) -> {
      try (channel) {
        Files.deleteIfExists(mark);
      } catch (IOException e) {
        LOG.debug("The mark {} stays: {}", mark, e.toString());
      }
      OURS.remove(mark);
    });
    held.clear();
  }
}
