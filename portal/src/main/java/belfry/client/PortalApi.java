package belfry.client;

import belfry.base.Clause;
import belfry.base.Secret;
import belfry.base.Time;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A portal's API for one app, as a program with a token uses it. Whatever gets no answer, or none
 * that can be understood, is asked again for a while: what changes something carries a key, so that
 * it takes effect once.
 */
public final class PortalApi implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECTED = Duration.ofSeconds(10);
  private static final Duration ANSWERED = Duration.ofSeconds(60);

  /** An answer that takes longer is said to be waited for. */
  private static final Duration SOON = Duration.ofSeconds(10);

  /** The portal takes uploads of 64 KiB a second, which may be this long. */
  private static final Duration UPLOADED = Duration.ofMinutes(5);

  private static final Duration FIRST_REST = Duration.ofMillis(250);
  private static final Duration LONGEST_REST = Duration.ofSeconds(15);

  /** Whoever waits for longer is told for what. */
  private static final Duration BRIEFLY = Duration.ofSeconds(2);

  private static final Duration SELDOM = Duration.ofMinutes(1);
  private static final int MOST_BYTES = 32 * 1024 * 1024;
  private static final int TOO_SLOW = 408;
  private static final int TOO_MANY = 429;
  private static final int FAULT = 500;
  private static final int MULTIPLE = 300;
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final byte[] NOTHING = {'{', '}'};
  private static final Set<String> FILES =
      Set.of("application/octet-stream", "text/csv", "text/csv; charset=utf-8");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,6}");

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECTED)
          .build();
  private final Access access;
  private final Duration patience;
  private final Time time;
  private final Consumer<String> meanwhile;

  /**
   * Which portal and app, and in whose name.
   *
   * @param portal as people open it, without a path
   */
  public record Access(URI portal, String app, Secret token) {}

  /**
   * @param patience for how long a request is asked again
   * @param meanwhile is told now and then that it is, in a sentence
   */
  public PortalApi(Access access, Duration patience, Time time, Consumer<String> meanwhile) {
    this.access = access;
    this.patience = patience;
    this.time = time;
    this.meanwhile = meanwhile;
  }

  Access access() {
    return access;
  }

  /** A path below the app's, with a query. */
  JsonNode get(String path) {
    return json(new Call(request(path).GET(), ANSWERED, false));
  }

  /** The same, and nobody waits for longer than that. */
  JsonNode get(String path, Duration atMost) {
    var call = new Call(request(path).GET(), shorter(ANSWERED, atMost), false);
    return json(call, asked(call, shorter(patience, atMost)));
  }

  /** A question in a body, which changes nothing. */
  JsonNode ask(String path, Map<String, Object> form) {
    return json(new Call(form(path, form), ANSWERED, false));
  }

  /** Changes something, once under this key. */
  JsonNode act(String path, Map<String, Object> form, String key) {
    return json(new Call(form(path, form).header("Idempotency-Key", key), ANSWERED, true));
  }

  /** Brings a file; brought again, it is another one, which nothing refers to. */
  JsonNode upload(String path, byte[] bytes) {
    var body = BodyPublishers.ofByteArray(bytes);
    var request = request(path).header("Content-Type", "application/octet-stream").POST(body);
    return json(new Call(request, UPLOADED, false));
  }

  byte[] download(String path) {
    return asked(new Call(request(path).GET(), UPLOADED, false)).body();
  }

  /** Writes what is downloaded into this file, whatever its size; it replaces what is there. */
  void save(String path, Path file) {
    asked(new Call(request(path).GET(), UPLOADED, false, Optional.of(file)));
  }

  private HttpRequest.Builder form(String path, Map<String, Object> form) {
    return request(path).header("Content-Type", "application/json").POST(written(form));
  }

  private static BodyPublisher written(Map<String, Object> form) {
    try {
      return BodyPublishers.ofByteArray(JSON.writeValueAsBytes(form));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(access.portal.resolve("/Hub/" + access.app + "/" + path))
        .header("Authorization", "Bearer " + access.token.reveal())
        .header("Accept", "application/json, application/problem+json;q=0.9, */*;q=0.5");
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * @param changes whether more than the answer is wanted of it
   * @param into where a file that is the answer is written
   */
  private record Call(
      HttpRequest.Builder request, Duration answered, boolean changes, Optional<Path> into) {
    Call(HttpRequest.Builder request, Duration answered, boolean changes) {
      this(request, answered, changes, Optional.empty());
    }

    HttpResponse.BodyHandler<byte[]> handler() {
      var bytes = BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES);
      return head ->
          into.filter(_ -> isFile(head))
              .map(file -> BodySubscribers.mapping(written(file), _ -> NOTHING))
              .orElseGet(() -> bytes.apply(head));
    }

    /** Of an answer that broke off before, nothing stays. */
    private static BodySubscriber<Path> written(Path file) {
      return BodySubscribers.ofFile(
          file,
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static boolean isFile(HttpResponse.ResponseInfo head) {
      return head.statusCode() == OK
          && head.headers().firstValue("Content-Type").filter(FILES::contains).isPresent();
    }
  }

  /** What came of asking once. */
  private sealed interface Came {
    @SuppressWarnings("ArrayRecordComponent")
    record Answer(int status, String type, byte[] body) implements Came {}

    /**
     * @param mayHaveTaken whether the request may have been read
     * @param rest how long the portal asks to wait
     */
    record Unclear(String why, boolean mayHaveTaken, Optional<Duration> rest) implements Came {}

    /** Asking again would bring the same. */
    record Foreign(String why) implements Came {}
  }

  private JsonNode json(Call call) {
    return json(call, asked(call));
  }

  private static JsonNode json(Call call, Came.Answer answer) {
    return read(answer.body())
        .orElseThrow(() -> new NoAnswer("its answer cannot be read", call.changes));
  }

  private Came.Answer asked(Call call) {
    return asked(call, patience);
  }

  private Came.Answer asked(Call call, Duration howLong) {
    var until = time.nanos() + howLong.toNanos();
    var tellAt = time.nanos() + BRIEFLY.toNanos();
    var rest = FIRST_REST;
    var mayHaveTaken = false;
    while (true) {
      switch (once(call)) {
        case Came.Answer answer when answer.status < MULTIPLE -> {
          return answer;
        }
        case Came.Answer answer -> {
          var refusal = new Refusal(answer.status, read(answer.body).orElseThrow());
          throw mayHaveTaken && !refusal.isAboutTheRequest()
              ? new NoAnswer("after no answer it said: " + refusal.detail(), true)
              : refusal;
        }
        case Came.Foreign(var why) -> throw new NoAnswer(why, mayHaveTaken);
        case Came.Unclear(var why, var taken, var asked) -> {
          mayHaveTaken |= call.changes && taken;
          var pause = asked.orElse(rest);
          if (time.nanos() + pause.toNanos() > until) {
            throw new NoAnswer(why, mayHaveTaken);
          }
          if (time.nanos() + pause.toNanos() - tellAt >= 0) {
            tellAt = time.nanos() + SELDOM.toNanos();
            meanwhile.accept(
                "--portal %s: %s. It is asked again, for %d s at most"
                    .formatted(
                        access.portal,
                        Clause.of(why),
                        Duration.ofNanos(until - time.nanos()).toSeconds()));
          }
          rest(pause);
          rest = shorter(rest.multipliedBy(2), LONGEST_REST);
        }
      }
    }
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Lets some time pass. */
  void rest(Duration howLong) {
    try {
      time.sleep(howLong);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswer("it was interrupted", true);
    }
  }

  Time time() {
    return time;
  }

  private Came once(Call call) {
    var request = call.request.copy().build();
    // The time for the whole answer: the client's own time-out ends with the headers.
    var coming = http.sendAsync(request, call.handler());
    try {
      return understood(call, awaited(call, coming));
    } catch (TimeoutException _) {
      coming.cancel(true);
      return new Came.Unclear(
          "no answer within " + call.answered.toSeconds() + " s", true, Optional.empty());
    } catch (ExecutionException e) {
      return failed(Optional.ofNullable(e.getCause()).orElse(e));
    } catch (InterruptedException e) {
      coming.cancel(true);
      Thread.currentThread().interrupt();
      throw new NoAnswer("it was interrupted", call.changes);
    }
  }

  private HttpResponse<byte[]> awaited(Call call, CompletableFuture<HttpResponse<byte[]>> coming)
      throws InterruptedException, ExecutionException, TimeoutException {
    var left = call.answered.minus(SOON);
    // A file on a slow line takes its time.
    if (!left.isPositive() || call.answered.compareTo(ANSWERED) > 0) {
      return coming.get(call.answered.toSeconds(), TimeUnit.SECONDS);
    }
    try {
      return coming.get(SOON.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      meanwhile.accept(
          "--portal %s: no answer for %d s. It is waited for, for %d s at most"
              .formatted(access.portal, SOON.toSeconds(), left.toSeconds()));
      return coming.get(left.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static Came failed(Throwable cause) {
    if (cause instanceof ConnectException
        || cause instanceof UnresolvedAddressException
        || cause.getCause() instanceof UnresolvedAddressException) {
      var unknown = cause.getCause() instanceof UnresolvedAddressException;
      var words = unknown ? "there is no such host" : "it cannot be connected to";
      return new Came.Unclear(words, false, Optional.empty());
    }
    if (cause instanceof javax.net.ssl.SSLHandshakeException) {
      return new Came.Foreign("its certificate is not trusted: " + cause.getMessage());
    }
    return new Came.Unclear(
        cause instanceof IOException && cause.getMessage() != null
            ? "the connection broke: " + cause.getMessage()
            : "the connection broke: " + cause,
        true,
        Optional.empty());
  }

  private static Came understood(Call call, HttpResponse<byte[]> response) {
    var status = response.statusCode();
    var type = response.headers().firstValue("Content-Type").orElse("");
    var what = "HTTP " + status + (type.isEmpty() ? "" : ", " + type.replaceFirst(";.*", ""));
    if (status >= FAULT || status == TOO_MANY || status == TOO_SLOW) {
      var said =
          read(response.body()).map(one -> one.path("detail").asText()).filter(s -> !s.isEmpty());
      return new Came.Unclear(
          said.map(words -> "it says: " + words).orElse("it answers " + what),
          status >= FAULT,
          response.headers().firstValue("Retry-After").flatMap(PortalApi::seconds));
    }
    if (status == NO_CONTENT && call.changes) {
      return new Came.Answer(status, "", NOTHING);
    }
    if (status >= OK && status < MULTIPLE) {
      return !type.contains("json") || read(response.body()).isPresent()
          ? fitting(status, type, response.body(), what)
          : new Came.Unclear("its answer cannot be read (" + what + ")", true, Optional.empty());
    }
    if (type.startsWith("application/problem+json") && read(response.body()).isPresent()) {
      return new Came.Answer(status, type, response.body());
    }
    var to = response.headers().firstValue("Location").map(place -> " to " + place).orElse("");
    return new Came.Foreign("what answers there is no Belfry portal (" + what + to + ")");
  }

  /** Files come as bytes; everything else is JSON, and HTML is a sign of something in between. */
  private static Came fitting(int status, String type, byte[] body, String what) {
    return type.contains("json") || FILES.contains(type)
        ? new Came.Answer(status, type, body)
        : new Came.Unclear("its answer cannot be read (" + what + ")", true, Optional.empty());
  }

  private static Optional<Duration> seconds(String text) {
    return SECONDS.matcher(text.strip()).matches()
        ? Optional.of(Duration.ofSeconds(Long.parseLong(text.strip())))
        : Optional.empty();
  }

  private static Optional<JsonNode> read(byte[] body) {
    try {
      return Optional.ofNullable(JSON.readTree(body)).filter(JsonNode::isObject);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
