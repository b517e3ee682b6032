package belfry.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import java.io.UncheckedIOException;

/** A connection that records at any time who is waiting: Belfry or the client. */
final class Seated {
  private final ConnectionContext context;
  private final Seats.Seat seat;
  private final SlowRequests slow;

  private Seated(ConnectionContext context, Seats.Seat seat, SlowRequests slow) {
    this.context = context;
    this.seat = seat;
    this.slow = slow;
  }

  /** Nothing has been read from {@code context} yet; from now on all reading goes through this. */
  static ConnectionContext of(ConnectionContext context, Seats.Seat seat, SlowRequests slow) {
    var seated = new Seated(context, seat, slow);
    return new Rewired(
        context, DataReader.create(seated::next), seated.new Watched(context.dataWriter()));
  }

  /** The next bytes. At the end of input there is nobody to answer, so Helidon must not try. */
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

  /** The output, which records while the client is reading it. */
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
}
