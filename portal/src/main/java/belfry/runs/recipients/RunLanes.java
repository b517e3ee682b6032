package belfry.runs.recipients;

import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/**
 * How far each of an app's bots has come with its part of a run. They share the numbers of the
 * recipients, so a bot's next one may lie beyond those of others.
 */
public final class RunLanes {
  /** How many numbers are looked through for a bot's next recipients at a time. */
  private static final int LOOKED_THROUGH = 5_000;

  /** Whether a run's own row does not say how far the lane {@code :lane} has come. */
  public static final String SPLIT =
      "(:lane <> 0 OR EXISTS (SELECT 1 FROM run_lane l WHERE l.run = run.id))";

  /**
   * Below which number all recipients have been claimed for whom {@code :lane} sends: for a bot
   * that has none in it, the end.
   */
  public static final String FRONT =
      front("(SELECT l.next_seq FROM run_lane l WHERE l.run = run.id AND l.lane = :lane)");

  /** Likewise, where the lane's row is {@code ours}. */
  public static final String FRONT_OF_OURS = front("ours.next_seq");

  /**
   * The bot that sends a run in the lane {@code :lane}; of several in turn, only that there were.
   */
  public static final String BOT =
      "COALESCE((SELECT l.bot FROM run_lane l WHERE l.run = run.id AND l.lane = :lane), run.bot)";

  private RunLanes() {}

  private static String front(String inLane) {
    return "COALESCE(%s, CASE WHEN %s THEN total ELSE run.next_seq END)".formatted(inLane, SPLIT);
  }

  /**
   * Writes down that these bots have recipients in it, of whom the first is {@code seq}. Nothing is
   * written of a run that only the first bot sends, and a bot without recipients is none of those
   * for whom a run waits.
   */
  static void begin(Handle handle, RunId run, long seq, List<Integer> lanes) {
    var first = new TreeMap<Integer, Long>();
    for (var i = 0; i < lanes.size(); i++) {
      first.putIfAbsent(lanes.get(i), seq + i);
    }
    var isSplit =
        handle
            .createQuery("SELECT COUNT(*) > 0 FROM run_lane WHERE run = ?")
            .bind(0, run.value())
            .mapTo(Boolean.class)
            .one();
    if (!isSplit && first.keySet().stream().allMatch(lane -> lane == 0)) {
      return;
    }
    if (!isSplit && isAnyPending(handle, run)) {
      // All before them are the first bot's.
      first.put(0, 0L);
    }
    var batch =
        handle.prepareBatch(
            """
            INSERT INTO run_lane (run, lane, next_seq) VALUES (:run, :lane, :first)
            ON CONFLICT (run, lane) DO NOTHING
            """);
    first.forEach((lane, number) ->
        batch.bind("run", run.value()).bind("lane", lane).bind("first", number).add());
    batch.execute();
  }

