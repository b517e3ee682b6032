package belfry.platform.wire;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.RequestThrottle;
import belfry.pace.RetryAfter;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ContentType;
import org.jspecify.annotations.Nullable;

/**
 * Makes read requests at the pace that each resource permits, waits out short pauses, and reads
 * lists page by page. Every failure becomes an {@link Response}; whatever is not understood is
 * {@link Answer.Unreadable}, regardless of its status.
 */
public final class Questions {
  /**
   * Half a million entries in the smallest pages. No list is that long, unless its links form a
   * circle.
   */
  private static final int MOST_PAGES = 5_000;

  /** An answer dated this long before its request comes from a cache. */
  private static final Duration STALE = Duration.ofSeconds(30);

  static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private static final Pattern NEXT = Pattern.compile("<([^>]*)>\\s*;[^,]*rel=\"?next\"?");

  private final Http http;
  private final URI base;
  private final RequestThrottles throttles;
  private final Time time;
  private final PlatformClock clock;

  public Questions(
      Http http, URI base, RequestThrottles throttles, Time time, PlatformClock clock) {
    this.http = http;
    this.base = base;
    this.time = time;
    this.clock = clock;
    this.throttles = throttles;
  }

  /** Makes one request and reads the answer's JSON. */
  public <T> Response<T> get(Secret token, String pathAndQuery, Function<Document, T> read) {
    return read(ask(For.PEOPLE, token, address(pathAndQuery)), read);
  }

  /**
   * The same for data that changes all the time, for callers who can wait a minute; cached answers
   * do not count.
   */
  public <T> Response<T> getFresh(Secret token, String pathAndQuery, Function<Document, T> read) {
    return read(ask(For.LOOKS, token, address(pathAndQuery)), read);
  }

  /**
   * Reads page by page until {@code page} has enough or no page follows. If any page cannot be
   * read, the whole list is unreadable. This includes a later page that is reported as missing,
   * because its content is unknown.
   */
  public Response<Boolean> pages(Secret token, String pathAndQuery, Predicate<Document> page) {
    return pages(token, pathAndQuery, page, For.PEOPLE);
  }

  /**
   * The same for data that changes all the time, for callers who can wait a minute for each page.
   */
  public Response<Boolean> freshPages(Secret token, String pathAndQuery, Predicate<Document> page) {
    return pages(token, pathAndQuery, page, For.LOOKS);
  }

  /** Who is waiting for an answer. */
  private enum For {
    PEOPLE(Duration.ofSeconds(5)),

    /**
     * Looks need several answers to understand one conversation. If little is permitted and a look
     * had to come back for each, it would rarely get the last one.
     */
    LOOKS(Duration.ofMinutes(1));

    private final Duration patience;

    /**
     * A kind of caller.
     *
     * @param patience the longest wait before the request is made
     */
    For(Duration patience) {
      this.patience = patience;
    }
  }

  private Response<Boolean> pages(
      Secret token, String pathAndQuery, Predicate<Document> page, For whom) {
    var next = Optional.of(address(pathAndQuery));
    var seen = new HashSet<URI>();
    while (next.isPresent()) {
      if (!seen.add(next.get())) {
        return new Response.Unreadable<>(NoAnswer.CIRCLE);
      }
      if (seen.size() > MOST_PAGES) {
        return new Response.Unreadable<>(NoAnswer.TOO_MANY_PAGES.with("most", MOST_PAGES));
      }
      var asked = ask(whom, token, next.get());
      var read = read(asked, page::test);
      if (!(read instanceof Response.Got<Boolean>(var further))) {
        return seen.size() == 1 ? read : ofLaterPage(read, seen.size());
      }
      if (!further) {
        return new Response.Got<>(true);
      }
      try {
        next = next(((Response.Got<Http.Answered>) asked).value().link());
      } catch (Document.Unexpected e) {
        return new Response.Unreadable<>(e.what());
      }
    }
    return new Response.Got<>(true);
  }

  private static Response<Boolean> ofLaterPage(Response<Boolean> answer, int page) {
    return switch (answer) {
      case Response.Absent<Boolean> _, Response.Denied<Boolean> _, Response.Unreadable<Boolean> _ ->
          new Response.Unreadable<>(
              NoAnswer.LATER_PAGE.with("page", page, "why", answer.trouble()));
      case Response<Boolean> _ -> answer;
    };
  }

  private static <T> Response<T> read(Response<Http.Answered> answer, Function<Document, T> read) {
    if (!(answer instanceof Response.Got<Http.Answered>(var answered))) {
      return answer.without();
    }
    try {
      return new Response.Got<>(read.apply(new Document(answered.json())));
    } catch (Document.Unexpected e) {
      return new Response.Unreadable<>(answered.strange(e.what()));
    }
  }

  /** Sends JSON for a change that may safely be made twice. */
  public Response<JsonNode> send(String method, Secret token, String path, byte[] json) {
    return ask(For.PEOPLE, method, token, address(path), json).map(Http.Answered::json);
  }

  public URI address(String pathAndQuery) {
    return URI.create(base + "/v1/" + pathAndQuery);
  }

