package belfry.web;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** A connection of which it is known at any time whether it is we who wait, or the other side. */
final class Seated implements ConnectionContext {
  private final ConnectionContext context;
  private final Seats.Seat seat;
  private final SlowRequests slow;
  private final DataReader reader;
  private final DataWriter writer;

  /** Nothing was read from {@code context} yet, and nothing will be but through this. */
  Seated(ConnectionContext context, Seats.Seat seat, SlowRequests slow) {
    this.context = context;
    this.seat = seat;
    this.slow = slow;
    reader = DataReader.create(this::next);
    writer = new Watched(context.dataWriter());
  }

  /** The next bytes. At their end there is nobody to answer, so that Helidon must not try. */
  private byte[] next() {
    seat.awaited();
    try {
      var bytes = context.serverSocket().get();
      if (bytes == null) {
        throw new CloseConnectionException("the other side has said all");
      }
      return bytes;
    } catch (UncheckedIOException e) {
      throw new CloseConnectionException("the other side has left", e);
    } finally {
      seat.served();
    }
  }

  /** What goes out, for as long as the other side takes it. */
  private final class Watched implements DataWriter {
    private final DataWriter to;

    Watched(DataWriter to) {
      this.to = to;
    }

    @Override
    public void write(BufferData... buffers) {
      write(BufferData.create(buffers));
    }

    @Override
    public void write(BufferData buffer) {
      watched(() -> to.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
      writeNow(BufferData.create(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
      watched(() -> to.writeNow(buffer));
    }

    private void watched(Runnable write) {
      seat.awaited();
      slow.leaving(context);
      try {
        write.run();
        seat.answered();
      } finally {
        slow.left();
        seat.served();
      }
    }

    @Override
    public void flush() {
      to.flush();
    }

    @Override
    public void close() {
      to.close();
    }
  }

  @Override
  public DataReader dataReader() {
    return reader;
  }

  @Override
  public DataWriter dataWriter() {
    return writer;
  }

  @Override
  public ListenerContext listenerContext() {
    return context.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return context.executor();
  }

  @Override
  public Router router() {
    return context.router();
  }

  @Override
  public Optional<ProxyProtocolData> proxyProtocolData() {
    return context.proxyProtocolData();
  }

  @Override
  public HelidonSocket serverSocket() {
    return context.serverSocket();
  }

  @Override
  public PeerInfo remotePeer() {
    return context.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return context.localPeer();
  }

  @Override
  public boolean isSecure() {
    return context.isSecure();
  }

  @Override
  public String socketId() {
    return context.socketId();
  }

  @Override
  public String childSocketId() {
    return context.childSocketId();
  }
}
