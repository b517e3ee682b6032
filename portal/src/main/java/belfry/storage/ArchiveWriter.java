package belfry.storage;

import belfry.base.FileTrouble;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the tables of a snapshot into an {@link Archive}. */
public final class ArchiveWriter {
  private static final int BUFFER = 64 * 1024;

  private ArchiveWriter() {}

  /**
   * Writes a file that only its owner can read, and returns how many rows are in it. Until it is
   * complete, it has another name.
   *
   * @param header the schema and the engine in it are ignored: the snapshot knows them
   * @throws StorageException if there is such a file, or it cannot be written
   */
  public static long write(Snapshot snapshot, Archive.Header header, Path file) {
    if (Files.exists(file)) {
      throw new StorageException(file + " exists already. Name another file, or move it away");
    }
    var part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.deleteIfExists(part);
      var rows = written(snapshot, header, part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      return rows;
    } catch (AccessDeniedException e) {
      throw new StorageException(
          "The backup cannot be written to %s: user %s may not write there. Name a file in a directory where they may"
              .formatted(file, System.getProperty("user.name")),
          e);
    } catch (IOException e) {
      throw new StorageException(
          "The backup cannot be written to " + file + ": " + FileTrouble.words(e), e);
    } finally {
      part.toFile().delete();
    }
  }

  private static long written(Snapshot snapshot, Archive.Header header, Path part)
      throws IOException {
    PrivateFile.create(part);
    try (var channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      var out = new Fast(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER));
      var lines = new DigestOutputStream(out, sha256());
      var named =
          new Archive.Header(
              Archive.FORMAT,
              snapshot.schema(),
              header.program(),
              snapshot.engine(),
              header.made(),
              header.keys());
      line(lines, named);
      var rows = new LinkedHashMap<String, Long>();
      for (var table : snapshot.tables()) {
        line(lines, new Archive.Table(table.name(), table.columns()));
        rows.put(table.name(), rows(snapshot, table, lines));
      }
      var end = new Archive.End(rows, HexFormat.of().formatHex(lines.getMessageDigest().digest()));
      lines.on(false);
      line(lines, end);
      out.finish();
      out.flush();
      channel.force(true);
      return end.sum();
    }
  }

  private static void line(OutputStream lines, Object value) throws IOException {
    lines.write((Json.write(value) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static long rows(Snapshot snapshot, Snapshot.Table table, OutputStream lines)
      throws IOException {
    var count = new long[1];
    try (var json = Archive.JSON.createGenerator(lines)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setRootValueSeparator(null);
      snapshot.read(
          table,
          values -> {
            try {
              json.writeStartArray();
              for (var value : values) {
                write(json, value);
              }
              json.writeEndArray();
              json.writeRaw('\n');
            } catch (IOException e) {
              throw new StorageException(
                  "The backup cannot be written: " + FileTrouble.words(e), e);
            }
            count[0]++;
          });
    }
    return count[0];
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Number number -> json.writeNumber(number.longValue());
      case String text -> json.writeString(text);
      case byte[] bytes -> {
        json.writeStartObject();
        json.writeBinaryField("bytes", bytes);
        json.writeEndObject();
      }
      default ->
          throw new StorageException("A value of " + value.getClass() + " cannot be backed up");
    }
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Compresses as fast as possible, because a backup must not take the processors from sending. */
  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
