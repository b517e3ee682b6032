package belfry.http;

import belfry.base.Outage;
import belfry.storage.StorageException;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes a {@link Reply} to the client. */
final class ReplyWriter {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyWriter.class);

  /** The size of a piece of an answer, in bytes. */
  private static final int PIECE = 16 * 1024;

  private ReplyWriter() {}

  static void send(ServerResponse out, String method, Reply reply) {
    out.status(Status.create(reply.status()));
    var values = new TreeMap<String, List<String>>();
    reply
        .headers()
        .forEach(header ->
            values.computeIfAbsent(header.name(), _ -> new ArrayList<>()).add(header.value()));
    values.forEach((name, all) -> out.header(HeaderNames.create(name), all.toArray(String[]::new)));
    switch (reply.body()) {
      case Reply.Body.Bytes(var bytes) -> {
        if (method.equals("HEAD")) {
          // Bytes after the head would be read as the beginning of the next answer.
          out.header(HeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length)).send();
        } else if (bytes.length == 0) {
          out.send();
        } else if (bytes.length <= PIECE) {
          out.send(bytes);
        } else {
          sendPieces(out, bytes);
        }
      }
      case Reply.Body.Stream _ when method.equals("HEAD") -> out.send();
      case Reply.Body.Stream(var writer, _) -> {
        try (var stream = out.outputStream()) {
          writer.to(stream);
          end(out);
        } catch (IOException | UncheckedIOException _) {
          throw new CloseConnectionException("the reader of a stream left");
        } catch (StorageException e) {
          LOG.atLevel(Outage.level(e, Level.WARN))
              .log("A stream ended early: {}. Its reader reconnects by itself", e.getMessage());
          throw new CloseConnectionException("the stream could not go on");
        }
      }
    }
  }

  /** Helidon would copy all of it, and keep the copy until the client has read it. */
  private static void sendPieces(ServerResponse out, byte[] bytes) {
    out.header(HeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length));
    try (var stream = out.outputStream()) {
      for (var at = 0; at < bytes.length; at += PIECE) {
        stream.write(bytes, at, Math.min(PIECE, bytes.length - at));
      }
    } catch (IOException | UncheckedIOException _) {
      throw new CloseConnectionException("the reader of an answer left");
    }
  }

  /** Writes the last chunk, even if the connection is closed after it. */
  private static void end(ServerResponse out) {
    if (out instanceof RoutingResponse routed) {
      routed.commit();
    }
  }
}
