package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.RetryAfter;
import belfry.pace.Turnstile;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ContentType;
import org.jspecify.annotations.Nullable;

/**
 * The rate-limit-aware way to ask: at the pace each resource permits, short rests waited out, page
 * by page; every failing becomes an {@link Answer}.
 */
final class Questions {
  /** The longest that somebody who waits for an answer is made to wait before it is asked for. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Half a million entries in the smallest pages: nothing is that long, but a circle is. */
  private static final int MOST_PAGES = 5_000;

  private static final Pattern NEXT = Pattern.compile("<([^>]+)>\\s*;[^,]*rel=\"?next\"?");

  private final Http http;
  private final URI base;
  private final Turnstiles turnstiles;
  private final Time time;
  private final PlatformClock clock;

  Questions(Http http, URI base, Turnstiles turnstiles, Time time, PlatformClock clock) {
    this.http = http;
    this.base = base;
    this.time = time;
    this.clock = clock;
    this.turnstiles = turnstiles;
  }

  /** Asks once and reads the answer's JSON. */
  <T> Answer<T> get(Secret token, String pathAndQuery, Function<JsonNode, T> read) {
    return ask("GET", token, address(pathAndQuery), null)
        .map(answered -> read.apply(answered.json()));
  }

  /**
   * Asks page by page until {@code page} says enough or no page follows. Pages that lead in a
   * circle or to no end are no answer.
   */
  Answer<Boolean> pages(Secret token, String pathAndQuery, Function<JsonNode, Boolean> page) {
    var next = address(pathAndQuery);
    var seen = new HashSet<URI>();
    while (seen.add(next)) {
      if (seen.size() > MOST_PAGES) {
        return new Answer.Unreachable<>("more than " + MOST_PAGES + " pages follow one another");
      }
      switch (ask("GET", token, next, null)) {
        case Answer.Got<Http.Answered>(var answered) -> {
          if (!page.apply(answered.json())) {
            return new Answer.Got<>(true);
          }
          var link = next(answered.link());
          if (link == null) {
            return new Answer.Got<>(true);
          }
          next = link;
        }
        case Answer.Denied<Http.Answered>(var status, var words) -> {
          return new Answer.Denied<>(status, words);
        }
        case Answer.Throttled<Http.Answered>(var rest) -> {
          return new Answer.Throttled<>(rest);
        }
        case Answer.Unreachable<Http.Answered>(var why) -> {
          return new Answer.Unreachable<>(why);
        }
      }
    }
    return new Answer.Unreachable<>("the pages lead in a circle");
  }

  /** Sends JSON that changes something which may safely be changed twice. */
  Answer<JsonNode> send(String method, Secret token, String path, byte[] json) {
    return ask(method, token, address(path), json).map(Http.Answered::json);
  }

  URI address(String pathAndQuery) {
    return URI.create(base + "/v1/" + pathAndQuery);
  }

  private Answer<Http.Answered> ask(
      String method, Secret token, URI address, byte @Nullable [] json) {
    var turnstile = turnstiles.of(token, address);
    var patienceEnds = time.nanos() + PATIENCE.toNanos();
    while (true) {
      Turnstile.Leave leave;
      try {
        leave = turnstile.enter(Duration.ofNanos(Math.max(0, patienceEnds - time.nanos())));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return new Answer.Unreachable<>("interrupted");
      }
      switch (leave) {
        case Turnstile.Leave.Later(var rest) -> {
          return new Answer.Throttled<>(rest);
        }
        case Turnstile.Leave.Granted(var began) -> {
          var body = json == null ? null : new Body(json, ContentType.APPLICATION_JSON);
          var result = sent(turnstile, method, token, address, body);
          if (!rests(turnstile, began, result)) {
            return judged(result);
          }
        }
      }
    }
  }

  private Http.Result sent(
      Turnstile turnstile, String method, Secret token, URI address, @Nullable Body body) {
    Http.Result result = null;
    try {
      result = http.send(method, address, "Bearer " + token.reveal(), body);
      return result;
    } finally {
      if (result == null) {
        turnstile.unanswered();
      }
    }
  }

  /** Tells the turnstile how it went; whether the same is to be asked again after a rest. */
  private boolean rests(Turnstile turnstile, long began, Http.Result result) {
    switch (result) {
      case Http.Broken _ -> turnstile.unanswered();
      case Http.Answered answered -> {
        clock.heard(answered.date());
        var status = answered.status();
        var asked = answered.retryAfter() != null;
        if (status == 429 || (status == 423 && asked)) {
          turnstile.throttled(began, rest(answered));
          return true;
        }
        if (status == 503 && asked) {
          turnstile.rests(rest(answered));
          return true;
        }
        if (status >= 500) {
          turnstile.unanswered();
        } else {
          turnstile.answered(began);
        }
      }
    }
    return false;
  }

  private Duration rest(Http.Answered answered) {
    return RetryAfter.read(answered.retryAfter(), clock.now());
  }

  private static Answer<Http.Answered> judged(Http.Result result) {
    return switch (result) {
      case Http.Broken(var _, var why) -> new Answer.Unreachable<>(why);
      case Http.Answered answered when answered.success() -> new Answer.Got<>(answered);
      case Http.Answered answered ->
          answered.status() >= 500 || answered.status() < 400
              ? new Answer.Unreachable<>("status " + answered.status())
              : new Answer.Denied<>(answered.status(), answered.words());
    };
  }

  /** The next page's address; none when it would carry the token to another host. */
  private @Nullable URI next(@Nullable String link) {
    var matcher = NEXT.matcher(link == null ? "" : link);
    if (!matcher.find()) {
      return null;
    }
    try {
      // A known defect of the platform: "max=null" in a next address (platform-api.md 1.2).
      var next = base.resolve(matcher.group(1).replaceFirst("([?&])max=null&?", "$1"));
      var same =
          base.getScheme().equals(next.getScheme())
              && base.getAuthority().equals(next.getAuthority());
      return same ? next : null;
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  /** Percent-encodes a query's value. */
  static String encoded(String value) {
    return java.net.URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
