package belfry.cli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;

import belfry.testing.Await;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Listens at a Unix datagram socket, as systemd does: all the time, because whoever writes to one
 * that is full waits for it.
 */
final class DatagramEar implements AutoCloseable {
  private static final short AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 0x80002;
  private static final int SHUT_RDWR = 2;
  private static final int LONGEST = 200;

  private static final MethodHandle SOCKET =
      function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle BIND =
      function("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle READ =
      function("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle SHUTDOWN =
      function("shutdown", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final int descriptor;
  private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final Thread listening;

  DatagramEar(String name) {
    try (var arena = Arena.ofConfined()) {
      var path = name.getBytes(UTF_8);
      if (path[0] == '@') {
        path[0] = 0;
      }
      var address = arena.allocate(Short.BYTES + path.length, Short.BYTES);
      address.set(JAVA_SHORT, 0, AF_UNIX);
      MemorySegment.copy(path, 0, address, JAVA_BYTE, Short.BYTES, path.length);
      descriptor = (int) SOCKET.invokeExact((int) AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      if ((int) BIND.invokeExact(descriptor, address, (int) address.byteSize()) != 0) {
        throw new IllegalStateException("cannot listen at " + name);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    listening = Thread.ofPlatform().daemon().start(this::listen);
  }

  private void listen() {
    try (var arena = Arena.ofConfined()) {
      var text = arena.allocate(LONGEST);
      var length = (long) READ.invokeExact(descriptor, text, text.byteSize());
      while (length > 0) {
        heard.add(new String(text.asSlice(0, length).toArray(JAVA_BYTE), UTF_8));
        length = (long) READ.invokeExact(descriptor, text, text.byteSize());
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The next datagram; waits for it. */
  String hear() throws InterruptedException {
    var patience = Await.patience(Duration.ofMinutes(1));
    var next = heard.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new AssertionError("Nothing was heard in " + patience);
    }
    return next;
  }

  /** The first datagram that says something else. */
  String hearAfter(String repeated) throws InterruptedException {
    var heard = hear();
    while (heard.equals(repeated)) {
      heard = hear();
    }
    return heard;
  }

  @Override
  public void close() {
    try {
      var _ = (int) SHUTDOWN.invokeExact(descriptor, SHUT_RDWR);
      listening.join();
      var _ = (int) CLOSE.invokeExact(descriptor);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor described) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), described);
  }
}
