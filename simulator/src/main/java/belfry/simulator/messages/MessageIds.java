package belfry.simulator.messages;

import belfry.simulator.base.Mix;
import belfry.simulator.directory.Ids;
import java.util.Optional;
import java.util.UUID;

/**
 * Identifiers of messages: version 1 uuids, which carry the time of acceptance as the platform's
 * do. The node field hides the number of the message, so the way back needs no table.
 */
final class MessageIds {
  /** Milliseconds from the start of the Gregorian calendar to the epoch. */
  private static final long GREGORIAN = 12_219_292_800_000L;

  private static final long TICKS = 10_000;
  private static final long NODE = (1L << 48) - 1;

  /** What an identifier says: which message, accepted when. */
  record Mark(int number, long created) {}

  private final long seed;

  MessageIds(long seed) {
    this.seed = seed;
  }

  UUID uuid(int number, long created) {
    var ticks = (created + GREGORIAN) * TICKS + number % TICKS;
    var low = ticks << 32;
    var middle = (ticks >>> 16) & 0xFFFF_0000L;
    var high = (ticks >>> 48) & 0xFFF;
    var node = (number ^ Mix.of(seed, ticks)) & NODE;
    return new UUID(low | middle | 0x1000 | high, clock(ticks) | node);
  }

  String id(int number, long created) {
    return Ids.encoded("MESSAGE", uuid(number, created).toString());
  }

  Optional<Mark> mark(String id) {
    return Ids.uuidOf("MESSAGE", id).filter(it -> it.version() == 1).flatMap(this::mark);
  }

  private Optional<Mark> mark(UUID uuid) {
    var ticks = uuid.timestamp();
    var low = uuid.getLeastSignificantBits();
    var number = (low ^ Mix.of(seed, ticks)) & NODE;
    return (low & ~NODE) == clock(ticks) && number <= Integer.MAX_VALUE
        ? Optional.of(new Mark((int) number, ticks / TICKS - GREGORIAN))
        : Optional.empty();
  }

  private long clock(long ticks) {
    return 1L << 63 | ((Mix.of(~seed, ticks) >>> 2) & ~NODE);
  }
}
