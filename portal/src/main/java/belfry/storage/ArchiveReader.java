package belfry.storage;

import belfry.base.FileTrouble;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads an {@link Archive} from its beginning to its end. */
final class ArchiveReader {
  private static final int BUFFER = 64 * 1024;

  private final Path file;

  ArchiveReader(Path file) {
    this.file = file;
  }

  /** Receives what is in an archive. */
  interface Receiver {
    void table(String name, List<String> columns);

    void row(List<@Nullable Object> values);
  }

  private static final Receiver NOBODY =
      new Receiver() {
        @Override
        public void table(String name, List<String> columns) {}

        @Override
        public void row(List<@Nullable Object> values) {}
      };

  /**
   * Reads all of it, and returns what it says of itself.
   *
   * @throws StorageException if anything in it is not as it was written
   */
  Archive.Header checked() {
    return read(NOBODY);
  }

  /** Hands everything to the receiver; at the end, the checksum is compared. */
  Archive.Header read(Receiver receiver) {
    try (var in =
        new BufferedInputStream(new GZIPInputStream(Files.newInputStream(file), BUFFER), BUFFER)) {
      return new Lines(in, receiver).read();
    } catch (ZipException | EOFException e) {
      throw Archive.broken("it ends too early, or was changed (" + e.getMessage() + ")");
    } catch (IOException e) {
      throw new StorageException(
          "The backup " + file + " cannot be read: " + FileTrouble.words(e), e);
    }
  }

  /** One reading. */
  private static final class Lines {
    private final InputStream in;
    private final Receiver receiver;
    private final MessageDigest digest = ArchiveWriter.sha256();
    private final Map<String, Long> rows = new LinkedHashMap<>();
    private String table = "";
    private int columns;

    Lines(InputStream in, Receiver receiver) {
      this.in = in;
      this.receiver = receiver;
    }

    private Archive.Header read() throws IOException {
      var header = header();
      while (true) {
        var line = line();
        if (line.startsWith("{\"rows\"")) {
          end(value(line, Archive.End.class));
          return header;
        }
        add(line);
        if (line.startsWith("[")) {
          row(line);
        } else {
          begin(value(line, Archive.Table.class));
        }
      }
    }

    private Archive.Header header() throws IOException {
      var line = line();
      add(line);
      var header = value(line, Archive.Header.class);
      if (header.format() > Archive.FORMAT) {
        throw new StorageException(
            "This backup was written by a newer version (%s). Use that version or a newer one"
                .formatted(header.program()));
      }
      if (header.format() < 1) {
        throw Archive.broken("it does not begin as one");
      }
      return header;
    }

    private void begin(Archive.Table next) {
      table = next.table();
      columns = next.columns().size();
      if (rows.put(table, 0L) != null) {
        throw Archive.broken("it has the table " + table + " twice");
      }
      receiver.table(table, next.columns());
    }

    private void row(String line) throws IOException {
      var values = new ArrayList<@Nullable Object>(columns);
      try (var json = Archive.JSON.createParser(line)) {
        json.nextToken();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          values.add(
              switch (json.currentToken()) {
                case VALUE_NULL -> null;
                case VALUE_NUMBER_INT -> json.getLongValue();
                case VALUE_STRING -> json.getText();
                case START_OBJECT -> {
                  json.nextToken();
                  json.nextToken();
                  var bytes = json.getBinaryValue();
                  json.nextToken();
                  yield bytes;
                }
                default -> throw Archive.broken("a row of " + table + " cannot be read");
              });
        }
      }
      if (values.size() != columns) {
        throw Archive.broken("a row of " + table + " is too short or too long");
      }
      rows.merge(table, 1L, Long::sum);
      receiver.row(values);
    }

    private void end(Archive.End end) throws IOException {
      if (!end.rows().equals(rows)
          || !end.sha256().equals(HexFormat.of().formatHex(digest.digest()))
          || in.read() >= 0) {
        throw Archive.broken("its checksum is wrong");
      }
    }

    private void add(String line) {
      digest.update(line.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) '\n');
    }

    private String line() throws IOException {
      var bytes = new ByteArrayOutputStream(256);
      for (var one = in.read(); one != '\n'; one = in.read()) {
        if (one < 0) {
          throw new EOFException("the last line is missing");
        }
        bytes.write(one);
      }
      return bytes.toString(StandardCharsets.UTF_8);
    }

    private static <T> T value(String line, Class<T> type) {
      try {
        return Json.read(line, type);
      } catch (StorageException e) {
        throw new StorageException("This backup is damaged or no backup: a line is no JSON", e);
      }
    }
  }
}
