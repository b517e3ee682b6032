package belfry.standin.world;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Time-based UUIDs (version 1) as messages have them; no two are the same. */
final class MessageIds {
  private static final long TICKS_A_MILLI = 10_000;
  // From the beginning of the Gregorian calendar to 1970.
  private static final long TO_1970 = 0x01B2_1DD2_1381_4000L;
  private static final long NODE = 0x8BE1_0242_AC12_0002L;

  private final AtomicLong last = new AtomicLong();

  UUID next(Instant time) {
    var wanted = time.toEpochMilli() * TICKS_A_MILLI + TO_1970;
    // A clock that went back must not give an id again.
    var ticks = last.updateAndGet(before -> Math.max(before + 1, wanted));
    var low = ticks << 32;
    var middle = (ticks >>> 16) & 0xFFFF_0000L;
    var high = (ticks >>> 48) & 0x0FFF;
    return new UUID(low | middle | 0x1000 | high, NODE);
  }
}
