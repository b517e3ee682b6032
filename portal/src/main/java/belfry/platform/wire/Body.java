package belfry.platform.wire;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * A request body that asks for permission at the moment of writing. Until then, nothing that the
 * platform could act on has left this machine. A long body asks repeatedly; one that is broken off
 * before its end is not a message.
 */
public final class Body extends HttpEntityWrapper {
  public static final String TOO_LATE = "the deadline for sending had passed";

  private static final int AT_ONCE = 64 * 1024;

  private final BooleanSupplier leave;
  private final BooleanSupplier further;
  private volatile boolean released;
  private volatile boolean heldBack;
  private volatile Runnable abort = () -> {};

  /**
   * A body.
   *
   * @param leave asked before the first byte
   * @param further asked before each 64 KiB
   */
  public Body(HttpEntity entity, BooleanSupplier leave, BooleanSupplier further) {
    super(entity);
    this.leave = leave;
    this.further = further;
  }

  public Body(byte[] bytes, ContentType type, BooleanSupplier leave) {
    this(new ByteArrayEntity(bytes, type), leave, () -> true);
  }

  public Body(byte[] bytes, ContentType type) {
    this(bytes, type, () -> true);
  }

  public boolean released() {
    return released;
  }

  /** Whether it was not permitted to leave. */
  boolean heldBack() {
    return heldBack;
  }

  /**
   * Sets what breaks the connection off. Closing it would still write the headers, and the platform
   * may count a request of which it has only these.
   */
  void onHeldBack(Runnable breakOff) {
    abort = breakOff;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (!leave.getAsBoolean()) {
      heldBack = true;
      abort.run();
      throw new IOException(TOO_LATE);
    }
    released = true;
    super.writeTo(new Pieces(out));
  }

  /** Writes one piece at a time. */
  private final class Pieces extends FilterOutputStream {
    private Pieces(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (var done = 0; done < length; done += AT_ONCE) {
        if (!further.getAsBoolean()) {
          throw new IOException("the time for sending was over before its end");
        }
        out.write(bytes, offset + done, Math.min(AT_ONCE, length - done));
      }
    }
  }
}
