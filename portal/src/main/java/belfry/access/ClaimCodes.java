package belfry.access;

import belfry.apps.App;
import belfry.base.Bare;
import belfry.base.Hash;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.storage.Database;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/**
 * The way to the first admin of an app that the configuration gives none: a code on the console,
 * good for an hour and for one person. Being the first to sign in gives nothing.
 */
public final class ClaimCodes {
  public static final Duration LIFETIME = Duration.ofHours(1);

  private final Database database;
  private final Time time;

  ClaimCodes(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** Issues a new code, which invalidates an earlier one of this app. */
  public Secret issue(App app) {
    var code = Hash.random();
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO claim_code (app, code_hash, expires) VALUES (?, ?, ?)
            ON CONFLICT (app) DO UPDATE
              SET code_hash = excluded.code_hash, expires = excluded.expires
            """,
            app.name(),
            Hash.sha256(code.reveal()),
            time.now().plus(LIFETIME)));
    return code;
  }

  /** After a backup was restored: a code that was used since would be good again. */
  public static int revokeAll(Handle handle) {
    return handle.execute("DELETE FROM claim_code");
  }

  boolean use(Handle handle, App app, String code) {
    return handle.execute(
            "DELETE FROM claim_code WHERE app = ? AND code_hash = ? AND expires > ?",
            app.name(),
            Hash.sha256(Bare.of(code)),
            time.now())
        == 1;
  }
}
