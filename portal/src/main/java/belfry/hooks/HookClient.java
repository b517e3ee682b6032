package belfry.hooks;

import belfry.pace.RetryAfter;
import belfry.platform.wire.OutgoingHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Posts to programs of others: once, without redirects, only to addresses that may be reached, and
 * within a time in which the whole answer must have come. Of the answer only the status counts, and
 * how long it asks to be left alone.
 */
final class HookClient implements AutoCloseable {
  /** More of an answer is not read. */
  private static final int MOST_READ = 16 * 1024;

  private static final int MOST_CONNECTIONS = 64;
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Destinations destinations;
  private final Duration timeout;
  private final HookNames names;
  private final CloseableHttpClient secure;
  private final CloseableHttpClient plain;
  private final ScheduledThreadPoolExecutor watchdog =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("webhook-watchdog").daemon().factory());

  HookClient(Destinations destinations, Duration timeout) {
    this(destinations, timeout, SystemDefaultDnsResolver.INSTANCE);
  }

  /**
   * @param system looks hosts up
   */
  HookClient(Destinations destinations, Duration timeout, DnsResolver system) {
    this.destinations = destinations;
    this.timeout = timeout;
    names = new HookNames(system, timeout);
    watchdog.setRemoveOnCancelPolicy(true);
    secure = client(true);
    plain = client(false);
  }

  /**
   * What came of a request.
   *
   * @param status 0 if there was no answer
   * @param words for people
   * @param retryAfter as it stands in the answer
   */
  record Result(int status, String words, Optional<String> retryAfter) {
    /** There was no answer. */
    static Result none(String words) {
      return new Result(0, words, Optional.empty());
    }

    boolean isTaken() {
      return status >= 200 && status < 300;
    }

    /** It wants nothing more (410, RFC 9110, 15.5.11). */
    boolean isGone() {
      return status == 410;
    }

    /** How long it asks not to be sent anything (429 and 503, RFC 9110, 10.2.3), if it does. */
    Optional<Duration> pause(Instant now) {
      return status == 429 || status == 503
          ? retryAfter.flatMap(text -> RetryAfter.asked(text, now))
          : Optional.empty();
    }
  }

  private CloseableHttpClient client(boolean withTls) {
    var connections =
        OutgoingHttp.connections(MOST_CONNECTIONS, timeout, KEPT)
            .setDnsResolver(new Checked(withTls))
            .build();
    return OutgoingHttp.client(connections, timeout).build();
  }

  /** Looks a host up and passes on what may be reached: a connection goes nowhere else. */
  private final class Checked implements DnsResolver {
    private final boolean withTls;

    private Checked(boolean withTls) {
      this.withTls = withTls;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      return destinations.reachable(host, names.addresses(host), withTls);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  /** Posts JSON. */
  Result post(URI url, Map<String, String> headers, String json) {
    if (!Destinations.hasPort(url)) {
      return Result.none("could not be reached: there is no port " + url.getPort());
    }
    var request = new HttpPost(url);
    headers.forEach(request::setHeader);
    request.setEntity(
        new StringEntity(json, ContentType.APPLICATION_JSON.withCharset(StandardCharsets.UTF_8)));
    var alarm =
        watchdog.schedule(() -> request.cancel(), timeout.toMillis(), TimeUnit.MILLISECONDS);
    var answer = new AtomicReference<@Nullable Result>();
    try {
      var client = "http".equalsIgnoreCase(url.getScheme()) ? plain : secure;
      return client.execute(
          request,
          response -> {
            var head = answered(response);
            answer.set(head);
            if (!isShort(response)) {
              request.cancel();
            }
            return head;
          });
    } catch (IOException | IllegalStateException e) {
      var head = answer.get();
      if (head != null) {
        return head;
      }
      return Result.none(
          request.isCancelled() || isSilence(e) ? "gave no answer in time" : words(e));
    } finally {
      alarm.cancel(false);
    }
  }

  private static Result answered(ClassicHttpResponse response) {
    return new Result(
        response.getCode(),
        "answered " + response.getCode(),
        Optional.ofNullable(response.getFirstHeader("Retry-After")).map(Header::getValue));
  }

  /** Reads it to its end, so that the connection can be used again, unless that is far. */
  private static boolean isShort(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return true;
    }
    var content = entity.getContent();
    return content.readNBytes(MOST_READ).length < MOST_READ;
  }

  /** The socket's own time limit, which can pass just before the watchdog's. */
  private static boolean isSilence(Exception e) {
    return e instanceof SocketTimeoutException && !(e instanceof ConnectTimeoutException);
  }

  private static String words(Exception e) {
    var message = e.getMessage();
    return "could not be reached: " + (message == null ? e.getClass().getSimpleName() : message);
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    names.close();
    secure.close(CloseMode.IMMEDIATE);
    plain.close(CloseMode.IMMEDIATE);
  }
}
