package belfry.web.frame;

import belfry.base.Feed;
import belfry.base.Time;
import belfry.http.ApiJson;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A live view: an event stream (WHATWG HTML, 9.2) that carries the whole object whenever it
 * changed, at most four times a second. A comment is sent when nothing happens, so that both ends
 * notice a broken connection.
 */
public final class Live implements AutoCloseable {
  private static final String TYPE = "text/event-stream";
  private static final Duration BETWEEN = Duration.ofMillis(250);
  private static final Duration POLL = Duration.ofSeconds(1);

  /**
   * That a reader has left shows at the second write. Until then their place is taken, and whoever
   * looks at one job after the other leaves many.
   */
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);

  private static final Duration RIGHTS = Duration.ofSeconds(2);

  /** A page uses one or two. */
  private static final int MOST_EACH = 24;

  private static final int MOST_IN_ALL = 256;

  private final Predicate<Caller> mayStay;
  private final Feed feed;
  private final Time time;
  private final Places places = new Places("live views", MOST_EACH, MOST_IN_ALL);
  private final Map<Object, Shared> views = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public Live(Predicate<Caller> mayStay, Feed feed, Time time) {
    this.mayStay = mayStay;
    this.feed = feed;
    this.time = time;
  }

  /** Clients that are generated from the description accept all that it names, and want JSON. */
  public static boolean wanted(Request request) {
    return request.accepts(TYPE) && !request.accepts("application/json");
  }

  /**
   * Streams a view until the reader leaves or it ends.
   *
   * @param reader the reader, whose rights are checked again every few seconds
   * @param name identifies this view among all that the reader may see
   * @param view the object; empty once it no longer exists
   * @throws Problem.Thrown if there are too many readers
   */
  public Reply stream(Caller reader, Object name, Supplier<Optional<Object>> view) {
    var place = places.take(reader.personId().value(), Duration.ZERO);
    // With another credential the same person may see less of it.
    var key = List.of(reader.app().name(), reader.personId(), reader.role(), name);
    // Proxies that buffer answers would delay it (nginx).
    return Reply.stream(TYPE, place, out -> follow(out, reader, key, view))
        .with("X-Accel-Buffering", "no");
  }

  private void follow(OutputStream out, Caller reader, Object key, Supplier<Optional<Object>> view)
      throws IOException {
    var shared = views.compute(key, (_, open) -> (open == null ? new Shared() : open).joined());
    try {
      follow(out, reader, () -> shared.at(feed.version(reader.app().name().value()), view));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      views.computeIfPresent(key, (_, open) -> open.left() ? null : open);
    }
  }

  private void follow(OutputStream out, Caller reader, Supplier<Optional<byte[]>> view)
      throws IOException, InterruptedException {
    var topic = reader.app().name().value();
    var checked = time.nanos();
    send(out, "retry: 2000\n\n");
    var last = new byte[0];
    var beat = time.nanos();
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
      var json = now.get();
      if (!Arrays.equals(json, last)) {
        send(out, "data: " + new String(json, StandardCharsets.UTF_8) + "\n\n");
        last = json;
        beat = time.nanos();
      } else if (time.nanos() - beat >= HEARTBEAT.toNanos()) {
        send(out, ":\n\n");
        beat = time.nanos();
      }
      time.sleep(BETWEEN);
      feed.await(topic, version, POLL.minus(BETWEEN));
    }
  }

  /** The content of a view, built once for all its readers. */
  private final class Shared {
    private int readers;
    private Optional<byte[]> json = Optional.empty();
    private long version;
    private long made;
    private boolean isMade;

    Shared joined() {
      readers++;
      return this;
    }

    /** Whether this was the last reader. */
    boolean left() {
      return --readers == 0;
    }

    /** The current view, which is at least as recent as version {@code now} of its topic. */
    synchronized Optional<byte[]> at(long now, Supplier<Optional<Object>> view) {
      var old = time.nanos() - made >= POLL.minus(BETWEEN).toNanos();
      if (!isMade || old || version != now) {
        json = view.get().map(ApiJson::write);
        version = now;
        made = time.nanos();
        isMade = true;
      }
      return json;
    }
  }

  /** Ends all streams within a second; their readers reconnect by themselves. */
  @Override
  public void close() {
    closed = true;
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
