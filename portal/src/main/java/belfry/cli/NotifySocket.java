package belfry.cli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The socket at which systemd listens to its services (sd_notify(3), Linux). It takes datagrams,
 * which Java's own Unix sockets cannot send.
 */
final class NotifySocket {
  private static final short AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 0x80002;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int LONGEST_PATH = 107;

  private static final MethodHandle SOCKET =
      function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SEND_TO =
      function(
          "sendto",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final byte[] path;

  /** An address that begins with {@code @} is not a file but a name that only Linux knows. */
  NotifySocket(String address) {
    path = address.getBytes(UTF_8);
    if (path.length == 0 || path.length > LONGEST_PATH) {
      throw new IllegalArgumentException("NOTIFY_SOCKET: this is no socket: " + address);
    }
    if (path[0] == '@') {
      path[0] = 0;
    }
  }

  /**
   * Sends one datagram.
   *
   * @throws IOException if nobody takes it
   */
  void send(String words) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var descriptor = (int) SOCKET.invokeExact((int) AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      if (descriptor < 0) {
        throw new IOException("no socket could be opened");
      }
      try {
        var text = arena.allocateFrom(JAVA_BYTE, words.getBytes(UTF_8));
        var address = address(arena);
        var sent =
            (long)
                SEND_TO.invokeExact(
                    descriptor,
                    text,
                    text.byteSize(),
                    MSG_NOSIGNAL,
                    address,
                    Math.toIntExact(address.byteSize()));
        if (sent != text.byteSize()) {
          throw new IOException("systemd did not take: " + words);
        }
      } finally {
        var _ = (int) CLOSE.invokeExact(descriptor);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code struct sockaddr_un}, exactly as long as the name in it. */
  private MemorySegment address(Arena arena) {
    var address = arena.allocate(Short.BYTES + path.length, Short.BYTES);
    address.set(JAVA_SHORT, 0, AF_UNIX);
    MemorySegment.copy(path, 0, address, JAVA_BYTE, Short.BYTES, path.length);
    return address;
  }

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor described) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), described);
  }
}
