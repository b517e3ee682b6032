package belfry.runs.recipients;

import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * How far each of an app's bots has come with its part of a run. They share the numbers of the
 * recipients, so a bot's next one may lie beyond those of others.
 */
public final class RunLanes {
  /** How many numbers are looked through for a bot's next recipients at a time. */
  private static final int LOOKED_THROUGH = 5_000;

  /**
   * Below which number all recipients have been claimed for whom {@code :lane} sends: for a bot
   * that has none in it, the end.
   */
  public static final String FRONT =
      """
      COALESCE(
        (SELECT l.next_seq FROM run_lane l WHERE l.run = run.id AND l.lane = :lane),
        CASE WHEN :lane = 0 AND NOT EXISTS (SELECT 1 FROM run_lane l WHERE l.run = run.id)
          THEN run.next_seq ELSE total END)
      """;

  /** Likewise, where the lane's row is {@code ours}. */
  public static final String FRONT_OF_OURS =
      """
      CASE WHEN ours.run IS NOT NULL THEN ours.next_seq
        WHEN :lane = 0 AND NOT EXISTS (SELECT 1 FROM run_lane l WHERE l.run = run.id)
          THEN run.next_seq ELSE total END
      """;

  /**
   * The bot that sends a run in the lane {@code :lane}; of several in turn, only that there were.
   */
  public static final String BOT =
      """
      COALESCE((SELECT l.bot FROM run_lane l WHERE l.run = run.id AND l.lane = :lane), run.bot)
      """;

  private RunLanes() {}

  /** Whether a run's own row does not say how far a lane has come. */
  public static boolean isSplit(Handle handle, RunId run, int lane) {
    return lane != 0
        || handle
            .createQuery("SELECT 1 FROM run_lane WHERE run = ? LIMIT 1")
            .bind(0, run.value())
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
  }

  /** Records the bot that sends. */
  public static void sentBy(Handle handle, RunId run, int lane, Optional<PersonId> bot) {
    handle
        .createUpdate(
            """
            UPDATE run_lane SET bot = CASE WHEN bot = '' OR bot = :bot THEN :bot ELSE 'several' END
            WHERE run = :run AND lane = :lane AND :bot <> '' AND bot <> :bot
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

  public static void delete(Handle handle, RunId run) {
    handle.execute("DELETE FROM run_lane WHERE run = ?", run.value());
  }
}
