package belfry.platform;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * A request's body that asks for leave at the very moment it would be written. Until then nothing
 * the platform could act on has left this machine.
 */
final class Body extends HttpEntityWrapper {
  private final BooleanSupplier leave;
  private volatile boolean released;

  Body(byte[] bytes, ContentType type, BooleanSupplier leave) {
    super(new ByteArrayEntity(bytes, type));
    this.leave = leave;
  }

  Body(byte[] bytes, ContentType type) {
    this(bytes, type, () -> true);
  }

  boolean released() {
    return released;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (!leave.getAsBoolean()) {
      throw new IOException("the deadline for sending had passed");
    }
    released = true;
    super.writeTo(out);
  }
}
