package belfry.web.frame;

import belfry.base.Secret;
import belfry.http.Reply;
import belfry.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The portal's cookies, byte for byte (interface.md 2.1, RFC 6265).
 *
 * <p>{@code id} and {@code displayName} are for the page's script and prove nothing. The session is
 * in {@code __Host-Http-belfry}, which scripts can neither read nor set.
 */
public final class Cookies {
  public static final String ID = "id";
  public static final String DISPLAY_NAME = "displayName";
  static final String SESSION = "__Host-Http-belfry";
  private static final String STATE = "__Host-Http-state-";

  /** Browsers silently drop a cookie whose name and value together are longer. */
  private static final int LONGEST = 4_096;

  /** A browser normally has one; different paths and domains can produce several. */
  private static final int MOST_OF_A_NAME = 4;

  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";

  private final Map<String, List<String>> presented = new LinkedHashMap<>();

  private Cookies() {}

  public static Cookies of(Request request) {
    return of(request.headers("cookie"));
  }

  /** Reads these {@code Cookie} header lines. */
  static Cookies of(List<String> headers) {
    var cookies = new Cookies();
    for (var header : headers) {
      for (var pair : header.split(";", -1)) {
        var equals = pair.indexOf('=');
        if (equals > 0) {
          cookies
              .presented
              .computeIfAbsent(pair.substring(0, equals).strip(), _ -> new ArrayList<>())
              .add(pair.substring(equals + 1).strip());
        }
      }
    }
    return cookies;
  }

  public boolean has(String name) {
    return presented.containsKey(name);
  }

  /** The decoded {@code id} cookies; different paths and domains can produce several. */
  List<String> ids() {
    return presented.getOrDefault(ID, List.of()).stream()
        .limit(MOST_OF_A_NAME)
        .map(Cookies::decoded)
        .flatMap(Optional::stream)
        .toList();
  }

  public List<Secret> sessions() {
    return presented.getOrDefault(SESSION, List.of()).stream()
        .limit(MOST_OF_A_NAME)
        .map(Secret::new)
        .toList();
  }

  /** This browser's halves of its unfinished sign-ins, by id. */
  public Map<String, Secret> stateHalves() {
    var halves = new LinkedHashMap<String, Secret>();
    presented.forEach((name, values) -> {
      if (name.startsWith(STATE)) {
        halves.put(name.substring(STATE.length()), new Secret(values.getLast()));
      }
    });
    return halves;
  }

  private static Optional<String> decoded(String value) {
    try {
      return Optional.of(URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** The two cookies of the specification and the session's own. */
  public static Reply signedIn(
      Reply reply, String id, String displayName, Secret token, Duration lifetime, Instant now) {
    var readable = attributes(lifetime, now) + "; Secure; SameSite=Lax";
    return reply
        .with("Set-Cookie", ID + "=" + encoded(id, LONGEST - ID.length()) + readable)
        .with(
            "Set-Cookie",
            DISPLAY_NAME + "=" + encoded(displayName, LONGEST - DISPLAY_NAME.length()) + readable)
        .with(
            "Set-Cookie",
            SESSION
                + "="
                + token.reveal()
                + "; Max-Age=%d; Path=/; Secure; HttpOnly; SameSite=Lax"
                    .formatted(lifetime.toSeconds()));
  }

  private static String attributes(Duration lifetime, Instant now) {
    return "; Max-Age=%d; Path=/; Expires=%s"
        .formatted(lifetime.toSeconds(), Reply.DATE.format(now.plus(lifetime)));
  }

  public static Reply state(Reply reply, String id, Secret half, Duration lifetime) {
    return reply.with(
        "Set-Cookie",
        STATE
            + id
            + "="
            + half.reveal()
            + "; Max-Age=%d; Path=/; Secure; HttpOnly; SameSite=Lax"
                .formatted(lifetime.toSeconds()));
  }

  public static Reply forgetState(Reply reply, String id) {
    return reply.with(
        "Set-Cookie", STATE + id + "=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax");
  }

  /** Removes the readable cookies, so that the page sees that nobody is signed in. */
  public static Reply forgetPerson(Reply reply) {
    return reply
        .with("Set-Cookie", ID + "=; Max-Age=0; Path=/; Secure; SameSite=Lax")
        .with("Set-Cookie", DISPLAY_NAME + "=; Max-Age=0; Path=/; Secure; SameSite=Lax");
  }

  public static Reply forgetAll(Reply reply) {
    return forgetPerson(reply)
        .with("Set-Cookie", SESSION + "=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax");
  }

  /**
   * The result of {@code encodeURIComponent}, cut at a code point if it would exceed {@code
   * longest}. A lone surrogate becomes U+FFFD.
   */
  static String encoded(String text, int longest) {
    var out = new StringBuilder();
    for (var at = 0; at < text.length(); ) {
      var point = text.codePointAt(at);
      at += Character.charCount(point);
      var whole = Character.charCount(point) == 2 || !Character.isSurrogate((char) point);
      var next = encoded(whole ? point : 0xFFFD);
      if (out.length() + next.length() > longest) {
        break;
      }
      out.append(next);
    }
    return out.toString();
  }

  private static String encoded(int point) {
    if (point < 128 && UNRESERVED.indexOf(point) >= 0) {
      return Character.toString(point);
    }
    var out = new StringBuilder();
    for (var octet : utf8(point)) {
      out.append('%')
          .append(Character.forDigit(octet >> 4 & 15, 16))
          .append(Character.forDigit(octet & 15, 16));
    }
    return out.toString().toUpperCase(Locale.ROOT);
  }

  private static byte[] utf8(int point) {
    return Character.toString(point).getBytes(StandardCharsets.UTF_8);
  }
}
