package belfry.standin.answers;

import belfry.standin.manners.ClockManner;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.world.PlatformClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/** Tells the platform's time in the {@code Date} header, rightly or wrongly. */
public final class DateHeader {
  private static final DateTimeFormatter USUAL = form("EEE, dd MMM yyyy HH:mm:ss 'GMT'");
  private static final DateTimeFormatter OLD = form("EEEE, dd-MMM-yy HH:mm:ss 'GMT'");
  private static final DateTimeFormatter ZONED =
      form("EEE, dd MMM yyyy HH:mm:ss Z").withZone(ZoneId.of("Asia/Tokyo"));

  private final Switchboard<Manner> manners;
  private final PlatformClock clock;
  private final AtomicReference<Instant> frozen = new AtomicReference<>(Instant.MAX);

  public DateHeader(Switchboard<Manner> manners, PlatformClock clock) {
    this.manners = manners;
    this.clock = clock;
  }

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC);
  }

  /** As the protocol wants it. */
  public static String usual(Instant time) {
    return USUAL.format(time);
  }

  Reply stamp(Reply reply) {
    if (reply.has("Date") || manners.draw(ClockManner.NO_DATE)) {
      return reply;
    }
    return reply.with("Date", written(told(reply)));
  }

  private Instant told(Reply reply) {
    var now = clock.now();
    if (!manners.isOn(ClockManner.DATE_FROZEN)) {
      frozen.set(Instant.MAX);
    } else if (manners.draw(ClockManner.DATE_FROZEN)) {
      now =
          frozen.accumulateAndGet(
              now, (before, next) -> before.equals(Instant.MAX) ? next : before);
    }
    if (manners.draw(ClockManner.DATE_OFF)) {
      now = now.plus(Duration.ofMinutes(manners.value(ClockManner.DATE_OFF)));
    }
    if (reply.isError() && manners.draw(ClockManner.DATE_OFF_ON_ERRORS)) {
      now = now.plus(Duration.ofMinutes(manners.value(ClockManner.DATE_OFF_ON_ERRORS)));
    }
    return now;
  }

  private String written(Instant time) {
    if (manners.draw(ClockManner.DATE_OLD_FORM)) {
      return OLD.format(time);
    }
    if (manners.draw(ClockManner.DATE_ISO)) {
      return time.toString();
    }
    return manners.draw(ClockManner.DATE_ZONED) ? ZONED.format(time) : usual(time);
  }
}
