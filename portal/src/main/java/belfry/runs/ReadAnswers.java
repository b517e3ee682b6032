package belfry.runs;

import belfry.apps.AppName;
import belfry.storage.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Up to when the answers to an app's messages are read. Whoever must know of all until a moment
 * says so, and whoever reads them looks at once.
 */
public final class ReadAnswers {
  /** After so long, what cannot be read is not waited for any more. */
  public static final Duration LONGEST_WAIT = Duration.ofHours(4);

  private ReadAnswers() {}

  /** They are read from now on. */
  public static void begin(Handle handle, AppName app) {
    handle.execute(
        "INSERT INTO answers_read (app, up_to, awaited) VALUES (?, 0, 0) ON CONFLICT (app) DO NOTHING",
        app);
  }

  /** Nobody reads any, so nobody can wait for that. */
  public static int none(Handle handle) {
    return handle.execute("DELETE FROM answers_read");
  }

  /** Asks for all until a moment to be read; whether they are, or nobody reads any. */
  public static boolean are(Handle handle, AppName app, Instant until) {
    handle.execute(
        "UPDATE answers_read SET awaited = ? WHERE app = ? AND up_to < ? AND awaited < ?",
        until,
        app,
        until,
        until);
    return handle
        .createQuery("SELECT 1 FROM answers_read WHERE app = ? AND up_to < ?")
        .bind(0, app)
        .bind(1, until)
        .mapTo(Integer.class)
        .findOne()
        .isEmpty();
  }

  /** Up to when somebody waits for them to be read; empty if nobody does. */
  public static Optional<Instant> awaited(Handle handle, AppName app) {
    return handle
        .createQuery("SELECT awaited FROM answers_read WHERE app = ? AND awaited > up_to")
        .bind(0, app)
        .map((row, _) -> Moments.at(row, "awaited"))
        .findOne();
  }

  public static void upTo(Handle handle, AppName app, Instant moment) {
    handle.execute(
        "UPDATE answers_read SET up_to = ? WHERE app = ? AND up_to < ?", moment, app, moment);
  }
}
