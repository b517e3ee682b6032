package belfry.standin.answers;

import static belfry.standin.manners.TransportManner.BODY_DRIBBLES;
import static belfry.standin.manners.TransportManner.BYTE_ORDER_MARK;
import static belfry.standin.manners.TransportManner.CHUNKED_ANSWERS;
import static belfry.standin.manners.TransportManner.EARLY_HINTS;
import static belfry.standin.manners.TransportManner.GZIP_UNASKED;
import static belfry.standin.manners.TransportManner.HANGS_UP;
import static belfry.standin.manners.TransportManner.HEADERS_LOWER_CASE;
import static belfry.standin.manners.TransportManner.LATIN_1;
import static belfry.standin.manners.TransportManner.NO_CONTENT_TYPE;
import static belfry.standin.manners.TransportManner.TEXT_CONTENT_TYPE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Delivery;
import belfry.standin.wire.Reply;
import belfry.standin.world.PlatformClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** What happens to every answer on its way out: tracking, date, and the whims of proxies. */
public final class Outgoing {
  private static final Pattern NOT_LATIN = Pattern.compile("[^\\x00-\\xFF]");

  private final Switchboard<Manner> manners;
  private final DateHeader date;

  public Outgoing(Switchboard<Manner> manners, PlatformClock clock) {
    this.manners = manners;
    date = new DateHeader(manners, clock);
  }

  public Reply finished(Reply reply) {
    var tracked = reply.has("Trackingid") ? reply : reply.with("Trackingid", Errors.tracking());
    var dated = date.stamp(tracked);
    var named = body(typed(dated));
    var cased =
        manners.draw(HEADERS_LOWER_CASE) ? named.withNames(name -> name.toLowerCase(ROOT)) : named;
    return delivered(cased)
        .with(new Reply.Courtesy(manners.draw(EARLY_HINTS), manners.draw(HANGS_UP)));
  }

  private Reply typed(Reply reply) {
    if (isJson(reply) && manners.draw(NO_CONTENT_TYPE)) {
      return reply.withoutHeader("Content-Type");
    }
    return isJson(reply) && manners.draw(TEXT_CONTENT_TYPE)
        ? reply.with("Content-Type", "text/plain;charset=UTF-8")
        : reply;
  }

  private Reply body(Reply reply) {
    var written = reply;
    if (isJson(reply) && manners.draw(LATIN_1)) {
      written =
          written
              .withBody(latin(written.body()))
              .with("Content-Type", "application/json;charset=ISO-8859-1");
    } else if (isJson(reply) && manners.draw(BYTE_ORDER_MARK)) {
      written = written.withBody(("\uFEFF" + new String(written.body(), UTF_8)).getBytes(UTF_8));
    }
    if (written.length() > 0 && manners.draw(GZIP_UNASKED)) {
      written = written.withBody(packed(written.body())).with("Content-Encoding", "gzip");
    }
    return written;
  }

  private Reply delivered(Reply reply) {
    if (!reply.isPlain() || reply.length() == 0) {
      return reply;
    }
    if (manners.draw(BODY_DRIBBLES)) {
      var time = Duration.ofMillis(manners.value(BODY_DRIBBLES));
      return reply.delivered(new Delivery.Dribbled(time));
    }
    return manners.draw(CHUNKED_ANSWERS) ? reply.delivered(new Delivery.Chunked()) : reply;
  }

  private static boolean isJson(Reply reply) {
    return reply.headers().getOrDefault("Content-Type", "").startsWith("application/json");
  }

  private static byte[] latin(byte[] json) {
    return NOT_LATIN
        .matcher(new String(json, UTF_8))
        .replaceAll(found -> Matcher.quoteReplacement(escapes(found.group())))
        .getBytes(ISO_8859_1);
  }

  private static String escapes(String letters) {
    var escapes = new StringBuilder();
    letters.chars().forEach(unit -> escapes.append("\\u%04x".formatted(unit)));
    return escapes.toString();
  }

  private static byte[] packed(byte[] body) {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException("memory that cannot be written to", e);
    }
    return packed.toByteArray();
  }
}
