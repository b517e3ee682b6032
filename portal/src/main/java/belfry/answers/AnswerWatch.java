package belfry.answers;

import belfry.apps.AppName;
import belfry.base.Hash;
import belfry.base.Secret;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Since when an app's answers are read, and the secret of its webhooks; the same on all nodes. */
final class AnswerWatch {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerWatch.class);

  private static final Duration EARLIER = Duration.ofHours(1);

  private final Database database;
  private final Vault vault;
  private final Map<AppName, Watched> known = new ConcurrentHashMap<>();

  AnswerWatch(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  /**
   * An app whose answers are read.
   *
   * @param since what was written before is no answer
   */
  record Watched(Instant since, Secret secret) {}

  /** Reads it, or begins it now; an hour earlier, whatever the platform's clock says. */
  Watched of(AppName app, Instant now) {
    return known.computeIfAbsent(
        app, name -> load(name).orElseGet(() -> begun(name, now.minus(EARLIER))));
  }

  private record Row(Instant since, String sealed) {}

  private Optional<Watched> load(AppName app) {
    return row(app)
        .flatMap(row ->
            vault.find(row.sealed, place(app)).map(secret -> new Watched(row.since, secret)));
  }

  private Optional<Row> row(AppName app) {
    return database.read(handle ->
        handle
            .createQuery("SELECT since, secret FROM answer_watch WHERE app = ?")
            .bind(0, app)
            .map((row, _) -> new Row(Moments.at(row, "since"), row.getString("secret")))
            .findOne());
  }

  /** If another node does so at the same time, its secret counts. */
  private Watched begun(AppName app, Instant now) {
    var sealed = vault.seal(Hash.random(), place(app));
    var old = row(app).map(Row::sealed);
    database.write(handle ->
        old.isEmpty()
            ? handle.execute(
                """
                INSERT INTO answer_watch (app, since, secret) VALUES (?, ?, ?)
                ON CONFLICT (app) DO NOTHING
                """,
                app,
                now,
                sealed)
            : handle.execute(
                "UPDATE answer_watch SET secret = ? WHERE app = ? AND secret = ?",
                sealed,
                app,
                old.get()));
    return load(app).orElseThrow();
  }

  /** Encrypts all secrets with the active key; returns how many there are. */
  int reseal() {
    var rows =
        database.read(handle ->
            handle
                .createQuery("SELECT app, secret FROM answer_watch")
                .map((row, _) -> Map.entry(row.getString("app"), row.getString("secret")))
                .list());
    for (var row : rows) {
      var app = new AppName(row.getKey());
      vault
          .find(row.getValue(), place(app))
          .ifPresentOrElse(
              secret ->
                  database.write(handle ->
                      handle.execute(
                          "UPDATE answer_watch SET secret = ? WHERE app = ?",
                          vault.seal(secret, place(app)),
                          app)),
              () -> LOG.warn("App {}: its webhooks get a new secret at the next start", app));
    }
    return rows.size();
  }

  private static Vault.Place place(AppName app) {
    return new Vault.Place("answer_watch", "secret", app.value());
  }
}
