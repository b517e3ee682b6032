package belfry.base;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * What arrives over minutes, kept on disk meanwhile. Its file loses its name before anything is in
 * it, so that nothing of it is left when the process is killed.
 */
public final class Spool implements Closeable {
  private final FileChannel file;

  private Spool(FileChannel file) {
    this.file = file;
  }

  public static Spool open() throws IOException {
    var path = Files.createTempFile("belfry-", ".spool");
    try {
      return new Spool(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } finally {
      Files.delete(path);
    }
  }

  /** Where all of it is written, one after the other. */
  public OutputStream out() {
    return Channels.newOutputStream(file);
  }

  /** Reads it from its beginning. */
  public InputStream in() {
    return new InputStream() {
      private long at;

      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
      }

      @Override
      public int read(byte[] bytes, int from, int most) throws IOException {
        var read = file.read(ByteBuffer.wrap(bytes, from, most), at);
        at += Math.max(0, read);
        return read;
      }
    };
  }

  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