  private Response<Http.Answered> ask(For whom, Secret token, URI address) {
    return ask(whom, "GET", token, address, null);
  }

  /** Whether it comes from a cache. */
  private static boolean isKept(Http.Result result, Instant asked) {
    return result instanceof Http.Answered answered
        && answered.success()
        && (answered.kept() || isOlder(answered.date(), asked));
  }

  private static boolean isOlder(@Nullable Instant date, Instant asked) {
    return date != null && date.isBefore(asked.minus(STALE));
  }

  private Response<Http.Answered> ask(
      For whom, String method, Secret token, URI address, byte @Nullable [] json) {
    var throttle = throttles.of(token, address);
    var patienceEnds = time.nanos() + whom.patience.toNanos();
    while (true) {
      RequestThrottle.Leave leave;
      try {
        leave = throttle.enter(Duration.ofNanos(Math.max(0, patienceEnds - time.nanos())));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return new Response.Unreachable<>(NoAnswer.INTERRUPTED);
      }
      switch (leave) {
        case RequestThrottle.Leave.Later(var rest) -> {
          return new Response.Throttled<>(rest);
        }
        case RequestThrottle.Leave.Granted(var began) -> {
          var body = json == null ? null : new Body(json, ContentType.APPLICATION_JSON);
          var asked = clock.now();
          var result = sent(throttle, method, token, address, body);
          if (!rests(throttle, began, result)) {
            return whom == For.LOOKS && isKept(result, asked)
                ? new Response.Unreadable<>(NoAnswer.OLDER)
                : judged(result);
          }
        }
      }
    }
  }

  private Http.Result sent(
      RequestThrottle throttle, String method, Secret token, URI address, @Nullable Body body) {
    Http.Result result = null;
    try {
      result = http.send(method, address, "Bearer " + token.reveal(), body);
      return result;
    } finally {
      if (result == null) {
        throttle.unanswered();
      }
    }
  }

  /** Reports the result to the throttle; returns whether to repeat the request after a pause. */
  private boolean rests(RequestThrottle throttle, long began, Http.Result result) {
    switch (result) {
      case Http.Broken _ -> throttle.unanswered();
      case Http.Answered answered -> {
        var status = answered.status();
        var asked = answered.retryAfter() != null;
        if (status == 429 || (status == 423 && asked)) {
          throttle.throttled(began, rest(answered));
          return true;
        }
        if (status == 503 && rest(answered).isPresent()) {
          throttle.rests(rest(answered).get());
          return true;
        }
        if (answered.success() && answered.json().isObject()) {
          clock.heard(answered.date());
        }
        if (status >= 500) {
          throttle.unanswered();
        } else {
          throttle.answered(began);
        }
      }
    }
    return false;
  }

  private Optional<Duration> rest(Http.Answered answered) {
    return RetryAfter.asked(answered.retryAfter(), clock.now());
  }

  private static Response<Http.Answered> judged(Http.Result result) {
    return switch (result) {
      case Http.Broken(var _, var why) -> new Response.Unreachable<>(why);
      case Http.Answered answered when answered.success() -> new Response.Got<>(answered);
      case Http.Answered answered when answered.status() >= 500 ->
          new Response.Unreachable<>(NoAnswer.STATUS.with("status", answered.status()));
      // Whoever refuses the token, no request can be made with it.
      case Http.Answered answered when answered.status() == UNAUTHORIZED ->
          new Response.Denied<>(UNAUTHORIZED, answered.description());
      case Http.Answered answered when !answered.isPlatformsError() ->
          new Response.Unreadable<>(answered.strange());
      case Http.Answered answered
          when answered.status() == NOT_FOUND || answered.status() == GONE ->
          new Response.Absent<>(answered.description());
      case Http.Answered answered when answered.status() >= 400 ->
          new Response.Denied<>(answered.status(), answered.description());
      case Http.Answered answered -> new Response.Unreadable<>(answered.strange());
    };
  }

  /**
   * The next page's address, always on the configured host. Another host may just be the platform's
   * own name behind a gateway, but the token is sent nowhere else.
   *
   * @throws Document.Unexpected if there is one and it cannot be parsed
   */
  private Optional<URI> next(@Nullable String link) {
    var matcher = NEXT.matcher(link == null ? "" : link);
    if (!matcher.find()) {
      return Optional.empty();
    }
    // A known defect of the platform: "max=null" in a next address (platform-api.md 1.2).
    var written = matcher.group(1).replaceFirst("([?&])max=null&?", "$1");
    try {
      var next = base.resolve("/").resolve(new URI(written));
      var path = String.valueOf(next.getRawPath());
      var resource = path.indexOf("/v1/");
      if (resource >= 0) {
        var query = next.getRawQuery() == null ? "" : "?" + next.getRawQuery();
        return Optional.of(new URI(base + path.substring(resource) + query));
      }
    } catch (URISyntaxException | IllegalArgumentException _) {
      // Below.
    }
    throw new Document.Unexpected(NoAnswer.NO_NEXT_PAGE.with("address", written));
  }

  /** Percent-encodes a query's value. */
  public static String encoded(String value) {
    return java.net.URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