  private static boolean isAnyPending(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT 1 FROM recipient WHERE run = ? AND state = 'pending' LIMIT 1")
        .bind(0, run.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Others take over from a bot that has come so far, whatever they had of it before: they try
   * again those who are given to them, and have nobody else in it.
   */
  public static void join(
      Handle handle, RunId run, int lane, long from, Collection<Integer> others) {
    handle.execute(
        "INSERT INTO run_lane (run, lane, next_seq) VALUES (?, ?, ?) ON CONFLICT (run, lane) DO NOTHING",
        run.value(),
        lane,
        from);
    if (others.isEmpty()) {
      return;
    }
    var batch =
        handle.prepareBatch(
            """
            INSERT INTO run_lane (run, lane, next_seq)
            SELECT id, :lane, total FROM run WHERE id = :run ON CONFLICT (run, lane) DO NOTHING
            """);
    new TreeSet<>(others)
        .forEach(other -> batch.bind("run", run.value()).bind("lane", other).add());
    batch.execute();
  }

  /** The numbers of the bots for whom somebody of this run may still wait, or is in doubt. */
  public static List<Integer> waitedFor(Handle handle, RunId run) {
    return handle
        .createQuery(
            """
            SELECT lane FROM recipient WHERE run = :run AND state = 'retry'
            UNION SELECT lane FROM recipient WHERE run = :run AND state = 'sending'
            UNION SELECT lane FROM recipient WHERE run = :run AND state = 'unknown'
            UNION SELECT l.lane FROM run_lane l JOIN run ON run.id = l.run
            WHERE l.run = :run AND l.next_seq < COALESCE(run.wave_end, run.total)
            """)
        .bind("run", run.value())
        .mapTo(Integer.class)
        .list();
  }

  /** Whether anybody of this run may wait for this bot. */
  public static boolean isWaitedFor(Handle handle, RunId run, int lane) {
    return handle
        .createQuery(
            """
            SELECT %s < COALESCE(wave_end, total) OR EXISTS (SELECT 1 FROM recipient r
              WHERE r.run = run.id AND r.state = 'retry' AND r.lane = :lane)
            FROM run WHERE id = :id
            """
                .formatted(FRONT))
        .bind("id", run.value())
        .bind("lane", lane)
        .mapTo(Boolean.class)
        .findOne()
        .orElse(false);
  }

  /** Whether a run's own row does not say how far a lane has come. */
  public static boolean isSplit(Handle handle, RunId run, int lane) {
    return handle
        .createQuery("SELECT %s FROM run WHERE id = :id".formatted(SPLIT))
        .bind("id", run.value())
        .bind("lane", lane)
        .mapTo(Boolean.class)
        .findOne()
        .orElse(lane != 0);
  }

  /**
   * Locks those of these runs that several bots send, until the transaction ends: each bot's lane
   * does so in the same order, so that no two wait for each other, and before it changes anybody:
   * whoever is in it by an address and an id may be of two bots.
   */
  public static void lock(Handle handle, Set<RunId> runs) {
    if (!runs.isEmpty()) {
      var batch =
          handle.prepareBatch(
              """
              UPDATE run SET sent = sent
              WHERE id = :id AND EXISTS (SELECT 1 FROM run_lane l WHERE l.run = run.id)
              """);
      runs.stream().map(RunId::value).sorted().forEach(id -> batch.bind("id", id).add());
      batch.execute();
    }
  }

  /** Records the bot that sends. */
  public static void sentBy(Handle handle, RunId run, int lane, Optional<PersonId> bot) {
    handle
        .createUpdate(
            """
            UPDATE run_lane SET bot = CASE WHEN bot = '' THEN :bot ELSE 'several' END
            WHERE run = :run AND lane = :lane AND :bot <> '' AND bot <> :bot AND bot <> 'several'
            """)
        .bind("bot", bot.map(PersonId::value).orElse(""))
        .bind("run", run.value())
        .bind("lane", lane)
        .execute();
  }

  /** Up to which number there are {@code most} recipients of this bot, from {@code from} on. */
  public static long reach(Handle handle, RunId run, int lane, long from, long until, int most) {
    var end = Math.min(until, from + LOOKED_THROUGH);
    return handle
        .createQuery(
            """
            SELECT seq FROM recipient WHERE run = ? AND seq >= ? AND seq < ? AND lane = ?
            ORDER BY seq LIMIT 1 OFFSET ?
            """)
        .bind(0, run.value())
        .bind(1, from)
        .bind(2, end)
        .bind(3, lane)
        .bind(4, most)
        .mapTo(Long.class)
        .findOne()
        .orElse(end);
  }

  /** Records how far a bot has come, and returns how far all have. */
  public static long reached(Handle handle, RunId run, int lane, long seq) {
    handle.execute(
        "UPDATE run_lane SET next_seq = ? WHERE run = ? AND lane = ? AND next_seq < ?",
        seq,
        run.value(),
        lane,
        seq);
    return handle
        .createQuery("SELECT COALESCE(MIN(next_seq), 0) FROM run_lane WHERE run = ?")
        .bind(0, run.value())
        .mapTo(Long.class)
        .one();
  }

  /** The lane of a recipient; that of the first bot for one who is not there any more. */
  public static int of(Handle handle, RunId run, long seq) {
    return handle
        .createQuery("SELECT lane FROM recipient WHERE run = ? AND seq = ?")
        .bind(0, run.value())
        .bind(1, seq)
        .mapTo(Integer.class)
        .findOne()
        .orElse(0);
  }

  public static void delete(Handle handle, RunId run) {
    handle.execute("DELETE FROM run_lane WHERE run = ?", run.value());
  }
}
