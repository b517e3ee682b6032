package belfry.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Temporary directories and free ports. */
final class Places {
  private Places() {}

  static Path directory(String prefix) {
    try {
      return Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new DemoException("there is no place for a temporary directory", e);
    }
  }

  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new DemoException("there is no free port", e);
    }
  }

  static void write(Path file, String content) {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new DemoException(file + " cannot be written", e);
    }
  }

  /** Deletes it with all that is in it. */
  static void remove(Path directory) {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new DemoException(directory + " cannot be removed", e);
    }
  }
}
