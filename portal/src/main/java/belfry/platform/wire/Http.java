package belfry.platform.wire;

import belfry.base.Outage;
import belfry.base.Phrase;
import belfry.base.Secret;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Makes an HTTP request at most once ({@link OutgoingHttp}). Reports whether the body had begun to
 * leave when something failed, and the status text as received.
 */
public final class Http implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 512;
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final String BEARER = "Bearer ";
  private static final int EXPECTATION_FAILED = 417;
  private static final int LARGEST_ANSWER = 8 * 1024 * 1024;

  /** Less than the dispatch deadline, so that a platform that never answers still gets the body. */
  private static final Timeout WAIT_FOR_CONTINUE = Timeout.ofSeconds(1);

  /** Rejects half an answer, and two answers in one. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final CloseableHttpClient client;
  private final Duration timeout;
  private final Optional<PlatformContact> contact;
  private volatile boolean mayBeAsked = true;
  private final ScheduledThreadPoolExecutor watchdog =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("platform-watchdog").daemon().factory());

  /** The result of a request. */
  public sealed interface Result {}

  /**
   * An answer, whatever its status.
   *
   * @param reason the status text as received; empty if there was none
   * @param json the body; a missing node if it is not JSON
   * @param tracked whether it has the platform's own tracking header
   * @param kept whether it came from a cache (RFC 9111, 5.1)
   */
  public record Answered(
      int status,
      String reason,
      JsonNode json,
      boolean tracked,
      boolean kept,
      @Nullable String retryAfter,
      @Nullable String link,
      @Nullable Instant date)
      implements Result {

    public boolean success() {
      return status >= 200 && status < 300;
    }

    /** Whether it is an answer as the platform gives one, whatever it says. */
    boolean isUnderstood() {
      return switch (status) {
        case 204, 401, 423, 429 -> true;
        default -> success() ? json.isContainerNode() : status < 500 && isPlatformsError();
      };
    }

    /**
     * Whether this error comes from the platform and not from a gateway: it has a message, and one
     * of the fields that accompany it (platform-api.md 1.1).
     */
    public boolean isPlatformsError() {
      var described =
          json.path("trackingId").isTextual()
              || json.path("errors").path(0).path("description").isTextual()
              || json.path("errorCode").isIntegralNumber();
      return !json.path("message").asText("").isBlank() && (described || tracked);
    }

    /** What came instead of an answer from the platform, for people. */
    public Phrase strange() {
      var form = json.isMissingNode() ? NoAnswer.WITHOUT_JSON : NoAnswer.OTHER_FORM;
      return form.with("status", status);
    }

    /** The same, with the reason why it is not one. */
    public Phrase strange(Phrase why) {
      return json.isMissingNode()
          ? strange()
          : NoAnswer.OTHER_FORM_BECAUSE.with("status", status, "why", why);
    }

    /**
     * Its message for people: {@code message}, or else the first description, or else the status
     * text.
     */
    public String description() {
      return Stream.of(
              json.path("message"),
              json.path("errors").path(0).path("description"),
              json.path("error_description"))
          .map(words -> words.asText("").replace("\0", ""))
          .filter(words -> !words.isEmpty())
          .findFirst()
          .orElse(reason.isEmpty() ? "status " + status : reason);
    }
  }

  /** No answer; {@code released} says whether the body may have left this machine. */
  public record Broken(boolean released, Phrase why) implements Result {}

  public Http(Duration timeout, Optional<PlatformContact> contact) {
    this.timeout = timeout;
    this.contact = contact;
    // Otherwise each answered request, including its body, would stay in memory until its time-out.
    watchdog.setRemoveOnCancelPolicy(true);
    var connections =
        OutgoingHttp.connections(MOST_CONNECTIONS, timeout, KEPT)
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder()
                    .charCodingConfig(
                        CharCodingConfig.custom()
                            .setCharset(StandardCharsets.UTF_8)
                            .setMalformedInputAction(CodingErrorAction.REPLACE)
                            .setUnmappableInputAction(CodingErrorAction.REPLACE)
                            .build())
                    .build())
            .build();
    client =
        OutgoingHttp.client(connections, timeout)
            .setRequestExecutor(
                new HttpRequestExecutor(
                    Http1Config.custom().setWaitForContinueTimeout(WAIT_FOR_CONTINUE).build(),
                    null,
                    null))
            .build();
  }

  public Result send(
      String method, URI address, @Nullable String authorization, @Nullable Body body) {
    return send(new HttpUriRequestBase(method, address), authorization, body, timeout);
  }

  /**
   * Posts a large body. The platform is first asked whether it wants the body (RFC 9110, 10.1.1),
   * so that a refusal based on the headers costs nothing and leaves no doubt. A platform that does
   * not answer gets the body after a second; one that cannot be asked (417) is not asked again.
   */
  public Result upload(URI address, String authorization, Body body) {
    var request = new HttpUriRequestBase("POST", address);
    request.setConfig(
        RequestConfig.custom()
            .setConnectionRequestTimeout(Timeout.of(timeout))
            .setResponseTimeout(Timeout.of(uploadTimeout()))
            .setExpectContinueEnabled(mayBeAsked)
            .build());
    var result = send(request, authorization, body, uploadTimeout());
    if (result instanceof Answered answered && answered.status() == EXPECTATION_FAILED) {
      mayBeAsked = false;
    }
    return result;
  }

  public Duration uploadTimeout() {
    return timeout.multipliedBy(File.PATIENCE);
  }

  private Result send(
      HttpUriRequestBase request,
      @Nullable String authorization,
      @Nullable Body body,
      Duration longest) {
    if (authorization != null) {
      request.setHeader("Authorization", authorization);
    }
    request.setHeader("Accept", "application/json");
    request.setHeader("Cache-Control", "no-cache");
    if (body != null) {
      request.setEntity(body);
      body.onHeldBack(request::cancel);
    }
    var alarm =
        watchdog.schedule(() -> request.cancel(), longest.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return told(authorization, client.execute(request, Http::answered));
    } catch (IOException | IllegalStateException e) {
      var broken = new Broken(body != null && body.released(), why(request, body, e));
      // What Belfry itself held back, or could not read, says nothing about the platform.
      return (body != null && body.heldBack()) || Outage.level(e, Level.WARN) != Level.WARN
          ? broken
          : told(authorization, broken);
    } finally {
      alarm.cancel(false);
    }
  }

  private Result told(@Nullable String authorization, Result result) {
    if (authorization != null) {
      contact.ifPresent(
          one -> one.heard(new Secret(authorization.substring(BEARER.length())), result));
    }
    return result;
  }

  private static Phrase why(HttpUriRequestBase request, @Nullable Body body, Exception e) {
    if (body != null && body.heldBack()) {
      return Phrase.quoted(Body.TOO_LATE);
    }
    return request.isCancelled() ? NoAnswer.TIME_OUT : describe(e);
  }

  private static Answered answered(ClassicHttpResponse response) throws IOException {
    var reason = response.getReasonPhrase();
    return new Answered(
        response.getCode(),
        reason == null ? "" : reason,
        json(response.getEntity()),
        response.containsHeader("Trackingid"),
        !Objects.requireNonNullElse(header(response, "Age"), "0").strip().matches("0+"),
        header(response, "Retry-After"),
        header(response, "Link"),
        date(header(response, "Date")));
  }

  private static JsonNode json(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return MissingNode.getInstance();
    }
    var bytes = capped(entity);
    try {
      return JSON.readTree(text(bytes, entity));
    } catch (JacksonException | IllegalArgumentException _) {
      return MissingNode.getInstance();
    }
  }

  /** Decoded with the declared charset, or else as UTF-8, without a byte order mark. */
  private static String text(byte[] bytes, HttpEntity entity) {
    var type = ContentType.parseLenient(entity.getContentType());
    var charset = type == null ? null : type.getCharset();
    var text = new String(bytes, charset == null ? StandardCharsets.UTF_8 : charset);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static byte[] capped(HttpEntity entity) throws IOException {
    var bytes = new ByteArrayOutputStream(1024);
    try (var content = unpacked(entity)) {
      var buffer = new byte[8192];
      for (var read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        bytes.write(buffer, 0, read);
        if (bytes.size() > LARGEST_ANSWER) {
          throw new IOException("the answer is larger than " + LARGEST_ANSWER + " bytes");
        }
      }
    }
    return bytes.toByteArray();
  }

  /** Some gateways compress answers unasked. */
  private static InputStream unpacked(HttpEntity entity) throws IOException {
    return "gzip".equalsIgnoreCase(entity.getContentEncoding())
        ? new GZIPInputStream(entity.getContent())
        : entity.getContent();
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    var header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  private static @Nullable Instant date(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static Phrase describe(Exception e) {
    var message = e.getMessage();
    return Phrase.quoted(message == null ? e.getClass().getSimpleName() : message);
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    client.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
  }
}
