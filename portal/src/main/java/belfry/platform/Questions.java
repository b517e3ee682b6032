package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
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
 * The rate-limit-aware way to ask: waits out short rests, follows pages, and turns every failing
 * into an {@link Answer}.
 */
final class Questions {
  /** The longest that somebody who waits for an answer is made to wait for a rest to pass. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Half a million entries in the smallest pages: nothing is that long, but a circle is. */
  private static final int MOST_PAGES = 5_000;

  private static final Pattern NEXT = Pattern.compile("<([^>]+)>\\s*;[^,]*rel=\"?next\"?");

  private final Http http;
  private final URI base;
  private final Gate gate;
  private final Time time;
  private final PlatformClock clock;

  Questions(Http http, URI base, Time time, PlatformClock clock) {
    this.http = http;
    this.base = base;
    this.time = time;
    this.clock = clock;
    gate = new Gate(time);
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
    var key = gateKey(token, address);
    var patience = PATIENCE;
    while (true) {
      var rest = gate.rest(key);
      if (rest.compareTo(patience) > 0) {
        return new Answer.Throttled<>(rest);
      }
      patience = patience.minus(rest);
      try {
        time.rest(rest);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return new Answer.Unreachable<>("interrupted");
      }
      var body = json == null ? null : new Body(json, ContentType.APPLICATION_JSON);
      switch (http.send(method, address, "Bearer " + token.reveal(), body)) {
        case Http.Broken(var _, var why) -> {
          return new Answer.Unreachable<>(why);
        }
        case Http.Answered answered -> {
          clock.heard(answered.date());
          if (!rests(answered)) {
            return judged(answered);
          }
          gate.close(key, RetryAfter.read(answered.retryAfter(), clock.now()));
        }
      }
    }
  }

  private static boolean rests(Http.Answered answered) {
    return answered.status() == 429
        || ((answered.status() == 423 || answered.status() == 503)
            && answered.retryAfter() != null);
  }

  private static Answer<Http.Answered> judged(Http.Answered answered) {
    if (answered.success()) {
      return new Answer.Got<>(answered);
    }
    return answered.status() >= 500 || answered.status() < 400
        ? new Answer.Unreachable<>("status " + answered.status())
        : new Answer.Denied<>(answered.status(), answered.words());
  }

  /** Limits stand per token and resource, the resource being the path's first word. */
  private static String gateKey(Secret token, URI address) {
    var resource = address.getPath().replaceFirst("^.*?/v1/([^/]+).*$", "$1");
    return token.reveal() + ' ' + resource;
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
