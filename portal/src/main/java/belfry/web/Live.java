package belfry.web;

import belfry.base.Feed;
import belfry.base.Time;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A view that stays up to date: an event stream (WHATWG HTML, 9.2) that carries the whole object
 * when it changed, at most four times a second, and a comment when nothing happens, so that both
 * ends notice a broken line.
 */
final class Live implements AutoCloseable {
  private static final String TYPE = "text/event-stream";
  private static final Duration BETWEEN = Duration.ofMillis(250);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final Duration RIGHTS = Duration.ofSeconds(2);

  private final Predicate<Caller> mayStay;
  private final Feed feed;
  private final Time time;
  private volatile boolean closed;

  Live(Predicate<Caller> mayStay, Feed feed, Time time) {
    this.mayStay = mayStay;
    this.feed = feed;
    this.time = time;
  }

  static boolean wanted(Request request) {
    return request.accepts(TYPE);
  }

  /**
   * Streams a view until the reader leaves or it ends.
   *
   * @param reader whose rights are looked at every few seconds
   * @param view the object; empty when there is none any more
   */
  Reply stream(Caller reader, Supplier<Optional<Object>> view) {
    return Reply.stream(TYPE, out -> follow(out, reader, view));
  }

  private void follow(OutputStream out, Caller reader, Supplier<Optional<Object>> view)
      throws IOException {
    var topic = reader.app().name();
    var checked = time.nanos();
    send(out, "retry: 2000\n\n");
    var last = new byte[0];
    var beat = time.nanos();
    try {
      while (!closed) {
        var version = feed.version(topic);
        var now = view.get();
        if (time.nanos() - checked >= RIGHTS.toNanos()) {
          checked = time.nanos();
          now = mayStay.test(reader) ? now : Optional.empty();
        }
        if (now.isEmpty()) {
          send(out, "event: end\ndata: {}\n\n");
          return;
        }
        var json = ApiJson.write(now.get());
        if (!Arrays.equals(json, last)) {
          send(out, "data: " + new String(json, StandardCharsets.UTF_8) + "\n\n");
          last = json;
          beat = time.nanos();
        } else if (time.nanos() - beat >= HEARTBEAT.toNanos()) {
          send(out, ":\n\n");
          beat = time.nanos();
        }
        time.rest(BETWEEN);
        feed.await(topic, version, POLL.minus(BETWEEN));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all streams within a second; their readers come back by themselves. */
  @Override
  public void close() {
    closed = true;
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
